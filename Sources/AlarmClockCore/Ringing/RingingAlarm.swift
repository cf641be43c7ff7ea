import Foundation

/// What ringing needs to know of an alarm, apart from the store.
public struct RingingAlarm: Equatable, Sendable {
    /// When it rings.
    public var rule: AlarmRule
    /// What it is for.
    public var label: String
    /// The name of its tone.
    public var sound: String
    /// How loud it becomes, from 0 to 1.
    public var volume: Double
    /// Whether it may be put off.
    public var snoozeEnabled: Bool
    /// How long it is put off where the person says nothing else.
    public var snoozeMinutes: Int

    /// An alarm of the given parts.
    public init(
        rule: AlarmRule,
        label: String,
        sound: String,
        volume: Double = 1,
        snoozeEnabled: Bool = true,
        snoozeMinutes: Int = 9
    ) {
        self.rule = rule
        self.label = label
        self.sound = sound
        self.volume = volume
        self.snoozeEnabled = snoozeEnabled
        self.snoozeMinutes = snoozeMinutes
    }

    /// The alarm as the store has it.
    public init(_ alarm: Alarm) {
        self.init(
            rule: AlarmRule(alarm),
            label: alarm.label,
            sound: alarm.sound,
            volume: alarm.volume,
            snoozeEnabled: alarm.snoozeEnabled,
            snoozeMinutes: alarm.snoozeMinutes
        )
    }
}

/// What this device remembers of the ringing of an alarm: ``RingState``, apart from the store.
public struct RingMemory: Equatable, Sendable {
    /// The alarm.
    public let alarmID: UUID
    /// The last moment for which it rang here or was missed.
    public var lastFiredAt: Date?
    /// The moment for which it rings or is snoozed now.
    public var occurrence: Date?
    /// When it began to ring for the last moment; nil: it was only missed.
    public var ringingSince: Date?
    /// Until when it is snoozed; nil: it rings, or does neither.
    public var snoozedUntil: Date?
    /// How often it was snoozed for this occurrence.
    public var snoozeCount = 0
    /// Whether it never rang for the last moment: it was found to be too late for it.
    public var wasOnlyMissed = false

    /// The memory of an alarm that never rang here.
    public init(alarmID: UUID) {
        self.alarmID = alarmID
    }

    /// Whether it makes itself heard.
    public var isRinging: Bool { occurrence != nil && snoozedUntil == nil }
}

/// An alarm that makes itself heard.
public struct Ring: Equatable, Sendable {
    /// The alarm.
    public let alarm: RingingAlarm
    /// The moment for which it rings.
    public let occurrence: Date
    /// How often it was put off before.
    public let snoozeCount: Int
    /// Whether it may be put off once more.
    public let canSnooze: Bool
}

/// Why an alarm is not heard any more.
public enum RingEnd: Equatable, Sendable {
    /// Somebody stopped it here.
    case stopped
    /// It was put off until then.
    case snoozed(until: Date)
    /// Nobody stopped it for ten minutes.
    case silenced
    /// It was stopped, turned off or changed on another device or by a command.
    case withdrawn
}

/// What is to be done when alarms ring.
public enum RingAction: Equatable, Sendable {
    /// Remember this before anything else is done.
    case remember(RingMemory)
    /// Make it heard and seen.
    case begin(Ring)
    /// Make it silent.
    case end(alarmID: UUID, RingEnd)
    /// Say that it was missed.
    case missed(RingingAlarm, occurrence: Date)
    /// Say that it rang to its end, and nobody stopped it.
    case unheard(RingingAlarm, occurrence: Date)
    /// Turn off an alarm that rings once.
    case turnOff(alarmID: UUID, occurrence: Date)
    /// Let the person's other devices know that nobody needs to hear of this moment any more.
    case tellOthers(alarmID: UUID, occurrence: Date)
    /// Say no more that a moment was missed, which is to come by a clock that was set back; turn on what is off only because
    /// of it, with what it leaves out then.
    case takeBack(alarmID: UUID, occurrence: Date, skipUntil: Date?)

    /// Whether it makes an alarm silent.
    var isEnd: Bool { if case .end = self { true } else { false } }
}
