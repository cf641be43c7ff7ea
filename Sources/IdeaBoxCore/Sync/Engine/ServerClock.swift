import CloudKit
import Foundation
import Synchronization

/// Carries requests, and learns from the dates of the answers how wrong this device's clock is.
package final class ServerClock: CloudKitTransport {
    private let inner: any CloudKitTransport
    private let now: @Sendable () -> Date
    private let known: Mutex<ClockOffset>
    /// When the last answer came, by this device's clock.
    private let heardAt = Mutex<Date?>(nil)
    /// When a request of the person who is signed in was last answered as it should be, by this device's clock.
    private let confirmedAt = Mutex<Date?>(nil)

    package init(
        _ inner: any CloudKitTransport,
        now: @escaping @Sendable () -> Date,
        known: ClockOffset = ClockOffset()
    ) {
        self.inner = inner
        self.now = now
        self.known = Mutex(known)
    }

    /// What the answers have told so far.
    var offset: ClockOffset { known.withLock { $0 } }

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

    private func isNew(_ last: Date?) -> Bool {
        guard let last else { return false }
        return abs(now().timeIntervalSince(last)) * 1_000 < Double(ClockOffset.alarmMilliseconds)
    }

    /// Whether the clock was not set by much since it was known to be so wrong, as far as the answers tell.
    func isAsKnown(_ before: ClockOffset) -> Bool {
        isFresh && abs(offset.milliseconds - before.milliseconds) < ClockOffset.alarmMilliseconds
    }

    package func send(_ request: CloudKitRequest) async throws -> CloudKitAnswer {
        let sent = now()
        let answer = try await inner.send(request)
        let received = now()
        // During a long request, such as a parked one, the clock may have been set, and before its own beginning it was.
        guard (0...Self.longest).contains(received.timeIntervalSince(sent)),
            let text = answer.header("Date"), let date = HTTPDate.date(text)
        else { return answer }
        known.withLock { $0.note(serverSecond: date, sent: sent, received: received) }
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
