import Foundation
import Testing

@testable import AlarmClockCore

/// A machine over some alarms, with a clock of its own.
struct Bench {
    var machine: RingMachine
    var alarms: [RingingAlarm]
    var now: Date
    var plan: FiringPlan
    /// What is kept over a restart.
    var memories: [UUID: RingMemory] = [:]

    init(
        _ alarms: [RingingAlarm],
        at text: String,
        zone: String = "Europe/Berlin",
        of database: ZoneDatabase = .fixtures
    ) throws {
        plan = FiringPlan(deviceZone: try database.zone(zone), database: database)
        machine = RingMachine(plan: plan)
        self.alarms = alarms
        now = try Bench.date(text)
        apply(machine.replace(alarms, plan: plan, now: now))
    }

    static func date(_ text: String) throws -> Date {
        try #require(ISO8601DateFormatter().date(from: text), "\(text)")
    }

    static func alarm(
        _ time: String,
        _ days: String = "daily",
        snoozeEnabled: Bool = true,
        set: String = "2026-11-01T00:00:00Z"
    ) throws -> RingingAlarm {
        let rule = AlarmRule(
            id: UUID(),
            time: try #require(ClockTime(time)),
            days: try #require(WeekdaySet(days)),
            setAt: try date(set)
        )
        return RingingAlarm(rule: rule, label: "tea", sound: "默认", snoozeEnabled: snoozeEnabled)
    }

    /// Keeps what is to be remembered, and lets the store turn alarms off.
    @discardableResult
    mutating func apply(_ actions: [RingAction]) -> [RingAction] {
        for action in actions {
            switch action {
            case .remember(let memory): memories[memory.alarmID] = memory
            case .turnOff(let id, let occurrence):
                let mark = AlarmRule.markOfRing(occurrence)
                change(id) { alarm in
                    guard alarm.rule.setAt <= occurrence else { return }
                    (alarm.rule.isEnabled, alarm.rule.skipUntil) = (false, max(alarm.rule.skipUntil ?? mark, mark))
                }
            case .tellOthers(let id, let date): change(id) { $0.rule.skipUntil = max($0.rule.skipUntil ?? date, date) }
            case .takeBack(let id, let occurrence, let skipUntil):
                change(id) { alarm in
                    guard alarm.rule.isOff(since: occurrence) else { return }
                    (alarm.rule.isEnabled, alarm.rule.skipUntil) = (true, skipUntil)
                }
            case .begin, .end, .missed, .unheard: break
            }
        }
        return actions.filter { if case .remember = $0 { false } else { true } }
    }

    mutating func change(_ id: UUID, _ body: (inout RingingAlarm) -> Void) {
        for index in alarms.indices where alarms[index].rule.id == id { body(&alarms[index]) }
    }

    mutating func wake(at text: String) throws -> [RingAction] {
        now = try Bench.date(text)
        return apply(machine.woke(now: now))
    }

    mutating func reload() -> [RingAction] {
        apply(machine.replace(alarms, plan: plan, now: now))
    }

    /// The process ends and another one begins.
    mutating func restart(at text: String) throws -> [RingAction] {
        now = try Bench.date(text)
        machine = RingMachine(plan: plan)
        return apply(machine.replace(alarms, memories: Array(memories.values), plan: plan, now: now))
    }

    /// Wakes as the machine asks for it.
    mutating func wakeWhenDue() throws -> [RingAction] {
        now = try #require(machine.nextWake)
        return apply(machine.woke(now: now))
    }
}

/// What is to be done, in words; what is only remembered has none of interest.
func names(_ actions: [RingAction]) -> [String] {
    actions.map { action in
        switch action {
        case .begin: "begin"
        case .end(_, let end): "end \(end)".split(separator: "(")[0].description
        case .missed: "missed"
        case .unheard: "unheard"
        case .turnOff: "turnOff"
        case .tellOthers: "tellOthers"
        case .takeBack: "takeBack"
        case .remember: "remember"
        }
    }
}
