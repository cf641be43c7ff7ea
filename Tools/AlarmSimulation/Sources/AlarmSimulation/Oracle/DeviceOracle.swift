/// What one device does about its alarms, as the documentation has it, over lists of moments.
///
/// Each call answers what is to happen, a line for each alarm: `3 begin 1780000000 0`.
struct DeviceOracle {
    /// What a device has to know after its process has ended.
    struct Memory: Equatable {
        var lastFired: Double?
        var occurrence: Double?
        var ringingSince: Double?
        var snoozedUntil: Double?
        var snoozes = 0
        var wasOnlyMissed = false

        var isRinging: Bool { occurrence != nil && snoozedUntil == nil }
    }

    private struct Entry {
        var alarm: SetAlarm
        var memory = Memory()
        var due: Double?
        var isHeard = false
        var notBefore: Double?
    }

    private(set) var plan: PlanOracle
    private var entries: [Entry] = []
    private var checkedAt: Double?

    private static let missedAfter = 600.0
    private static let silentAfter = 600.0
    private static let newsFor = 86_400.0
    private static let mostSnoozes = 10

    init(plan: PlanOracle) { self.plan = plan }

    // MARK: What can be seen

    var memories: [Int: Memory] { Dictionary(uniqueKeysWithValues: entries.map { ($0.alarm.number, $0.memory) }) }

    /// The alarms that are heard, with their occurrences, and whether they may be put off.
    var ringing: [String] {
        entries.filter(\.memory.isRinging).map {
            let mayWait = $0.alarm.maySnooze && $0.memory.snoozes < Self.mostSnoozes
            return "\($0.alarm.number) \($0.memory.occurrence ?? 0) \($0.memory.snoozes) \(mayWait)"
        }.sorted()
    }

    var snoozed: [String] {
        entries.compactMap { entry in entry.memory.snoozedUntil.map { "\(entry.alarm.number) \($0)" } }.sorted()
    }

    /// When something is to be done next.
    var nextWake: Double? {
        entries.flatMap { entry in
            let end = entry.memory.isRinging ? entry.memory.ringingSince.map { $0 + Self.silentAfter } : nil
            return [entry.due, entry.memory.snoozedUntil, end].compactMap(\.self)
        }.min()
    }

    /// The alarm that comes up next.
    var next: (number: Int, moment: Double)? {
        var best: (number: Int, moment: Double)?
        for entry in entries {
            let moment = [entry.due, entry.memory.snoozedUntil].compactMap(\.self).min()
            if let moment, moment < best?.moment ?? .infinity { best = (entry.alarm.number, moment) }
        }
        return best
    }

    // MARK: What happens

    mutating func replace(
        _ alarms: [SetAlarm],
        memories: [Int: Memory] = [:],
        plan: PlanOracle,
        now: Double
    ) -> [String] {
        move(plan)
        let old = entries
        entries = alarms.map { alarm in
            guard var entry = old.first(where: { $0.alarm.number == alarm.number }) else {
                return Entry(alarm: alarm, memory: memories[alarm.number] ?? Memory())
            }
            entry.alarm = alarm
            return entry
        }
        let gone = old.filter { entry in !alarms.contains { $0.number == entry.alarm.number } }
        let ends = gone.filter(\.memory.isRinging).map { "\($0.alarm.number) end withdrawn" }
        return ends + replan(now)
    }

    mutating func move(to plan: PlanOracle, clockSetBy seconds: Double, now: Double) -> [String] {
        move(plan)
        // A snooze, and the ten minutes of ringing, last as long as they were to.
        for index in entries.indices where entries[index].memory.occurrence != nil {
            entries[index].memory.ringingSince = entries[index].memory.ringingSince.map { $0 + seconds }
            entries[index].memory.snoozedUntil = entries[index].memory.snoozedUntil.map { $0 + seconds }
        }
        return replan(now)
    }

    /// The old clock's past does not come again by the new one.
    private mutating func move(_ plan: PlanOracle) {
        let isOther = !plan.device.isSame(as: self.plan.device)
        self.plan = plan
        if isOther, let checkedAt { passOver(checkedAt) }
    }

    private mutating func passOver(_ moment: Double) {
        for index in entries.indices { entries[index].notBefore = moment }
    }

    private mutating func replan(_ now: Double) -> [String] {
        var lines: [String] = []
        for index in entries.indices { lines += undoMiss(index, now) }
        if let checkedAt, now < checkedAt { passOver(now) }
        for index in entries.indices { refresh(index, now) }
        for index in entries.indices {
            let entry = entries[index]
            guard entry.memory.occurrence == nil, let fired = entry.memory.lastFired, entry.due == nil,
                entry.alarm.isEnabled, entry.alarm.isSpent(by: fired)
            else { continue }
            entries[index].alarm.turnOff(after: fired)
            lines.append("\(entry.alarm.number) turnOff \(fired)")
        }
        return lines + woke(now)
    }

    /// What was missed by a clock that was ahead is still to come.
    private mutating func undoMiss(_ index: Int, _ now: Double) -> [String] {
        let (alarm, memory) = (entries[index].alarm, entries[index].memory)
        guard memory.wasOnlyMissed, memory.occurrence == nil, let missed = memory.lastFired, missed > now else {
            return []
        }
        let moments = plan.moments(of: alarm)
        entries[index].memory.wasOnlyMissed = false
        entries[index].memory.lastFired =
            alarm.isOnce ? nil : moments.last(notAfter: now.rounded(.down)).map(Double.init)
        let isFirst = moments.first(after: min(alarm.setAt, now)).map(Double.init) == missed
        let skipUntil = isFirst ? nil : missed - 1
        if alarm.isOffOnly(because: missed) {
            entries[index].alarm.isEnabled = true
            entries[index].alarm.skipUntil = skipUntil
        }
        return ["\(alarm.number) takeBack \(missed) \(skipUntil.map { "\($0)" } ?? "-")"]
    }

    private mutating func refresh(_ index: Int, _ now: Double) {
        let entry = entries[index]
        if let occurrence = entry.memory.occurrence, entry.alarm.isSpent(by: occurrence) {
            entries[index].due = nil
        } else {
            let memory = entry.memory
            entries[index].due = plan.due(entry.alarm, firedAt: memory.lastFired, notBefore: entry.notBefore, now: now)
        }
    }

    mutating func woke(_ now: Double) -> [String] {
        checkedAt = now
        var lines: [String] = []
        for index in entries.indices {
            let isDue = entries[index].due.map { $0 <= now } ?? false
            if let occurrence = entries[index].memory.occurrence { lines += ringOn(index, occurrence, now) }
            if isDue, let due = entries[index].due, due <= now { lines += ring(index, due, now) }
        }
        return lines
    }

    // MARK: What a person does

    mutating func stop(_ number: Int?, now: Double) -> [String] {
        concerned(number).flatMap { index -> [String] in
            guard let occurrence = entries[index].memory.occurrence else { return [] }
            return ["\(entries[index].alarm.number) tellOthers \(occurrence)"] + finish(index, "stopped", now: now)
        }
    }

    /// A refusal is the only line.
    mutating func snooze(_ number: Int?, minutes: Int?, now: Double) -> [String] {
        if let minutes, !(1...60).contains(minutes) { return ["refused minutes"] }
        let candidates = concerned(number)
        guard let first = candidates.first else { return ["refused nothingRings"] }
        let possible = candidates.filter {
            entries[$0].alarm.maySnooze && entries[$0].memory.snoozes < Self.mostSnoozes
        }
        if possible.isEmpty { return [entries[first].alarm.maySnooze ? "refused tooOften" : "refused notAllowed"] }
        return possible.flatMap { index -> [String] in
            let until = now + Double(minutes ?? min(max(entries[index].alarm.snoozeMinutes, 1), 60)) * 60
            let wasRinging = entries[index].memory.isRinging
            entries[index].memory.snoozedUntil = until
            entries[index].memory.snoozes += 1
            entries[index].isHeard = false
            return wasRinging ? ["\(entries[index].alarm.number) end snoozed \(until)"] : []
        }
    }

    /// Those that ring, or where none does, those that are put off.
    private func concerned(_ number: Int?) -> [Int] {
        let busy = entries.indices.filter {
            entries[$0].memory.occurrence != nil && (number == nil || entries[$0].alarm.number == number)
        }
        let ringing = busy.filter { entries[$0].memory.isRinging }
        return ringing.isEmpty ? busy : ringing
    }

    // MARK: One alarm

    private mutating func ringOn(_ index: Int, _ occurrence: Double, _ now: Double) -> [String] {
        let (alarm, memory) = (entries[index].alarm, entries[index].memory)
        let isStopped = alarm.skipUntil?.rounded(.down) == occurrence.rounded(.down)
        let isOff = !alarm.isEnabled && !alarm.isSpent(by: occurrence)
        if isStopped || isOff || plan.hasMoved(alarm, since: occurrence) { return finish(index, "withdrawn", now: now) }
        if let until = memory.snoozedUntil {
            if until > now + 3_600 { entries[index].memory.snoozedUntil = now + 3_600 }
            if until > now { return [] }
            return now - until >= Self.missedAfter ? miss(index, occurrence, now) : begin(index, occurrence, now)
        }
        guard let since = memory.ringingSince, since <= now else {
            entries[index].memory.ringingSince = now
            return entries[index].isHeard ? [] : begin(index, occurrence, now)
        }
        let isHeard = entries[index].isHeard
        if now - since >= Self.silentAfter {
            guard isHeard else { return miss(index, occurrence, now) }
            return finish(index, "silenced", now: now) + ["\(alarm.number) unheard \(occurrence)"]
        }
        entries[index].isHeard = true
        return isHeard ? [] : ["\(alarm.number) begin \(occurrence) \(memory.snoozes)"]
    }

    /// Of several moments that passed the last one counts.
    private mutating func ring(_ index: Int, _ due: Double, _ now: Double) -> [String] {
        let alarm = entries[index].alarm
        let last = plan.moments(of: alarm).last(notAfter: now.rounded(.down)).map(Double.init)
        let occurrence = alarm.isOnce ? due : max(last ?? due, due)
        var lines: [String] = []
        if entries[index].memory.occurrence != nil { lines += finish(index, "withdrawn", now: now, turnsOff: false) }
        let isLate = now - occurrence >= Self.missedAfter
        entries[index].memory.lastFired = occurrence
        entries[index].memory.snoozes = 0
        entries[index].memory.ringingSince = nil
        entries[index].memory.wasOnlyMissed = isLate
        lines += isLate ? miss(index, occurrence, now) : begin(index, occurrence, now)
        refresh(index, now)
        return lines
    }

    private mutating func begin(_ index: Int, _ occurrence: Double, _ now: Double) -> [String] {
        entries[index].memory.occurrence = occurrence
        entries[index].memory.ringingSince = now
        entries[index].memory.snoozedUntil = nil
        entries[index].isHeard = true
        return ["\(entries[index].alarm.number) begin \(occurrence) \(entries[index].memory.snoozes)"]
    }

    private mutating func miss(_ index: Int, _ occurrence: Double, _ now: Double) -> [String] {
        let alarm = entries[index].alarm
        let isNews = alarm.isOnce || now - occurrence <= Self.newsFor
        return (isNews ? ["\(alarm.number) missed \(occurrence)"] : []) + finish(index, nil, occurrence, now: now)
    }

    private mutating func finish(
        _ index: Int,
        _ end: String?,
        _ missed: Double? = nil,
        now: Double,
        turnsOff: Bool = true
    ) -> [String] {
        let (alarm, memory) = (entries[index].alarm, entries[index].memory)
        entries[index].memory.occurrence = nil
        entries[index].memory.snoozedUntil = nil
        entries[index].memory.snoozes = 0
        entries[index].isHeard = false
        var lines: [String] = []
        if let moment = missed ?? memory.occurrence, turnsOff, alarm.isEnabled, alarm.isSpent(by: moment) {
            entries[index].alarm.turnOff(after: moment)
            lines.append("\(alarm.number) turnOff \(moment)")
        }
        refresh(index, now)
        if let end, memory.isRinging { lines.append("\(alarm.number) end \(end)") }
        return lines
    }
}
