import Foundation

/// How far the server's clock is ahead of this device's, as an interval that each answer narrows.
///
/// An answer names the second in which it was written, or, since servers look at the clock once a second, the one
/// before. It was written between the sending of the request and the arrival of the answer, so each answer allows
/// offsets of a little more than two seconds, and what all of them allow is less. Where an answer allows none of what
/// those before did, one of the clocks was set, and it alone counts.
package struct ClockOffset: Codable, Equatable, Sendable {
    /// Milliseconds by which a clock may be wrong before it is said.
    static let alarmMilliseconds: Int64 = 5 * 60 * 1_000
    /// Milliseconds that the date of an answer leaves open.
    static let resolution: Int64 = 2_000

    private var least: Int64?
    private var greatest: Int64?

    /// Nothing is known.
    package init() {}

    /// Takes in what an answer says.
    mutating func note(serverSecond: Date, sent: Date, received: Date) {
        guard sent <= received else { return }
        let server = serverSecond.millisecondsSince1970
        let low = server - received.millisecondsSince1970
        let high = server + Self.resolution - sent.millisecondsSince1970
        let isAgreed = max(low, least ?? low) <= min(high, greatest ?? high)
        (least, greatest) = isAgreed ? (max(low, least ?? low), min(high, greatest ?? high)) : (low, high)
    }

    /// Whether an answer has told anything.
    var isKnown: Bool { least != nil }

    /// What to add to this device's clock: nothing where it may be right.
    var milliseconds: Int64 {
        guard let least, let greatest else { return 0 }
        if least <= 0, greatest >= 0 { return 0 }
        return least + (greatest - least) / 2
    }

    /// What to add to this device's clock for a time that the service has passed for certain.
    var leastMilliseconds: Int64 { least ?? 0 }

    /// Whether a person should set the clock.
    var isAlarming: Bool { abs(milliseconds) > Self.alarmMilliseconds }
}

/// The dates of changes that were stamped by a clock that turned out to be wrong.
enum StampCorrection {
    /// The date of a change that was not sent yet, once the clock is known to be off by so much more than was thought.
    ///
    /// The order of changes is kept, since all of them are moved alike. None ends up after the server's present, and
    /// none before the version that it was made from.
    static func corrected(_ stamp: Date, by milliseconds: Int64, now: Date, after seen: Date?) -> Date {
        let moved = stamp.adding(milliseconds: milliseconds)
        let bounded = milliseconds > 0 ? max(stamp, min(moved, now)) : moved
        guard let seen else { return bounded }
        return max(bounded, seen.adding(milliseconds: 1))
    }
}
