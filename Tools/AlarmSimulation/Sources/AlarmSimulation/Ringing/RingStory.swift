import AlarmClockCore
import Foundation

/// Some weeks of a person with one or two devices: alarms are set and changed, ring, are stopped and put off, while the
/// devices travel, sleep and end.
final class RingStory {
    let context: StoryContext
    let zones: StoryZones
    var random: StoryRandom
    var devices: [StoryDevice] = []
    var alarms: [SetAlarm] = []
    var made = 0
    /// Seconds since 1970, in truth.
    var time: Double

    static let day = 86_400.0

    init(_ context: StoryContext, _ zones: StoryZones) throws {
        (self.context, self.zones) = (context, zones)
        random = context.generator("ringing")
        time = Double(NaiveCalendar.start(of: zones.year) + random.number(20...340)) * Self.day
        for number in 0..<random.number(1...2) {
            let setting = DeviceSetting(context, zones, part: "setting \(number)")
            try set(setting, of: number)
            let plans = plans(of: setting)
            devices.append(StoryDevice(number: number, setting: setting, plan: plans.0, oracle: plans.1))
        }
        let zone = devices[0].setting.expected
        if random.flip(), let change = zone.nextChange(after: Int(time)), Double(change) < time + 400 * Self.day {
            // Shortly before the clock is moved.
            time = Double(change) - Double(random.number(0...4 * 86_400))
        }
    }

    func run() throws {
        for _ in 0..<random.number(2...4) { try addAlarm() }
        try changed(by: 0)
        for step in 0..<random.number(24...72) {
            context.record("step \(step) at \(time)")
            try sync()
            random.number(1...100) <= 60 ? try advance() : try event()
        }
    }

    func set(_ setting: DeviceSetting, of number: Int) throws {
        // The files below the root are those of the first device.
        if number == 0 { return try setting.change() }
        if let zone = zones.named[random.pick(zones.names)] { setting.set(to: zone) }
    }

    func plans(of setting: DeviceSetting) -> (FiringPlan, PlanOracle) {
        (
            FiringPlan(deviceZone: setting.table(), database: zones.database),
            PlanOracle(lists: context.lists, device: setting.expected, zones: zones.named)
        )
    }

    func now(_ index: Int) -> Double { time + devices[index].clockError }

    // MARK: Comparison

    /// Plays a call on one device, compares it with the oracle, and stores what it says.
    func play(
        _ index: Int,
        _ name: String,
        _ call: (inout StoryDevice, Double) -> StoryDevice.Outcome
    ) throws {
        let now = now(index)
        devices[index].oracle.plan.device.error = context.error(in: .ringing) * 60
        let outcome = call(&devices[index], now)
        devices[index].oracle.plan.device.error = 0
        let (found, expected) = (StoryDevice.lines(outcome.actions), outcome.expected)
        context.record("device \(index) \(name) at \(now): \(found.joined(separator: ", "))")
        try require(Self.byAlarm(found) == Self.byAlarm(expected), "\(name): \(found) instead of \(expected)", index)
        if let twice = devices[index].remember(outcome.actions) {
            throw Violation(invariant: .ringing, words: "device \(index) rings twice: \(twice)")
        }
        let (shown, wanted) = (devices[index].shown, devices[index].expectedShown)
        try require(shown == wanted, "after \(name): \(shown) instead of \(wanted)", index)
        for case .begin(let ring) in outcome.actions where ring.snoozeCount == 0 && name == "wake" {
            let late = now - ring.occurrence.timeIntervalSince1970
            try require(late >= 0 && late < 600, "\(name): \(late) s late", index)
        }
        for action in outcome.actions { store(action) }
    }

    private func require(_ isGood: Bool, _ words: @autoclosure () -> String, _ index: Int) throws {
        try context.require(isGood, .ringing, "device \(index) at \(now(index)), \(words())")
    }

    /// The order of lines counts for each alarm by itself.
    private static func byAlarm(_ lines: [String]) -> [String: [String]] {
        Dictionary(grouping: lines) { String($0.prefix { $0 != " " }) }
    }

    // MARK: The store

    /// What ringing changes in the alarms that all devices share.
    private func store(_ action: RingAction) {
        switch action {
        case .turnOff(let id, let date):
            let moment = date.timeIntervalSince1970
            change(id) { if $0.isEnabled, $0.isSpent(by: moment) { $0.turnOff(after: moment) } }
        case .tellOthers(let id, let date):
            let moment = date.timeIntervalSince1970
            change(id) { $0.skipUntil = max($0.skipUntil ?? moment, moment) }
        case .takeBack(let id, let date, let skipUntil):
            change(id) {
                guard $0.isOffOnly(because: date.timeIntervalSince1970) else { return }
                ($0.isEnabled, $0.skipUntil) = (true, skipUntil?.timeIntervalSince1970)
            }
        default: break
        }
    }

    private func change(_ id: UUID, _ body: (inout SetAlarm) -> Void) {
        let number = SetAlarm.number(of: id)
        for index in alarms.indices where alarms[index].number == number {
            let old = alarms[index]
            body(&alarms[index])
            if alarms[index] != old { for device in devices.indices { devices[device].isBehind = true } }
        }
    }

    /// Some devices hear of what was changed.
    private func sync() throws {
        for index in devices.indices where devices[index].isRunning && devices[index].isBehind && random.flip() {
            try reload(index)
        }
    }

    func reload(_ index: Int) throws {
        let plans = plans(of: devices[index].setting)
        try play(index, "replace") { $0.replace(alarms, plans, now: $1) }
    }

    /// A person changed alarms on one device.
    func changed(by index: Int) throws {
        for device in devices.indices { devices[device].isBehind = true }
        if devices[index].isRunning { try reload(index) }
    }
}
