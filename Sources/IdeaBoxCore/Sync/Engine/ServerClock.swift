import CloudKit
import Foundation
import Synchronization

/// Carries requests, and learns from the dates of the answers how wrong this device's clock is.
package final class ServerClock: CloudKitTransport {
    private let inner: any CloudKitTransport
    private let now: @Sendable () -> Date
    private let uptime: @Sendable () -> TimeInterval
    private let known: Mutex<ClockOffset>
    /// When the last answer came that told the time; nil if the clock was set since.
    private let heardAt = Mutex<ClockMoment?>(nil)
    /// When a request of the person who is signed in was last answered as it should be.
    private let confirmedAt = Mutex<ClockMoment?>(nil)
    /// Whether the clock was set during the last answer.
    private let isReset = Mutex(false)

    private var moment: ClockMoment { ClockMoment(date: now(), uptime: uptime()) }

    package init(
        _ inner: any CloudKitTransport,
        now: @escaping @Sendable () -> Date,
        uptime: @escaping @Sendable () -> TimeInterval,
        known: ClockOffset = ClockOffset()
    ) {
        self.inner = inner
        self.now = now
        self.uptime = uptime
        self.known = Mutex(known)
    }

    /// What the answers have told so far.
    var offset: ClockOffset { known.withLock { $0 } }

    /// Whether this device's clock was set while the last answer was on its way, so that the answer says nothing about it.
    var wasSet: Bool { isReset.withLock { $0 } }

    /// Whether what the answers told is so new that the clock cannot have been set by much since.
    var isFresh: Bool { isNew(heardAt.withLock { $0 }) }

    /// The time by the service, where it told it a short while ago to the person who is signed in.
    ///
    /// Anybody between a device and its service can put a date on an answer, so that of an answer which the rest of a sync
    /// shows to be the service's own is what counts.
    var confirmedDate: Date? {
        guard isNew(confirmedAt.withLock { $0 }) else { return nil }
        return now().adding(milliseconds: offset.milliseconds)
    }

    /// Whether it is not long ago, and the clock was not set by much since.
    private func isNew(_ last: ClockMoment?) -> Bool {
        guard let last else { return false }
        let (moment, limit) = (moment, Double(ClockOffset.alarmMilliseconds) / 1_000)
        return moment.uptime - last.uptime < limit && moment.clockChange(since: last) < limit
    }

    /// Whether the clock was not set by much since it was known to be so wrong, as far as the answers tell.
    func isAsKnown(_ before: ClockOffset) -> Bool {
        isFresh && abs(offset.milliseconds - before.milliseconds) < ClockOffset.alarmMilliseconds
    }

    package func send(_ request: CloudKitRequest) async throws -> CloudKitAnswer {
        let sent = now()
        let answer = try await inner.send(request)
        let received = moment
        let seconds = received.date.timeIntervalSince(sent)
        // No answer comes before its request, or after the time that a request has.
        let wasSet = !(0...max(Self.longest, request.timeout)).contains(seconds)
        if wasSet {
            heardAt.withLock { $0 = nil }
            confirmedAt.withLock { $0 = nil }
        }
        isReset.withLock { $0 = wasSet }
        // During a long request, such as a parked one, the clock may have been set all the same.
        guard (0...Self.longest).contains(seconds), let text = answer.header("Date"), let date = HTTPDate.date(text)
        else { return answer }
        known.withLock { $0.note(serverSecond: date, sent: sent, received: received.date) }
        heardAt.withLock { $0 = received }
        let isSignedIn = request.address.contains("ckWebAuthToken=")
        if isSignedIn, (200..<300).contains(answer.status) { confirmedAt.withLock { $0 = received } }
        return answer
    }

    /// Seconds, by this device's clock, after which an answer says too little of the clock: less than what is an alarm.
    private static let longest: TimeInterval = 60
}

/// Dates as HTTP writes them: `Sat, 21 Nov 2026 03:09:00 GMT`.
enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    static func date(_ text: String) -> Date? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), let year = Int(parts[3]),
            let month = months.firstIndex(of: String(parts[2]))
        else { return nil }
        let pieces = [month + 1, day].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return ISOTimestamp.date("\(year)-\(pieces[0])-\(pieces[1])T\(parts[4])Z")
    }
}
