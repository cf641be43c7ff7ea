import AlarmClockCore
import Foundation
import SwiftData

/// A person at a device with alarms: what is drawn, and what is done by the app's own manager.
struct AlarmPerson {
    private unowned let world: World
    private let app: AlarmApp
    private let writer: TaleWriter

    init(world: World, app: AlarmApp) throws {
        (self.world, self.app) = (world, app)
        writer = TaleWriter(world: world, device: app.device.number, tale: \.alarms, shown: try app.graph())
    }

    // MARK: Drawing

    func drawAction() -> PersonAction {
        let known = writer.shown.objects.keys.sorted()
        let draw = world.random.number(1...100)
        guard draw > 30, let alarm = world.random.element(of: known) else { return .addAlarm("a\(world.alarms.count)") }
        switch draw {
        case 31...55: return .changeAlarm(alarm, .label)
        case 56...70: return .changeAlarm(alarm, .time)
        case 71...80: return .changeAlarm(alarm, .days)
        case 81...88: return .changeAlarm(alarm, .isEnabled)
        default: return .deleteAlarm(alarm)
        }
    }

    // MARK: Doing

    /// Does something, if the alarm is there.
    func perform(_ action: PersonAction) throws {
        let context = ModelContext(app.modelContainer)
        let clock = app.device.clock
        let manager = AlarmManager(modelContext: context, now: { clock.date })
        switch action {
        case .addAlarm(let key): try add(key, manager)
        case .changeAlarm(let key, let part):
            if let alarm = try alarm(key, context) { try change(alarm, key, part, manager) }
        case .deleteAlarm(let key):
            guard let alarm = try alarm(key, context) else { return }
            try manager.deleteAlarm(alarm)
            writer.deleted([key])
        default: break
        }
    }

    private func alarm(_ key: String, _ context: ModelContext) throws -> Alarm? {
        try context.fetch(FetchDescriptor<Alarm>()).first { world.alarmKey($0.id) == key }
    }

    /// A label and a time that no alarm has had, while there are minutes of a day left.
    private var fresh: (label: String, time: ClockTime) {
        let count = world.alarms.count
        let time = Date(timeIntervalSinceReferenceDate: Double(count % (24 * 60)) * 60)
        return ("v\(count)", ClockTime(showing: time, in: .gmt))
    }

    private func add(_ key: String, _ manager: AlarmManager) throws {
        let (label, time) = fresh
        let alarm = Alarm(id: world.alarmID(key), time: time.date, label: label)
        (alarm.createdAt, alarm.updatedAt) = (app.device.clock.date, app.device.clock.date)
        try manager.addAlarm(alarm)
        writer.made(key, ["label": label, "minutes": "\(time.minutes)"])
    }

    private func change(
        _ alarm: Alarm,
        _ key: String,
        _ part: PersonAction.AlarmPart,
        _ manager: AlarmManager
    ) throws {
        switch part {
        case .label:
            alarm.label = fresh.label
            try manager.updateAlarm(alarm)
            writer.wrote(key, ["label": alarm.label])
        case .time:
            let time = fresh.time
            alarm.time = time.date
            try manager.updateAlarm(alarm)
            writer.wrote(key, ["minutes": "\(time.minutes)"])
        case .days:
            manager.setDays(WeekdaySet([1 + world.alarms.count % 7, 1 + world.alarms.count / 7 % 7]), of: alarm)
            try manager.updateAlarm(alarm)
            writer.log("sets the days of \(key)")
        case .isEnabled:
            try manager.toggleAlarm(alarm, enabled: !alarm.isEnabled)
            writer.log("toggles \(key)")
        }
    }
}

extension World {
    /// What an alarm is called in a run.
    func alarmKey(_ id: UUID) -> String { alarmKeys[id] ?? "unknown \(id)" }

    /// The identifier of an alarm of this name, made if need be.
    func alarmID(_ key: String) -> UUID {
        if let known = alarmKeys.first(where: { $0.value == key }) { return known.key }
        let id = products.uuid()
        alarmKeys[id] = key
        return id
    }
}
