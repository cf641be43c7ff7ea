import Foundation
import Synchronization

/// How far the service's clock is ahead of this device's, as the dates of its answers tell.
///
/// An answer was written between the sending of its request and its arrival, and names the second, or the one before:
/// so each leaves a few seconds open, and what all of them allow is less. Where one allows nothing of what those before
/// did, one of the clocks was set, and it alone counts.
final class ServiceClock: Sendable {
    /// Seconds that the date of an answer leaves open.
    private static let resolution = 2.0

    private struct Known {
        var least: Double
        var greatest: Double
    }

    private struct State {
        var known: Known?
        /// When an answer told the time last, or told none where it was asked for it; nil where the clock was set since.
        var heard: ClockMoment?
        /// Whether the last answer with a date took too long to tell the time.
        var wasSlow = false
    }

    private let state = Mutex(State())

    /// Seconds after which an answer says nothing: more likely the clock was set while the request was on its way.
    static let longest: TimeInterval = 60

    /// Learns from the date of an answer; one that is no date says nothing, and neither does one that took very long.
    func learn(from header: String?, sent: ClockMoment, received: ClockMoment) {
        guard let date = header.flatMap(Self.date) else { return }
        let low = date.timeIntervalSince(received.date)
        let high = date.timeIntervalSince(sent.date) + Self.resolution
        state.withLock { state in
            if received.clockChange(since: sent) > Self.longest { state.heard = nil }
            state.wasSlow = !(0...Self.longest).contains(received.date.timeIntervalSince(sent.date))
            if state.wasSlow { return }
            let (least, greatest) = (max(low, state.known?.least ?? low), min(high, state.known?.greatest ?? high))
            let isAgreed = least <= greatest
            state.known = Known(least: isAgreed ? least : low, greatest: isAgreed ? greatest : high)
            state.heard = received
        }
    }

    /// Seconds to add to this device's clock, 0 where it may be right; nil where no answer has told anything.
    var offset: TimeInterval? {
        state.withLock { state in
            guard let known = state.known else { return nil }
            if known.least <= 0, known.greatest >= 0 { return 0 }
            return known.least + (known.greatest - known.least) / 2
        }
    }

    /// Whether to ask for the time: it was neither told within so many seconds nor asked for with an answer, or the clock
    /// was set since.
    func isDue(at now: ClockMoment, seconds: TimeInterval) -> Bool {
        guard let heard = state.withLock({ $0.heard }) else { return true }
        return now.uptime - heard.uptime >= seconds || now.clockChange(since: heard) > Self.longest
    }

    /// The question for the time was answered; a service that puts no date on its answers is not asked again and again.
    ///
    /// - Returns: Whether the answer told the time as far as the service tells it at all.
    func acceptAnswer(at now: ClockMoment) -> Bool {
        state.withLock { state in
            if !state.wasSlow { state.heard = now }
            return !state.wasSlow
        }
    }

    /// Reads a date as HTTP writes it: `Sat, 21 Nov 2026 03:09:00 GMT`.
    static func date(_ text: String) -> Date? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: String(parts[2])) else {
            return nil
        }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        guard let day = Int(parts[1]) else { return nil }
        return try? Date("\(parts[3])-\(two(month + 1))-\(two(day))T\(parts[4])Z", strategy: .iso8601)
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

extension CKContainer {
    /// Seconds by which the service's clock is ahead of this device's, 0 where both may be right; nil where the service
    /// has not said anything yet.
    package var serviceClockOffset: TimeInterval? { link.clock.offset }

    /// Asks the service for the time, unless it said it within so many seconds.
    ///
    /// - Throws: ``CKError`` where it did not answer, or not soon enough to tell the time.
    package func confirmServiceClock(olderThan seconds: TimeInterval) async throws {
        guard link.clock.isDue(at: surroundings.moment, seconds: seconds) else { return }
        _ = try await userRecordID()
        guard link.clock.acceptAnswer(at: surroundings.moment) else {
            throw CKError(.networkFailure, reason: "the answer took too long to tell the time")
        }
    }
}
