import AlarmClockCore
import Foundation

/// The moments of times and days, one after the other, beside a slow clock.
struct RecurrenceCheck {
    let context: StoryContext
    let zones: StoryZones

    private static let day = 86_400

    func run() throws {
        var random = context.generator("recurrence")
        for name in zones.names {
            guard let zone = zones.named[name] else { continue }
            let table = try zones.table(name)
            for _ in 0..<2 { try window(table, zone, &random) }
        }
        let ruled = zones.ruleZone()
        let device = DeviceZone(variables: ["TZ": ruled.text], root: context.folder.root, database: zones.database)
        try window(device.table(), ruled.zone, &random)
    }

    private func window(_ table: ZoneTable, _ zone: SimulatedZone, _ random: inout StoryRandom) throws {
        let center = center(zone, &random)
        let start = max(center - random.number(1...3 * Self.day), StoryZones.lowest(of: zone) + 5 * Self.day)
        let end = start + random.number(4...20) * Self.day
        for _ in 0..<2 {
            let minute = minute(near: center, zone, &random)
            let days = random.once(in: 3) ? Set((1...7).filter { _ in random.flip() }) : []
            zone.error = context.error(in: .recurrence)
            defer { zone.error = 0 }
            let expected = SlowClock(zone: zone, minute: minute, days: days).moments(from: start, to: end)
            let words = "\(zone.name), \(TypedTime.shown(minute)) on \(days.sorted()) from \(start) to \(end)"
            context.record("\(words): \(expected.count)")
            let found = try moments(minute, days, table, from: start, to: end)
            try context.requireEqual(found, expected, .recurrence, words)
            let asleep = center + random.pick([0, 60, 900, 1_800, 3_599, 7_200, random.number(-86_400...86_400)])
            if (start..<end).contains(asleep) { try sleep(minute, days, table, expected, from: start, to: asleep) }
            if random.once(in: 3) { try between(minute, days, table, expected, start, &random) }
        }
    }

    /// A change of the clock, or any moment.
    private func center(_ zone: SimulatedZone, _ random: inout StoryRandom) -> Int {
        let years = [zones.year, zones.year, 2_038, 2_100, 2_199, 2_200, random.number(1_971...2_190)]
        let any = NaiveCalendar.start(of: random.pick(years)) * Self.day + random.number(-20...345) * Self.day
        if !zone.changes.isEmpty, random.once(in: 3) { return random.pick(zone.changes).second }
        return random.once(in: 4) ? any : zone.nextChange(after: any) ?? any
    }

    /// Minutes that a clock jumps over, or shows twice, are more often asked for than others.
    private func minute(near center: Int, _ zone: SimulatedZone, _ random: inout StoryRandom) -> Int {
        let edges = [zone.local(at: center - 1).seconds, zone.local(at: center).seconds]
        let minute =
            switch random.number(1...4) {
            case 1: random.pick([0, 1, 1_439, 720])
            case 2: random.number(0...1_439)
            default: random.pick(edges) / 60 + random.pick([-60, -30, -1, 0, 1, 30, 59])
            }
        return NaiveCalendar.quotientAndRest(minute, by: 1_440).rest
    }

    private func moments(
        _ minute: Int,
        _ days: Set<Int>,
        _ table: ZoneTable,
        from start: Int,
        to end: Int
    ) throws -> [Int] {
        guard let time = ClockTime(hour: minute / 60, minute: minute % 60) else { return [] }
        let recurrence = Recurrence(time: time, days: WeekdaySet(days.sorted()), zone: table)
        var found: [Int] = []
        var second = start - 1
        while let next = recurrence.next(after: Date(second: second)), next < Date(second: end) {
            second = Int(next.timeIntervalSince1970)
            let isLater = found.last.map { $0 < second } ?? true
            try context.require(isLater, .recurrence, "the moment after \(found.last ?? 0) is \(second)")
            found.append(second)
        }
        return found
    }

    /// From any moment on, not only from one at which it rang.
    private func between(
        _ minute: Int,
        _ days: Set<Int>,
        _ table: ZoneTable,
        _ expected: [Int],
        _ start: Int,
        _ random: inout StoryRandom
    ) throws {
        guard let time = ClockTime(hour: minute / 60, minute: minute % 60), let last = expected.last else { return }
        let recurrence = Recurrence(time: time, days: WeekdaySet(days.sorted()), zone: table)
        let second = random.number(start - 1...max(start, last - 1))
        let moment = Date(timeIntervalSince1970: Double(second) + 0.5)
        let next = expected.first { $0 > second }
        try context.requireEqual(
            recurrence.next(after: moment),
            next.map(Date.init(second:)),
            .recurrence,
            "\(table.identifier), \(TypedTime.shown(minute)) after \(second)"
        )
    }

    /// Of the moments that passed while a device slept the last one counts, also where its clock shows an earlier day again.
    private func sleep(
        _ minute: Int,
        _ days: Set<Int>,
        _ table: ZoneTable,
        _ expected: [Int],
        from start: Int,
        to end: Int
    ) throws {
        let repeated = days.isEmpty ? Set(1...7) : days
        let alarm = SetAlarm(number: 0, minute: minute, days: repeated, setAt: Double(start - 1))
        let plan = FiringPlan(deviceZone: table, database: zones.database)
        var machine = RingMachine(plan: plan)
        _ = machine.replace(StoryDevice.ringing([alarm]), plan: plan, now: Date(second: start - 1))
        var last: Date?
        for case .remember(let memory) in machine.woke(now: Date(second: end)) { last = memory.lastFiredAt }
        let words =
            "\(table.identifier), \(TypedTime.shown(minute)) on \(days.sorted()), asleep from \(start) to \(end)"
        try context.requireEqual(last, expected.last { $0 <= end }.map(Date.init(second:)), .recurrence, words)
    }
}
