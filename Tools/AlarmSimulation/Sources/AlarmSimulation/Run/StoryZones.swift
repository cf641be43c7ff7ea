import AlarmClockCore

/// The zones of a story, with their files.
final class StoryZones {
    private let context: StoryContext
    private var random: StoryRandom
    private var generator: ZoneGenerator
    private var rules: RuleGenerator
    let database: ZoneDatabase
    /// The year about which zones are made, and alarms ring.
    let year: Int

    /// All names under which a zone can be read.
    private(set) var named: [String: SimulatedZone] = [:]
    /// Names of plain files, in the order in which they were made.
    private(set) var names: [String] = []
    /// The files as they were written.
    private(set) var files: [String: ZoneFileWriter.File] = [:]

    private static let plainNames = [
        "Asia/Hill", "Europe/Fjord", "Lake", "America/New_Port/South", "Etc/GMT+5", "Etc/GMT-14", "x", "A-b_c+D/e9",
        "Z0",
    ]

    init(_ context: StoryContext) throws {
        self.context = context
        random = context.generator("zones")
        generator = ZoneGenerator(StoryRandom(seed: random.next()))
        rules = RuleGenerator(StoryRandom(seed: random.next()))
        database = ZoneDatabase(folder: context.folder.zones)
        year =
            random.once(in: 3)
            ? random.pick([1_972, 1_999, 2_000, 2_037, 2_099, 2_100, 2_198]) : random.number(2_020...2_040)
        var free = Self.plainNames
        for _ in 0..<random.number(2...3) {
            try write(free.remove(at: random.number(0...free.count - 1)))
        }
        try writeSteadyZone()
    }

    /// Makes a zone, and writes its file; one that was there is replaced by one with another clock.
    func write(_ name: String) throws {
        var zone = generator.zone(name, year: year)
        while zone.firstOffset == named[name]?.firstOffset { zone = generator.zone(name, year: year) }
        var writer = ZoneFileWriter(zone, random: StoryRandom(seed: random.next()))
        let text = zone.rule.map { rules.text(of: $0) } ?? ""
        let file = writer.file(rule: text)
        try context.folder.writeZone(name, file.bytes)
        if named[name] == nil { names.append(name) }
        (named[name], files[name]) = (zone, file)
        context.record(
            "zone \(name): \(zone.firstOffset) \(zone.changes.map { "\($0.second)/\($0.offset)" }) “\(text)”"
        )
    }

    private func writeSteadyZone() throws {
        let zone = SimulatedZone(name: PlanOracle.steadyZone, firstOffset: 0)
        var writer = ZoneFileWriter(zone, random: StoryRandom(seed: random.next()))
        try context.folder.writeZone(zone.name, writer.file(rule: random.flip() ? "UTC0" : "").bytes)
        named[zone.name] = zone
    }

    /// A zone that is set by a rule alone, with its text.
    func ruleZone() -> (zone: SimulatedZone, text: String) {
        let rule = rules.rule()
        let text = rules.text(of: rule)
        return (SimulatedZone(name: text, rule: rule), text)
    }

    func wrongRule() -> String { rules.wrongText() }

    /// The product's table of a zone.
    func table(_ name: String) throws -> ZoneTable {
        do { return try database.zone(name) } catch {
            throw Violation(invariant: .zoneClock, words: "zone \(name) is refused: \(error)")
        }
    }

    /// Seconds at which a zone of the story may be asked: rules without a table hold from 1970 on.
    static func lowest(of zone: SimulatedZone) -> Int {
        zone.rule != nil && zone.changes.isEmpty ? 14 * 86_400 : -4_000_000_000
    }
}
