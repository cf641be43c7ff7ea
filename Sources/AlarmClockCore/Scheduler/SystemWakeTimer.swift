import CLinux
import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Waits by the system's own timer of the wall clock, which also goes off when somebody sets the clock or the machine
/// was suspended.
public final class SystemWakeTimer: WakeTimer {
    /// The events, in order.
    public let events: AsyncStream<WakeEvent>
    private let continuation: AsyncStream<WakeEvent>.Continuation
    /// The system's timer.
    let timer: Int32
    private let armed = Mutex<Date?>(nil)
    private let heard: @Sendable (Int64) -> Int64
    private let watch: FolderWatch?
    /// Cancelled at the end, from whatever thread; nothing else is done with it.
    private nonisolated(unsafe) let source: any DispatchSourceRead

    /// Where no alarm is due, the timer still stands, so that changes of the clock are noticed: in the year 2106.
    private static let farAway = Date(timeIntervalSince1970: Double(UInt32.max))
    /// Events that nobody has taken yet; the newest count, because each of them makes everything be looked at anew.
    private static let maximumWaiting = 64

    /// Makes the timer.
    ///
    /// - Parameter root: What stands before `/etc`, whose files tell the device's time zone.
    /// - Throws: ``TimerFailure`` where the system has none left to give.
    public convenience init(root: String = "") throws(TimerFailure) {
        try self.init(root: root) { $0 }
    }

    /// A timer that hears something else than the system says: only its owner may set the clock to see what happens.
    ///
    /// - Parameters:
    ///   - root: What stands before `/etc`.
    ///   - heard: Gets how often the timer went off, less than 0 where it was cancelled, and answers the same.
    /// - Throws: ``TimerFailure``.
    init(root: String = "", heard: @escaping @Sendable (Int64) -> Int64) throws(TimerFailure) {
        self.heard = heard
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.maximumWaiting))
        timer = clinux_wall_timer_make()
        guard timer >= 0 else { throw TimerFailure(code: errno) }
        let queue = DispatchQueue(label: "AlarmClock.SystemWakeTimer")
        source = DispatchSource.makeReadSource(fileDescriptor: timer, queue: queue)
        let continuation = continuation
        watch = FolderWatch("\(root)/etc", names: ["localtime", "timezone"]) { continuation.yield(.clockChanged) }
        let timer = timer
        source.setEventHandler { [weak self] in self?.wentOff() }
        source.setCancelHandler { _ = Glibc.close(timer) }
        source.resume()
        arm(nil)
    }

    deinit { close() }

    /// Waits for this moment instead of the one before.
    public func arm(_ date: Date?) {
        armed.withLock { $0 = date }
        let date = min(date ?? Self.farAway, Self.farAway)
        let seconds = date.timeIntervalSince1970.rounded(.down)
        let fraction = date.timeIntervalSince1970 - seconds
        let whole = Int64(max(seconds, 0))
        guard clinux_wall_timer_arm(timer, whole, Int64(fraction * 1e9)) != 0 else { return }
        // A clock that was set since the last look makes the call fail once, and stands nevertheless.
        continuation.yield(.clockChanged)
    }

    /// Ends the waiting.
    public func close() {
        source.cancel()
        continuation.finish()
    }

    private func wentOff() {
        let count = heard(clinux_wall_timer_read(timer))
        if count > 0 { continuation.yield(.due) }
        if count < 0 {
            // Cancelled: what was armed is disarmed now.
            arm(armed.withLock { $0 })
            continuation.yield(.clockChanged)
        }
    }
}

/// The system had no timer to give; its error number.
public struct TimerFailure: Error, Equatable, Sendable {
    /// The number.
    public let code: Int32
}
