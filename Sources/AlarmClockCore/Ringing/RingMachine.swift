import Foundation

/// Decides when alarms ring, fall silent, are snoozed or were missed.
///
/// A value: what happens goes in with the time at which it does, what is to be done comes out. It reads no clock and
/// touches no store, so that ten years pass in a test as fast as they can be computed.
public struct RingMachine: Sendable {
    /// An alarm that is later than this is not rung any more, but said to be missed.
    public static let missedAfter: TimeInterval = 600
    /// A repeating alarm that was missed longer ago is not spoken of.
    public static let missedIsNewsFor: TimeInterval = 86_400
    /// Nobody hears an alarm that rings longer.
    public static let silentAfter: TimeInterval = 600
    /// How often an alarm may be put off for one occurrence.
    public static let maximumSnoozes = 10
    /// How long an alarm may be put off, in minutes.
    public static let snoozeMinutes = 1...60

    private struct Entry {
        var alarm: RingingAlarm
        var memory: RingMemory
        /// When it is due next.
        var due: Date?
        /// Whether it was made heard since the machine was started.
        var isHeard = false
        /// What would have been due before, had the clock always been as it is now, is passed over.
        var notBefore: Date?
    }

    private var entries: [UUID: Entry] = [:]
    /// The alarms in the order of the list.
    private var order: [UUID] = []
    private var plan: FiringPlan
    /// When everything that was due had been looked after the last time.
    private var lookedAt: Date?

    /// A machine without alarms.
    public init(plan: FiringPlan) {
        self.plan = plan
    }

    // MARK: - What there is

    /// The clock of the device, as the machine knows it.
    var deviceZone: ZoneTable { plan.deviceZone }

    /// The alarms that make themselves heard, the one that began first in front.
    public var ringing: [Ring] {
        order.compactMap { entries[$0] }.filter(\.memory.isRinging)
            .sorted { ($0.memory.ringingSince ?? .distantPast) < ($1.memory.ringingSince ?? .distantPast) }
            .compactMap(Self.ring)
    }

    /// The alarms that are put off.
    public var snoozed: [RingMemory] {
        order.compactMap { entries[$0]?.memory }.filter { $0.snoozedUntil != nil }
    }

    /// What an alarm is for.
    func label(of id: UUID) -> String? { entries[id]?.alarm.label }

    /// When something is to be done next; nil: never, as things are.
    public var nextWake: Date? {
        entries.values.lazy.compactMap(Self.wake).min()
    }

    /// The alarm that comes up next, snoozed ones included.
    public var nextFiring: FiringPlan.Firing? {
        var best: FiringPlan.Firing?
        for id in order {
            guard let entry = entries[id] else { continue }
            let date = [entry.due, entry.memory.snoozedUntil].compactMap(\.self).min()
            guard let date, best.map({ date < $0.date }) ?? true else { continue }
            best = FiringPlan.Firing(alarmID: id, date: date)
        }
        return best
    }

    private static func wake(_ entry: Entry) -> Date? {
        let memory = entry.memory
        let silence = memory.isRinging ? memory.ringingSince.map { $0 + silentAfter } : nil
        return [entry.due, memory.snoozedUntil, silence].compactMap(\.self).min()
    }

    private static func ring(_ entry: Entry) -> Ring? {
        guard let occurrence = entry.memory.occurrence else { return nil }
        return Ring(
            alarm: entry.alarm,
            occurrence: occurrence,
            snoozeCount: entry.memory.snoozeCount,
            canSnooze: entry.alarm.snoozeEnabled && entry.memory.snoozeCount < maximumSnoozes
        )
    }

    // MARK: - What happens

    /// The alarms are these now, in the order of the list.
    ///
    /// - Parameters:
    ///   - alarms: All alarms.
    ///   - memories: What was remembered of them; used for alarms that the machine did not have.
    ///   - plan: The zones.
    ///   - now: The time.
    /// - Returns: What is to be done.
    public mutating func replace(
        _ alarms: [RingingAlarm],
        memories: [RingMemory] = [],
        plan: FiringPlan,
        now: Date
    ) -> [RingAction] {
        go(to: plan)
        let remembered = Dictionary(memories.map { ($0.alarmID, $0) }) { first, _ in first }
        var actions: [RingAction] = []
        let old = entries
        entries = [:]
        order = []
        for alarm in alarms where entries[alarm.rule.id] == nil {
            let id = alarm.rule.id
            var entry = old[id] ?? Entry(alarm: alarm, memory: remembered[id] ?? RingMemory(alarmID: id))
            entry.alarm = alarm
            entries[id] = entry
            order.append(id)
        }
        for (id, entry) in old where entries[id] == nil && entry.memory.isRinging {
            actions.append(.end(alarmID: id, .withdrawn))
        }
        return actions + clockMayHaveChanged(now: now)
    }

    /// The device is in these zones now, and its clock was set by so many seconds; forward is positive.
    public mutating func move(to plan: FiringPlan, clockSetBy seconds: TimeInterval = 0, now: Date) -> [RingAction] {
        go(to: plan)
        var actions: [RingAction] = []
        for id in order where seconds != 0 { actions += shift(id, by: seconds) }
        return actions + clockMayHaveChanged(now: now)
    }

    /// What the clock of another zone showed before is passed over, whoever hears of the zone first.
    private mutating func go(to plan: FiringPlan) {
        if plan.deviceZone != self.plan.deviceZone, let lookedAt { passOver(before: lookedAt) }
        self.plan = plan
    }

    /// How long it rings, or is put off, is time that passes, whatever the clock shows.
    private mutating func shift(_ id: UUID, by seconds: TimeInterval) -> [RingAction] {
        guard var memory = entries[id]?.memory, memory.occurrence != nil else { return [] }
        memory.ringingSince = memory.ringingSince.map { $0 + seconds }
        memory.snoozedUntil = memory.snoozedUntil.map { $0 + seconds }
        entries[id]?.memory = memory
        return [.remember(memory)]
    }

    /// The clock was set, or nobody knows.
    public mutating func clockMayHaveChanged(now: Date) -> [RingAction] {
        var actions: [RingAction] = []
        for id in order { actions += takeBackMiss(id, now: now) }
        // The hours that come once more are not hours in which the machine slept.
        if let lookedAt, now < lookedAt { passOver(before: now) }
        for id in order { refreshDue(id, now: now) }
        for id in order { actions += turnOffIfOver(id) }
        return actions + woke(now: now)
    }

    /// An alarm that rings once and has rung is off, also where the process ended before it could say so.
    private mutating func turnOffIfOver(_ id: UUID) -> [RingAction] {
        guard let entry = entries[id], entry.memory.occurrence == nil, let firedAt = entry.memory.lastFiredAt,
            entry.alarm.rule.isEnabled, entry.alarm.rule.ends(with: firedAt), entry.due == nil
        else { return [] }
        entries[id]?.alarm.rule.turnOff(after: firedAt)
        return [.turnOff(alarmID: id, occurrence: firedAt)]
    }

    /// A moment that is to come was not missed: the clock ran ahead when it was found to be past.
    private mutating func takeBackMiss(_ id: UUID, now: Date) -> [RingAction] {
        guard var entry = entries[id], entry.memory.wasOnlyMissed, entry.memory.occurrence == nil,
            let missed = entry.memory.lastFiredAt, missed > now
        else { return [] }
        let (rule, recurrence) = (entry.alarm.rule, plan.recurrence(of: entry.alarm.rule))
        entry.memory.wasOnlyMissed = false
        // What came before stays over.
        let last = rule.isOneTime ? nil : recurrence.last(notAfter: now.wholeSecond)
        entry.memory.lastFiredAt = last.map { Date(timeIntervalSince1970: Double($0)) }
        // Where it was to leave out an earlier moment, it still does.
        let isFirst = recurrence.next(after: min(rule.setAt, now)) == missed
        let skipUntil = isFirst ? nil : AlarmRule.markOfRing(missed)
        if rule.isOff(since: missed) {
            (entry.alarm.rule.isEnabled, entry.alarm.rule.skipUntil) = (true, skipUntil)
        }
        entries[id] = entry
        return [.remember(entry.memory), .takeBack(alarmID: id, occurrence: missed, skipUntil: skipUntil)]
    }

    private mutating func passOver(before date: Date) {
        for id in order { entries[id]?.notBefore = date }
    }

    /// The time that ``nextWake`` named has come, or another.
    public mutating func woke(now: Date) -> [RingAction] {
        var actions: [RingAction] = []
        lookedAt = now
        for id in order {
            guard let entry = entries[id] else { continue }
            let isBusy = entry.memory.occurrence != nil
            let isDue = entry.due.map { $0 <= now } ?? false
            if isBusy { actions += attend(id, now: now) }
            if isDue { actions += fire(id, now: now) }
        }
        return actions
    }

    /// Somebody stops an alarm that rings or is snoozed; nil means all that ring, or where none does, all snoozed ones.
    public mutating func stop(_ id: UUID?, now: Date) -> [RingAction] {
        concerned(id).flatMap { id, entry -> [RingAction] in
            guard let occurrence = entry.memory.occurrence else { return [] }
            return [.tellOthers(alarmID: id, occurrence: occurrence)] + finish(id, .stopped, now: now)
        }
    }

    /// Why an alarm was not put off.
    public enum SnoozeRefusal: Error, Equatable, Sendable {
        /// Nothing rings.
        case nothingRings
        /// The alarm is not to be put off.
        case notAllowed(label: String)
        /// It was put off too often.
        case tooOften(limit: Int)
        /// So long is not possible.
        case minutes(ClosedRange<Int>)
    }

    /// Somebody puts off an alarm that rings, or puts off a snoozed one anew, from now on; nil means all that ring, or
    /// where none does, all snoozed ones.
    ///
    /// The repeating time stays where it is.
    public mutating func snooze(_ id: UUID?, minutes: Int?, now: Date) throws(SnoozeRefusal) -> [RingAction] {
        if let minutes, !Self.snoozeMinutes.contains(minutes) { throw .minutes(Self.snoozeMinutes) }
        let candidates = concerned(id)
        guard !candidates.isEmpty else { throw .nothingRings }
        let possible = candidates.filter { $0.1.alarm.snoozeEnabled && $0.1.memory.snoozeCount < Self.maximumSnoozes }
        guard !possible.isEmpty else {
            let first = candidates[0].1
            guard first.alarm.snoozeEnabled else { throw .notAllowed(label: first.alarm.label) }
            throw .tooOften(limit: Self.maximumSnoozes)
        }
        var actions: [RingAction] = []
        for (id, entry) in possible { actions += putOff(id, entry, minutes: minutes, now: now) }
        return actions
    }

    // MARK: - One alarm

    private func concerned(_ id: UUID?) -> [(UUID, Entry)] {
        let busy = order.compactMap { other -> (UUID, Entry)? in
            guard id == nil || id == other, let entry = entries[other], entry.memory.occurrence != nil else {
                return nil
            }
            return (other, entry)
        }
        let ringing = busy.filter { $0.1.memory.isRinging }
        return ringing.isEmpty ? busy : ringing
    }

    private mutating func putOff(_ id: UUID, _ entry: Entry, minutes: Int?, now: Date) -> [RingAction] {
        let range = Self.snoozeMinutes
        let length = minutes ?? min(max(entry.alarm.snoozeMinutes, range.lowerBound), range.upperBound)
        let until = now + Double(length) * 60
        var entry = entry
        let wasRinging = entry.memory.isRinging
        entry.memory.snoozedUntil = until
        entry.memory.snoozeCount += 1
        entry.isHeard = false
        entries[id] = entry
        return [.remember(entry.memory)] + (wasRinging ? [.end(alarmID: id, .snoozed(until: until))] : [])
    }

    private mutating func refreshDue(_ id: UUID, now: Date) {
        guard let entry = entries[id] else { return }
        // What rings once is not due again before it has ended, and then it is off: unless somebody sets it meanwhile.
        let isRunning = entry.memory.occurrence.map { entry.alarm.rule.ends(with: $0) } ?? false
        entries[id]?.due =
            isRunning
            ? nil
            : plan.due(entry.alarm.rule, firedAt: entry.memory.lastFiredAt, notBefore: entry.notBefore, now: now)
    }

    /// Looks after an alarm that rings or is snoozed.
    private mutating func attend(_ id: UUID, now: Date) -> [RingAction] {
        guard var entry = entries[id], let occurrence = entry.memory.occurrence else { return [] }
        if isWithdrawn(entry.alarm.rule, occurrence) { return finish(id, .withdrawn, now: now) }
        if let until = entry.memory.snoozedUntil {
            // Later than any snooze can be: the clock was set back meanwhile.
            let latest = now + Double(Self.snoozeMinutes.upperBound) * 60
            if until > latest {
                entry.memory.snoozedUntil = latest
                entries[id] = entry
                return [.remember(entry.memory)]
            }
            if until > now { return [] }
            let isLate = now.timeIntervalSince(until) >= Self.missedAfter
            return isLate ? miss(id, occurrence, now: now) : begin(id, occurrence, now: now)
        }
        guard let since = entry.memory.ringingSince, since <= now else {
            // The clock was set back while it rang.
            entry.memory.ringingSince = now
            entries[id] = entry
            return [.remember(entry.memory)] + (entry.isHeard ? [] : begin(id, occurrence, now: now))
        }
        if now.timeIntervalSince(since) >= Self.silentAfter {
            // Where the process ended while it rang, nobody knows whether somebody heard it.
            guard entry.isHeard else { return miss(id, occurrence, now: now) }
            return finish(id, .silenced, now: now) + [.unheard(entry.alarm, occurrence: occurrence)]
        }
        return entry.isHeard ? [] : resume(id)
    }

    /// Whether somebody wants an occurrence to be silent: stopped it, on whatever device, turned the alarm off, or gave one
    /// that rings once another time.
    ///
    /// That times to come are left out silences nothing: whoever leaves out tomorrow while today's alarm is put off still
    /// wants to be woken today.
    private func isWithdrawn(_ rule: AlarmRule, _ occurrence: Date) -> Bool {
        if rule.isStopped(for: occurrence) || plan.hasMoved(rule, since: occurrence) { return true }
        // What rings once is off, and nobody has set it since: it has rung to its end on another device, unheard.
        return !rule.isEnabled && !rule.ends(with: occurrence)
    }

    /// An alarm is due that was not before.
    private mutating func fire(_ id: UUID, now: Date) -> [RingAction] {
        guard let entry = entries[id], let due = entry.due, due <= now else { return [] }
        let recurrence = plan.recurrence(of: entry.alarm.rule)
        // Of several that passed while the machine slept, the last one counts.
        let last = recurrence.last(notAfter: now.wholeSecond).map { Date(timeIntervalSince1970: Double($0)) }
        let occurrence = entry.alarm.rule.isOneTime ? due : max(last ?? due, due)
        var actions: [RingAction] = []
        if entry.memory.occurrence != nil { actions += finish(id, .withdrawn, now: now, turnsOff: false) }
        entries[id]?.memory.lastFiredAt = occurrence
        entries[id]?.memory.snoozeCount = 0
        entries[id]?.memory.ringingSince = nil
        let isLate = now.timeIntervalSince(occurrence) >= Self.missedAfter
        entries[id]?.memory.wasOnlyMissed = isLate
        actions += isLate ? miss(id, occurrence, now: now) : begin(id, occurrence, now: now)
        refreshDue(id, now: now)
        return actions
    }

    private mutating func begin(_ id: UUID, _ occurrence: Date, now: Date) -> [RingAction] {
        guard var entry = entries[id] else { return [] }
        entry.memory.occurrence = occurrence
        entry.memory.ringingSince = now
        entry.memory.snoozedUntil = nil
        entry.isHeard = true
        entries[id] = entry
        return [.remember(entry.memory)] + (Self.ring(entry).map { [.begin($0)] } ?? [])
    }

    /// Makes an alarm heard again that rang when the process before this one ended.
    private mutating func resume(_ id: UUID) -> [RingAction] {
        entries[id]?.isHeard = true
        return entries[id].flatMap(Self.ring).map { [.begin($0)] } ?? []
    }

    private mutating func miss(_ id: UUID, _ occurrence: Date, now: Date) -> [RingAction] {
        guard let entry = entries[id] else { return [] }
        // Nobody wants to hear on a first start, or after weeks, of every alarm that there would have been.
        let isNews = entry.alarm.rule.isOneTime || now.timeIntervalSince(occurrence) <= Self.missedIsNewsFor
        let notice: [RingAction] = isNews ? [.missed(entry.alarm, occurrence: occurrence)] : []
        return notice + finish(id, nil, occurrence: occurrence, now: now)
    }

    /// Ends an occurrence for good.
    private mutating func finish(
        _ id: UUID,
        _ end: RingEnd?,
        occurrence: Date? = nil,
        now: Date,
        turnsOff: Bool = true
    ) -> [RingAction] {
        guard var entry = entries[id] else { return [] }
        let wasRinging = entry.memory.isRinging
        let occurrence = occurrence ?? entry.memory.occurrence
        // When it began stays: that it rang tells it from what was only missed.
        entry.memory.occurrence = nil
        entry.memory.snoozedUntil = nil
        entry.memory.snoozeCount = 0
        entry.isHeard = false
        let isAll = occurrence.map { entry.alarm.rule.ends(with: $0) } ?? false
        let isOver = isAll && entry.alarm.rule.isEnabled && turnsOff
        if isOver, let occurrence { entry.alarm.rule.turnOff(after: occurrence) }
        entries[id] = entry
        refreshDue(id, now: now)
        var actions: [RingAction] = []
        if isOver, let occurrence { actions.append(.turnOff(alarmID: id, occurrence: occurrence)) }
        actions.append(.remember(entry.memory))
        if let end, wasRinging { actions.append(.end(alarmID: id, end)) }
        return actions
    }
}
