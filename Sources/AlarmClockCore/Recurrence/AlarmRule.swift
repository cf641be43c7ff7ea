import Foundation

/// When an alarm rings: what the computation needs of it, apart from the store.
public struct AlarmRule: Hashable, Sendable {
    /// The alarm.
    public var id: UUID
    /// The time on the clock.
    public var time: ClockTime
    /// The days; none: once, at the next time the clock shows the time.
    public var days: WeekdaySet
    /// Whether it rings.
    public var isEnabled: Bool
    /// Up to and including this moment it does not ring.
    public var skipUntil: Date?
    /// Its own time zone; nil: that of the device.
    public var zoneName: String?
    /// It rings for nothing before this moment: when it was set.
    public var setAt: Date

    /// A rule of the given parts.
    public init(
        id: UUID,
        time: ClockTime,
        days: WeekdaySet = WeekdaySet(),
        isEnabled: Bool = true,
        skipUntil: Date? = nil,
        zoneName: String? = nil,
        setAt: Date
    ) {
        self.id = id
        self.time = time
        self.days = days
        self.isEnabled = isEnabled
        self.skipUntil = skipUntil
        self.zoneName = zoneName
        self.setAt = setAt
    }

    /// Whether it rings once and is then turned off.
    public var isOneTime: Bool { days.isEmpty }

    /// Whether it is off because it rang on some device, and not because somebody turned it off: it was left out or noted up
    /// to ``markOfRing(_:)`` since it was set.
    package var isOffSinceItRang: Bool {
        isOneTime && !isEnabled && skipUntil.map { $0 >= Self.markOfRing(setAt) } ?? false
    }

    /// Whether a moment for which it rings is all there is of it: it rings once, and nobody has set it since.
    func ends(with occurrence: Date) -> Bool { isOneTime && setAt <= occurrence }

    /// Whether somebody stopped it, on whatever device, when it rang for the moment.
    func isStopped(for occurrence: Date) -> Bool { skipUntil?.wholeSecond == occurrence.wholeSecond }

    /// Whether it is off for no other reason than that its moment came here, and nobody stopped it, changed it or turned it
    /// off since.
    func isOff(since occurrence: Date) -> Bool {
        isOneTime && !isEnabled && ends(with: occurrence)
            && skipUntil?.wholeSecond == Self.markOfRing(occurrence).wholeSecond
    }

    /// It is off from here on, since its moment came.
    mutating func turnOff(after occurrence: Date) {
        let mark = Self.markOfRing(occurrence)
        (isEnabled, skipUntil) = (false, max(skipUntil ?? mark, mark))
    }

    /// What is noted as ``skipUntil`` with an alarm that rang for a moment and is off since.
    ///
    /// It is just before the moment: that nobody stopped it there silences no other device that rings for the same one.
    static func markOfRing(_ occurrence: Date) -> Date { occurrence - 1 }
}

extension AlarmRule {
    /// The rule of an alarm.
    public init(_ alarm: Alarm) {
        self.init(
            id: alarm.id,
            time: ClockTime(showing: alarm.time, in: .gmt),
            days: WeekdaySet(alarm.repeatDays.lazy.map(\.weekday)),
            isEnabled: alarm.isEnabled,
            skipUntil: alarm.skipNextUntil,
            zoneName: alarm.timeZoneIdentifier,
            setAt: alarm.updatedAt
        )
    }
}
