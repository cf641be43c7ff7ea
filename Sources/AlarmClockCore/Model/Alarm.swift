import Foundation
import SwiftData

/// An alarm: a time on the clock, once or on some days of the week.
@Model
public final class Alarm {
    /// What tells it from all others, on every device.
    @Attribute(.unique) public var id: UUID
    /// The time on the clock: 2001-01-01, hour and minute, in GMT, wherever the device is; see ``ClockTime``.
    public var time: Date
    /// What it is for.
    public var label: String
    /// Whether it rings.
    public var isEnabled: Bool
    /// The name of its tone; see ``Tone``.
    public var sound: String
    /// Whether it may be put off.
    public var snoozeEnabled: Bool
    /// Whether a device that can shake shakes.
    public var vibrationEnabled: Bool
    /// When it was made.
    public var createdAt: Date
    /// When it was last changed by a person.
    public var updatedAt: Date
    /// How long a snooze lasts, in minutes, where the person says nothing else.
    public var snoozeMinutes: Int = 9
    /// How loud it becomes, from 0 to 1.
    public var volume: Double = 1.0
    /// Up to and including this moment it does not ring; nil: it rings as it is set.
    public var skipNextUntil: Date?
    /// The time zone of its clock; nil: that of the device.
    public var timeZoneIdentifier: String?

    /// The days on which it rings; none: it rings once.
    @Relationship(deleteRule: .cascade, inverse: \AlarmRepeat.alarm)
    public var repeatDays: [AlarmRepeat] = []

    /// The template it was made from.
    @Relationship(deleteRule: .nullify, inverse: \AlarmTemplate.alarms)
    public var template: AlarmTemplate?

    /// A new alarm, made now.
    public init(
        id: UUID = UUID(),
        time: Date = Date(),
        label: String = "闹钟",
        isEnabled: Bool = true,
        sound: String = "默认",
        snoozeEnabled: Bool = true,
        vibrationEnabled: Bool = true
    ) {
        self.id = id
        self.time = time
        self.label = label
        self.isEnabled = isEnabled
        self.sound = sound
        self.snoozeEnabled = snoozeEnabled
        self.vibrationEnabled = vibrationEnabled
        self.createdAt = Date()
        self.updatedAt = Date()
    }
}
