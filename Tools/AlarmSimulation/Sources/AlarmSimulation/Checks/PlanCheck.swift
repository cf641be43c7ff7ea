import AlarmClockCore
import Foundation

/// What is due and what comes next, for alarms in any state.
struct PlanCheck {
    let context: StoryContext
    let zones: StoryZones

    private static let day = 86_400.0

    func run() throws {
        var random = context.generator("plan")
        let setting = DeviceSetting(context, zones, part: "plan's device")
        try setting.change()
        let plan = FiringPlan(deviceZone: setting.table(), database: zones.database)
        let oracle = PlanOracle(lists: context.lists, device: setting.expected, zones: zones.named)
        let first = NaiveCalendar.start(of: zones.year) + random.number(40...300)
        for _ in 0..<5 {
            let now = Double(first) * Self.day + Double(random.number(0...4 * 86_400)) / 4
            var alarms: [SetAlarm] = []
            for number in 0..<random.number(1...4) {
                var alarm = alarm(number, now: now, &random)
                // Alarms of one moment come in the order of the list.
                if let other = alarms.last, random.once(in: 3) {
                    (alarm.minute, alarm.days, alarm.zoneName) = (other.minute, other.days, other.zoneName)
                    if random.flip() { (alarm.isEnabled, alarm.skipUntil) = (other.isEnabled, other.skipUntil) }
                    if random.flip() { alarm.setAt = other.setAt }
                }
                alarms.append(alarm)
            }
            let rules = alarms.compactMap(\.rule)
            try check(plan, oracle, alarms, rules, now, &random)
        }
        context.lists.removeAll()
    }

    private func check(
        _ plan: FiringPlan,
        _ oracle: PlanOracle,
        _ alarms: [SetAlarm],
        _ rules: [AlarmRule],
        _ now: Double,
        _ random: inout StoryRandom
    ) throws {
        let error = Double(context.error(in: .plan))
        for (alarm, rule) in zip(alarms, rules) {
            try context.requireEqual(
                plan.zone(of: rule).identifier,
                oracle.zone(of: alarm).name,
                .plan,
                "zone of \(alarm)"
            )
            for _ in 0..<2 {
                let (fired, passed) = (near(alarm, oracle, now, &random), random.once(in: 3) ? now - 5_000 : nil)
                // By this much an alarm may be late.
                let late = oracle.moments(of: alarm).first(after: alarm.setAt).map { Double($0 + 600) }
                let time = random.once(in: 4) ? late.map { $0 + random.pick([-1, -0.25, 0, 0.25]) } ?? now : now
                let found = plan.due(
                    rule,
                    firedAt: date(fired),
                    notBefore: date(passed),
                    now: date(time) ?? .distantPast
                )
                let expected = oracle.due(alarm, firedAt: fired, notBefore: passed, now: time).map { $0 + error }
                let words = "due at \(time), fired \(String(describing: fired)), \(alarm)"
                try context.requireEqual(found, date(expected), .plan, words)
            }
            let shown = plan.shownTime(of: rule, now: date(now) ?? .distantPast).minutes
            try context.requireEqual(shown, oracle.shownMinute(of: alarm, now: now), .plan, "shown time of \(alarm)")
        }
        // At a moment, and a second before one, as well as at any time.
        let moments = alarms.compactMap { oracle.moments(of: $0).first(after: random.flip() ? now : $0.setAt) }
        for time in [now] + moments.map({ Double($0 - random.number(0...1)) }) {
            try next(plan, oracle, alarms, rules, time)
        }
    }

    private func next(
        _ plan: FiringPlan,
        _ oracle: PlanOracle,
        _ alarms: [SetAlarm],
        _ rules: [AlarmRule],
        _ time: Double
    ) throws {
        let found = plan.next(after: date(time) ?? .distantPast, among: rules)
        let expected = oracle.next(after: time, among: alarms)
        let words = "next after \(time) among \(alarms)"
        try context.requireEqual(found?.date, date(expected?.moment), .plan, words)
        try context.requireEqual(
            found.map { SetAlarm.number(of: $0.alarmID) },
            expected?.number,
            .plan,
            "whose is \(words)"
        )
        context.record("plan: \(String(describing: expected))")
    }

    private func date(_ second: Double?) -> Date? { second.map(Date.init(timeIntervalSince1970:)) }

    /// When the alarm may have rung: never, at one of its moments, or by a clock that was wrong.
    private func near(_ alarm: SetAlarm, _ oracle: PlanOracle, _ now: Double, _ random: inout StoryRandom) -> Double? {
        let moments = oracle.moments(of: alarm)
        return switch random.number(1...6) {
        case 1, 2: nil
        case 3: moments.last(notAfter: now).map(Double.init)
        case 4: moments.first(after: now).map(Double.init)
        case 5: now + random.pick([43_200, 43_199, 43_201, 43_200.25, 90_000])
        default: alarm.setAt + random.pick([-1, 0, 1, 60])
        }
    }

    private func alarm(_ number: Int, now: Double, _ random: inout StoryRandom) -> SetAlarm {
        let isOnce = random.flip()
        var alarm = SetAlarm(
            number: number,
            minute: random.number(0...1_439),
            days: isOnce ? [] : Set((1...7).filter { _ in random.flip() }),
            setAt: now + random.pick([-20 * Self.day, -2 * Self.day, -3_600, -600, -0.5, 0, 60, 7_200, Self.day])
        )
        if random.once(in: 2) { alarm.zoneName = random.pick(zones.names + ["Nowhere/Land", PlanOracle.steadyZone]) }
        if random.once(in: 4), isOnce { alarm.zoneName = PlanOracle.steadyZone }
        let oracle = PlanOracle(
            lists: context.lists,
            device: SimulatedZone(name: "", firstOffset: 0),
            zones: zones.named
        )
        let moments = oracle.moments(of: alarm)
        if random.once(in: 5), let moment = moments.first(after: now - Self.day) { alarm.setAt = Double(moment) }
        switch random.number(1...6) {
        case 1: alarm.skipUntil = moments.first(after: now).map(Double.init)
        case 2: alarm.skipUntil = now + Double(random.number(-10...10)) * 40_000
        case 3: alarm.skipUntil = alarm.setAt + random.pick([-2, -1, -0.5, 0, 1])
        case 4: alarm.skipUntil = moments.first(after: alarm.setAt).map { Double($0) + random.pick([-2, -1, 0]) }
        default: break
        }
        alarm.isEnabled = random.number(1...3) > 1
        return alarm
    }
}
