import Foundation

/// Tells when alarms ring next.
///
/// Pure: rules, zones and what has rung in, moments out.
public struct FiringPlan: Sendable {
    /// An alarm and the moment at which it rings.
    public struct Firing: Equatable, Sendable {
        /// The alarm.
        public let alarmID: UUID
        /// The moment.
        public let date: Date
    }

    /// The clock of the device.
    public let deviceZone: ZoneTable
    private let namedZone: @Sendable (String) -> ZoneTable?

    /// How far in the future a moment that has rung may lie and still be believed: further, and the clock was wrong then.
    static let believableLead: TimeInterval = 12 * 3_600

    /// A plan for a device in a zone; alarms with zones of their own find them in the database.
    public init(deviceZone: ZoneTable, database: ZoneDatabase) {
        self.deviceZone = deviceZone
        namedZone = { try? database.zone($0) }
    }

    /// The clock of an alarm.
    ///
    /// An alarm whose zone this system does not know follows the device: it had better ring at the wrong hour than not at
    /// all.
    public func zone(of rule: AlarmRule) -> ZoneTable {
        rule.zoneName.flatMap(namedZone) ?? deviceZone
    }

    /// The moments at which a rule's clock shows its time.
    public func recurrence(of rule: AlarmRule) -> Recurrence {
        Recurrence(time: rule.time, days: rule.days, zone: zone(of: rule))
    }

    /// Whether somebody has given an alarm that rings once another time, since the moment for which it rings or is put off.
    ///
    /// Who writes another label meanwhile, or turns it on once more, wants to hear of that moment all the same.
    func hasMoved(_ rule: AlarmRule, since occurrence: Date) -> Bool {
        guard rule.isOneTime, !rule.ends(with: occurrence) else { return false }
        return recurrence(of: rule).last(notAfter: occurrence.wholeSecond) != occurrence.wholeSecond
    }

    /// The first moment at which the alarm is due: after it was set, after it rang last and after all that is skipped.
    ///
    /// The moment may be past: then it was missed so far.
    ///
    /// - Parameters:
    ///   - rule: The alarm.
    ///   - firedAt: The moment for which it rang last here.
    ///   - notBefore: What comes before is passed over, whatever was set.
    ///   - now: The time. What lies too far after it was noted by a clock that was wrong.
    /// - Returns: The moment, or nil for an alarm that is off or rings once and has rung. One that rings once and is off
    ///   because it rang on another device is due here where its hour comes later here.
    public func due(_ rule: AlarmRule, firedAt: Date?, notBefore: Date? = nil, now: Date) -> Date? {
        guard rule.isEnabled || rule.isOffSinceItRang else { return nil }
        var after = min(rule.setAt, now)
        if let firedAt, firedAt <= now + Self.believableLead {
            // What rings once has rung, until somebody sets it anew.
            if rule.isOneTime, firedAt >= after { return nil }
            after = max(after, firedAt)
        }
        if let notBefore { after = max(after, min(notBefore, now)) }
        guard rule.isEnabled else {
            // What this device was too late for has rung elsewhere.
            return stillToCome(rule).flatMap { $0 > max(after, now - RingMachine.missedAfter) ? $0 : nil }
        }
        if let skipUntil = rule.skipUntil { after = max(after, skipUntil) }
        return recurrence(of: rule).next(after: after)
    }

    /// When an alarm rings here that rings once, and has rung on another device already.
    ///
    /// It does where the clock here shows its time later than there. nil where it rang for the same moment.
    private func stillToCome(_ rule: AlarmRule) -> Date? {
        guard let skipUntil = rule.skipUntil, let moment = recurrence(of: rule).next(after: rule.setAt) else {
            return nil
        }
        return moment > skipUntil ? moment : nil
    }

    /// The time under which an alarm stands in a list: that of its own clock.
    ///
    /// One that rings once by the clock that is never set, as that of `alarmclock in`, stands under the time that the device's
    /// clock shows then: nobody lives by the other one.
    package func shownTime(of rule: AlarmRule, now: Date) -> ClockTime {
        guard rule.isOneTime, rule.zoneName == CalendarAlarmFile.steadyZone else { return rule.time }
        let moment = recurrence(of: rule).next(after: max(now, rule.skipUntil ?? .distantPast))
        return moment.map { deviceZone.clockTime(at: $0) } ?? rule.time
    }

    /// The first firing after the moment among the rules; the earlier in the list where several come together.
    ///
    /// - Parameters:
    ///   - date: The moment.
    ///   - rules: The alarms.
    /// - Returns: The firing, or nil where nothing rings.
    public func next(after date: Date, among rules: [AlarmRule]) -> Firing? {
        var best: (second: Int, id: UUID)?
        let now = date.wholeSecond
        for rule in rules where rule.isEnabled || rule.isOffSinceItRang {
            if !rule.isEnabled {
                guard let moment = stillToCome(rule)?.wholeSecond, moment > now else { continue }
                if best.map({ moment < $0.second }) ?? true { best = (moment, rule.id) }
                continue
            }
            let after = max(now, rule.skipUntil?.wholeSecond ?? now)
            if let best, after >= best.second { continue }
            guard let moment = recurrence(of: rule).next(after: after) else { continue }
            if best.map({ moment < $0.second }) ?? true { best = (moment, rule.id) }
        }
        return best.map { Firing(alarmID: $0.id, date: Date(timeIntervalSince1970: Double($0.second))) }
    }
}
