import AlarmClockCore
import Foundation

/// What happens in a story of rings.
extension RingStory {
    /// Time passes until a device wants to wake, or longer, where the machine sleeps.
    func advance() throws {
        let wakes = devices.indices.compactMap { index -> Double? in
            devices[index].isRunning ? devices[index].oracle.nextWake.map { $0 - devices[index].clockError } : nil
        }
        let next = wakes.min().map { max($0, time) }
        switch random.number(1...10) {
        case 1: time += Double(random.number(1...48)) * 3_600
        case 2: time += Double(random.number(1...2_400)) / 4
        default:
            time = next.flatMap { $0 < time + 40 * Self.day ? $0 : nil } ?? time + Double(random.number(1...100)) * 900
        }
        if random.once(in: 6) { time += random.pick([0.25, 1, 300, 599.75, 600, 601, 3_600, 30_000, 90_000]) }
        for index in devices.indices where devices[index].isRunning && !random.once(in: 12) {
            try play(index, "wake") { $0.wake(now: $1) }
        }
    }

    func event() throws {
        let index = random.number(0...devices.count - 1)
        switch random.number(1...20) {
        case 1, 2: try addAlarm()
        case 3, 4, 5, 6: try edit(by: index)
        case 7, 8, 9, 10: try answer(index)
        case 11, 12: try skip(by: index)
        case 13, 14: try travel(index)
        case 15: try setClock(index)
        case 16: try overshoot(index)
        case 17: try endOrBegin(index)
        case 18: try updateZone()
        case 19: try delete(by: index)
        default: try restart(index)
        }
    }

    // MARK: Alarms

    /// A new alarm, typed as a person types it.
    func addAlarm() throws {
        guard alarms.count < 6 else { return }
        let index = random.number(0...devices.count - 1)
        var alarm = SetAlarm(number: made, minute: 0, days: [], setAt: now(index))
        made += 1
        try type(into: &alarm, index)
        alarm.maySnooze = !random.once(in: 5)
        alarm.snoozeMinutes = random.pick([9, 5, 1, 60, 0, 99])
        alarms.insert(alarm, at: random.number(0...alarms.count))
        context.record("alarm \(alarm)")
        try changed(by: index)
    }

    /// A time and days, as text; what the product reads is what is meant.
    private func type(into alarm: inout SetAlarm, _ index: Int) throws {
        var (times, days) = (TypedTime(StoryRandom(seed: random.next())), TypedDays(StoryRandom(seed: random.next())))
        alarm.minute = minute(index)
        let timeText = times.text(minute: alarm.minute)
        try context.requireEqual(ClockTime(timeText)?.minutes, alarm.minute, .typedText, "“\(timeText)”")
        alarm.days = []
        if random.flip() {
            let typed = days.text()
            alarm.days = typed.days
            let found = WeekdaySet(typed.text)?.days
            try context.requireEqual(found, typed.days.sorted(), .typedText, "“\(typed.text)”")
        }
        if random.once(in: 3) { alarm.zoneName = zoneName() }
    }

    private func zoneName() -> String? {
        random.pick([nil, "Nowhere/Land", PlanOracle.steadyZone] + zones.names.map(Optional.some))
    }

    /// Often one that the clock shows soon, or that it jumps over or shows twice where it is moved next.
    private func minute(_ index: Int) -> Int {
        let zone = devices[index].setting.expected
        let second = Int(now(index))
        let shown: Int
        switch random.number(1...4) {
        case 1: return random.number(0...1_439)
        case 2: shown = zone.local(at: second + random.number(60...9_000)).seconds
        default:
            let change = zone.nextChange(after: second) ?? second
            shown =
                zone.local(at: random.flip() ? change - 1 : change).seconds + random.pick([-1_800, -60, 0, 60, 1_800])
        }
        return NaiveCalendar.quotientAndRest(NaiveCalendar.quotient(shown, by: 60), by: 1_440).rest
    }

    private func edit(by index: Int) throws {
        guard !alarms.isEmpty else { return }
        let place = random.number(0...alarms.count - 1)
        switch random.number(1...5) {
        case 1, 2: try type(into: &alarms[place], index)
        case 3: alarms[place].zoneName = zoneName()
        case 4: (alarms[place].isEnabled, alarms[place].skipUntil) = (random.number(1...3) > 1, nil)
        // Another label: nothing that rings is changed but when it was set.
        default: break
        }
        alarms[place].setAt = now(index)
        context.record("edited \(alarms[place])")
        try changed(by: index)
    }

    /// The next time is left out, or all times for some days.
    private func skip(by index: Int) throws {
        guard !alarms.isEmpty else { return }
        let place = random.number(0...alarms.count - 1)
        let alarm = alarms[place]
        if random.flip() {
            alarms[place].skipUntil = random.flip() ? now(index) + Double(random.number(0...9)) * Self.day : nil
        } else if let next = devices[index].oracle.plan.next(after: now(index), among: [alarm])?.moment {
            if alarm.isOnce {
                (alarms[place].isEnabled, alarms[place].skipUntil) = (false, nil)
            } else {
                alarms[place].skipUntil = next
            }
        }
        alarms[place].setAt = now(index)
        context.record("skipped \(alarms[place])")
        try changed(by: index)
    }

    private func delete(by index: Int) throws {
        guard alarms.count > 1 else { return }
        alarms.remove(at: random.number(0...alarms.count - 1))
        try changed(by: index)
    }

    // MARK: Devices

    /// Somebody stops what rings, or puts it off.
    private func answer(_ index: Int) throws {
        guard devices[index].isRunning else { return }
        let number = random.once(in: 3) ? alarms.randomElement(using: &random)?.number : nil
        if random.flip() { return try play(index, "stop") { $0.stop(number, now: $1) } }
        let minutes = random.pick([nil, 1, 5, 60, 0, 61, random.number(1...60)])
        var refusal: String?
        try play(index, "snooze") { device, now in
            var (outcome, refused) = device.snooze(number, minutes: minutes, now: now)
            refusal = refused
            if outcome.expected == [refused] { outcome.expected = [] }
            return outcome
        }
        context.record("snooze: \(refusal ?? "done")")
    }

    private func travel(_ index: Int) throws {
        try set(devices[index].setting, of: index)
        try readZones(index)
    }

    /// A device hears of another zone at once, or with the next change of the alarms, or with the next process.
    private func readZones(_ index: Int) throws {
        guard devices[index].isRunning else { return }
        let plans = plans(of: devices[index].setting)
        if random.once(in: 4) { return try reload(index) }
        try play(index, "move") { $0.move(plans, clockSetBy: 0, now: $1) }
    }

    private func setClock(_ index: Int) throws {
        let hours = random.pick([-1, 1, -0.5, 2, -11, 13, -48, 49, 120, -120, 0.1, -0.15])
        let isBack = devices[index].clockError != 0 && random.flip()
        try setClock(index, by: isBack ? -devices[index].clockError : hours * 3_600)
    }

    /// The clock runs ahead over what comes next, which is missed, and is set right again.
    private func overshoot(_ index: Int) throws {
        guard let next = devices[index].oracle.nextWake, next < now(index) + 20 * Self.day else { return }
        let seconds = (next - now(index) + Double(random.number(0...90_000))).rounded()
        try setClock(index, by: seconds)
        if random.once(in: 3) { return }
        if random.once(in: 3) { try advance() }
        try setClock(index, by: -seconds)
        if random.flip() { try advance() }
    }

    private func setClock(_ index: Int, by seconds: Double) throws {
        devices[index].setClock(by: seconds)
        guard devices[index].isRunning else { return }
        if random.once(in: 3) {
            return try play(index, "clock") { $0.clockMayHaveChanged(now: $1) }
        }
        let plans = plans(of: devices[index].setting)
        try play(index, "clock set by \(seconds)") { $0.move(plans, clockSetBy: seconds, now: $1) }
    }

    private func endOrBegin(_ index: Int) throws {
        if devices[index].isRunning { devices[index].isRunning = false } else { try restart(index) }
    }

    private func restart(_ index: Int) throws {
        let plans = plans(of: devices[index].setting)
        try play(index, "restart") { $0.restart(alarms, plans, now: $1) }
    }

    /// The system's zones are updated, of which nobody hears before somebody looks.
    private func updateZone() throws {
        guard random.flip() else { return }
        let name = random.pick(zones.names)
        try zones.write(name)
        for index in devices.indices {
            if index == 0 || devices[index].setting.expected.name == name { try set(devices[index].setting, of: index) }
            try readZones(index)
        }
    }
}
