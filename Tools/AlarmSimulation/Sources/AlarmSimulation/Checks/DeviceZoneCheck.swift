import AlarmClockCore
import Foundation

/// The zone of a device: from the variable `TZ`, the link or the file `/etc/localtime`, or the name in `/etc/timezone`.
final class DeviceSetting {
    private let context: StoryContext
    private let zones: StoryZones
    private var random: StoryRandom

    /// The variables of the device.
    private(set) var variables: [String: String] = [:]
    /// The zone that the device is to have.
    private(set) var expected = SimulatedZone(name: SimulatedZone.gmtName, firstOffset: 0)

    init(_ context: StoryContext, _ zones: StoryZones, part: String) {
        (self.context, self.zones, random) = (context, zones, context.generator(part))
    }

    private var localtime: String { context.folder.root + "/etc/localtime" }
    private var timezone: String { context.folder.root + "/etc/timezone" }

    /// The product's table for it.
    func table() -> ZoneTable {
        DeviceZone(variables: variables, root: context.folder.root, database: zones.database).table()
    }

    /// The variable says a zone, and nothing else of the device counts.
    func set(to zone: SimulatedZone) { (variables, expected) = (["TZ": zone.name], zone) }

    /// Another setting, of any kind.
    func change() throws {
        try setFiles()
        let (name, zone) = anyZone()
        switch random.number(1...10) {
        case 1, 2: (variables, expected) = (["TZ": random.flip() ? name : ":\(name)"], zone)
        case 3:
            variables = ["TZ": random.pick(["", ":"])]
            expected = SimulatedZone(name: SimulatedZone.gmtName, firstOffset: 0)
        case 4:
            variables = ["TZ": (random.flip() ? ":" : "") + "\(context.folder.zones)/\(name)"]
            expected = zone.named("localtime")
        case 5, 6:
            let rule = zones.ruleZone()
            (variables, expected) = (["TZ": (random.flip() ? ":" : "") + rule.text], rule.zone)
        case 7: variables = ["TZ": random.pick(["Nowhere", "/nowhere/at/all", zones.wrongRule(), "../\(name)"])]
        default: variables = random.flip() ? [:] : ["LANG": name]
        }
    }

    private func anyZone() -> (String, SimulatedZone) {
        let name = random.pick(zones.names)
        return (name, zones.named[name] ?? expected)
    }

    /// What the device says where its variables say nothing.
    private func setFiles() throws {
        for path in [localtime, timezone] { context.folder.remove(path) }
        expected = SimulatedZone(name: SimulatedZone.gmtName, firstOffset: 0)
        let (name, zone) = anyZone()
        if random.flip(), let file = zones.files[name] {
            try context.folder.write(file.bytes, to: localtime)
            expected = zone.named("localtime")
        }
        if random.flip() {
            let (name, zone) = anyZone()
            let isGood = random.number(1...4) > 1
            let text = (isGood ? name : "No/\(name)") + random.pick(["", "\n", " \n\n"])
            try context.folder.write(Array(text.utf8), to: timezone)
            if isGood { expected = zone }
        }
        if random.flip() {
            let (name, zone) = anyZone()
            let isGood = random.number(1...4) > 1
            // A link in the place of a file.
            if !isGood, expected.name == "localtime" { expected = SimulatedZone(name: "GMT", firstOffset: 0) }
            let folder = isGood ? random.pick(["", "", "posix/", "right/"]) : "Nowhere/"
            // Systems have some zones several times.
            if isGood, !folder.isEmpty, let file = zones.files[name] {
                try context.folder.writeZone(folder + name, file.bytes)
            }
            try context.folder.link(localtime, to: "\(context.folder.zones)/\(folder)\(name)")
            if isGood { expected = zone }
        }
    }
}

extension SimulatedZone {
    /// The same clock under another name.
    func named(_ name: String) -> SimulatedZone {
        SimulatedZone(name: name, firstOffset: firstOffset, changes: changes, rule: rule)
    }
}

/// The device's zone, however it is set.
struct DeviceZoneCheck {
    let context: StoryContext
    let zones: StoryZones

    func run() throws {
        var random = context.generator("device clocks")
        try wrongRules()
        let setting = DeviceSetting(context, zones, part: "device settings")
        for _ in 0..<4 {
            try setting.change()
            let (table, zone) = (setting.table(), setting.expected)
            let words =
                "the device with \(setting.variables.keys.sorted()) is in \(table.identifier), not in \(zone.name)"
            try context.require(table.identifier == zone.name, .deviceZone, words)
            context.record("device: \(zone.name.hasPrefix("/") ? "a file" : zone.name)")
            zone.error = context.error(in: .deviceZone)
            defer { zone.error = 0 }
            for _ in 0..<3 {
                let second = max(
                    NaiveCalendar.start(of: zones.year) * 86_400 + random.number(-400...800) * 43_200,
                    StoryZones.lowest(of: zone)
                )
                let found = table.offset(at: Date(second: second))
                try context.requireEqual(found, zone.offset(at: second), .deviceZone, "\(zone.name) at \(second)")
            }
        }
    }

    /// A text that is no rule leaves a device without files with GMT.
    private func wrongRules() throws {
        for _ in 0..<10 {
            let text = zones.wrongRule()
            let root = context.folder.root + "/none"
            let table = DeviceZone(variables: ["TZ": text], root: root, database: zones.database).table()
            try context.requireEqual(table.identifier, SimulatedZone.gmtName, .deviceZone, "the device with “\(text)”")
        }
    }
}
