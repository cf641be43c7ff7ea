import Foundation

/// Why a wait ended.
public enum WakeEvent: Equatable, Sendable {
    /// The moment has come.
    case due
    /// The clock was set, the machine was suspended, or the device has another time zone.
    case clockChanged
}

/// Waits for moments of the wall clock.
public protocol WakeTimer: Sendable {
    /// What happened, in order; it ends when the timer is closed.
    var events: AsyncStream<WakeEvent> { get }
    /// Waits for this moment instead of the one before; nil: for nothing but changes of the clock.
    func arm(_ date: Date?)
    /// Ends the waiting.
    func close()
}
