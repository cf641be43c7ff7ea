import Foundation
import SwiftData

/// What one device knows of the ringing of an alarm.
///
/// It is kept in a store of its own and never leaves the device, so that the first device to ring does not silence the
/// second.
@Model
public final class RingState {
    /// The alarm.
    @Attribute(.unique) public var alarmID: UUID
    /// The last moment for which it rang here or was missed.
    public var lastFiredAt: Date?
    /// The moment for which it rings or is snoozed now; nil: it does neither.
    public var occurrence: Date?
    /// When it began to ring the last time.
    public var ringingSince: Date?
    /// Until when it is snoozed; nil: it rings, or does neither.
    public var snoozedUntil: Date?
    /// How often it was snoozed for this occurrence.
    public var snoozeCount: Int
    /// The last moment for which it was missed, or rang to its end unheard, until somebody puts that away; nil: nothing is
    /// to be said.
    public var missedAt: Date?
    /// Whether the desktop's notification service has shown that it was missed.
    public var missedIsTold: Bool = false
    /// Whether it was missed only by people: it rang, and nobody stopped it.
    public var missedRang: Bool = false

    /// The state of an alarm that never rang here.
    public init(alarmID: UUID) {
        self.alarmID = alarmID
        self.snoozeCount = 0
    }
}
