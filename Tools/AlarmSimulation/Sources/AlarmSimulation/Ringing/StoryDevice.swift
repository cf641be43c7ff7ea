import AlarmClockCore
import Foundation

/// A device of a story: the product's machine, and the oracle beside it.
struct StoryDevice {
    let number: Int
    let setting: DeviceSetting
    var machine: RingMachine
    var oracle: DeviceOracle
    /// Seconds by which its clock is ahead.
    private(set) var clockError = 0.0
    var isRunning = true
    /// Whether the alarms were changed since it read them.
    var isBehind = false
    /// What it has to know after its process has ended, as the machine said.
    private var memories: [UUID: RingMemory] = [:]
    /// The moments for which it rang, while its clock only went forward.
    private var rung: Set<String> = []
    /// Those of them for which it rang when its process ended, and rings on in the next one.
    private var resumed: Set<String> = []

    /// What the product did, and what the oracle says.
    struct Outcome {
        var actions: [RingAction]
        var expected: [String]
    }

    init(number: Int, setting: DeviceSetting, plan: FiringPlan, oracle: PlanOracle) {
        (self.number, self.setting) = (number, setting)
        machine = RingMachine(plan: plan)
        self.oracle = DeviceOracle(plan: oracle)
    }

    // MARK: What happens

    mutating func replace(_ alarms: [SetAlarm], _ plans: (FiringPlan, PlanOracle), now: Double) -> Outcome {
        isBehind = false
        let actions = machine.replace(Self.ringing(alarms), plan: plans.0, now: Self.date(now))
        return Outcome(actions: actions, expected: oracle.replace(alarms, plan: plans.1, now: now))
    }

    /// Another process begins, with what the last one left behind.
    mutating func restart(_ alarms: [SetAlarm], _ plans: (FiringPlan, PlanOracle), now: Double) -> Outcome {
        (isRunning, isBehind) = (true, false)
        let known = oracle.memories
        machine = RingMachine(plan: plans.0)
        oracle = DeviceOracle(plan: plans.1)
        resumed = Set(known.filter(\.value.isRinging).map { "\($0) \($1.occurrence ?? 0)" })
        let left = memories.values.sorted { $0.alarmID.uuidString < $1.alarmID.uuidString }
        let actions = machine.replace(Self.ringing(alarms), memories: left, plan: plans.0, now: Self.date(now))
        return Outcome(actions: actions, expected: oracle.replace(alarms, memories: known, plan: plans.1, now: now))
    }

    /// Its clock is another, of which it has not heard.
    mutating func setClock(by seconds: Double) {
        clockError += seconds
        // What rang by a clock that was ahead may ring again.
        if seconds < 0 { rung = [] }
    }

    mutating func move(_ plans: (FiringPlan, PlanOracle), clockSetBy seconds: Double, now: Double) -> Outcome {
        let actions = machine.move(to: plans.0, clockSetBy: seconds, now: Self.date(now))
        return Outcome(actions: actions, expected: oracle.move(to: plans.1, clockSetBy: seconds, now: now))
    }

    /// The clock was set, and nobody knows by how much.
    mutating func clockMayHaveChanged(now: Double) -> Outcome {
        let actions = machine.clockMayHaveChanged(now: Self.date(now))
        return Outcome(actions: actions, expected: oracle.move(to: oracle.plan, clockSetBy: 0, now: now))
    }

    mutating func wake(now: Double) -> Outcome {
        Outcome(actions: machine.woke(now: Self.date(now)), expected: oracle.woke(now))
    }

    mutating func stop(_ number: Int?, now: Double) -> Outcome {
        let actions = machine.stop(number.map(SetAlarm.id(of:)), now: Self.date(now))
        return Outcome(actions: actions, expected: oracle.stop(number, now: now))
    }

    /// What was refused, if anything, is a line of its own.
    mutating func snooze(_ number: Int?, minutes: Int?, now: Double) -> (outcome: Outcome, refusal: String?) {
        let expected = oracle.snooze(number, minutes: minutes, now: now)
        do throws(RingMachine.SnoozeRefusal) {
            let actions = try machine.snooze(number.map(SetAlarm.id(of:)), minutes: minutes, now: Self.date(now))
            return (Outcome(actions: actions, expected: expected), nil)
        } catch {
            return (Outcome(actions: [], expected: expected), Self.words(error))
        }
    }

    private static func words(_ refusal: RingMachine.SnoozeRefusal) -> String {
        switch refusal {
        case .nothingRings: "refused nothingRings"
        case .notAllowed: "refused notAllowed"
        case .tooOften: "refused tooOften"
        case .minutes: "refused minutes"
        }
    }

    /// Stores what the product says that it has to know later; the first moment for which it rings twice.
    mutating func remember(_ actions: [RingAction]) -> String? {
        var twice: String?
        for action in actions {
            switch action {
            case .remember(let memory): memories[memory.alarmID] = memory
            case .begin(let ring) where ring.snoozeCount == 0:
                let number = SetAlarm.number(of: ring.alarm.rule.id)
                let key = "\(number) \(ring.occurrence.timeIntervalSince1970)"
                if resumed.remove(key) == nil, !rung.insert(key).inserted { twice = key }
            default: break
            }
        }
        return twice
    }

    // MARK: As lines

    static func date(_ second: Double) -> Date { Date(timeIntervalSince1970: second) }

    static func ringing(_ alarms: [SetAlarm]) -> [RingingAlarm] {
        alarms.compactMap { alarm in
            alarm.rule.map {
                RingingAlarm(
                    rule: $0,
                    label: "",
                    sound: "",
                    snoozeEnabled: alarm.maySnooze,
                    snoozeMinutes: alarm.snoozeMinutes
                )
            }
        }
    }

    static func lines(_ actions: [RingAction]) -> [String] { actions.compactMap(line) }

    private static func line(_ action: RingAction) -> String? {
        func words(_ id: UUID, _ name: String, _ date: Date) -> String {
            "\(SetAlarm.number(of: id)) \(name) \(date.timeIntervalSince1970)"
        }
        return switch action {
        case .remember: nil
        case .begin(let ring): words(ring.alarm.rule.id, "begin", ring.occurrence) + " \(ring.snoozeCount)"
        case .end(let id, .snoozed(let until)): words(id, "end snoozed", until)
        case .end(let id, let end): "\(SetAlarm.number(of: id)) end \(end)"
        case .missed(let alarm, let occurrence): words(alarm.rule.id, "missed", occurrence)
        case .unheard(let alarm, let occurrence): words(alarm.rule.id, "unheard", occurrence)
        case .turnOff(let id, let occurrence): words(id, "turnOff", occurrence)
        case .tellOthers(let id, let occurrence): words(id, "tellOthers", occurrence)
        case .takeBack(let id, let occurrence, let skipUntil):
            words(id, "takeBack", occurrence) + " " + (skipUntil.map { "\($0.timeIntervalSince1970)" } ?? "-")
        }
    }

    /// What the machine shows, as the oracle has it.
    var shown: [[String]] {
        let ringing = machine.ringing.map { ring in
            let number = SetAlarm.number(of: ring.alarm.rule.id)
            return "\(number) \(ring.occurrence.timeIntervalSince1970) \(ring.snoozeCount) \(ring.canSnooze)"
        }
        let snoozed = machine.snoozed.compactMap { memory in
            memory.snoozedUntil.map { "\(SetAlarm.number(of: memory.alarmID)) \($0.timeIntervalSince1970)" }
        }
        let next = machine.nextFiring.map { "\(SetAlarm.number(of: $0.alarmID)) \($0.date.timeIntervalSince1970)" }
        let wake = machine.nextWake.map { "\($0.timeIntervalSince1970)" }
        return [ringing.sorted(), snoozed.sorted(), [next ?? "-"], [wake ?? "-"]]
    }

    var expectedShown: [[String]] {
        let next = oracle.next.map { "\($0.number) \($0.moment)" }
        return [oracle.ringing, oracle.snoozed, [next ?? "-"], [oracle.nextWake.map { "\($0)" } ?? "-"]]
    }
}
