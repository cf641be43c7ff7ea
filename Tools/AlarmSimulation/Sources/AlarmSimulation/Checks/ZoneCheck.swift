import AlarmClockCore
import Foundation

/// Clocks of zones, at their changes and at moments between.
struct ZoneCheck {
    let context: StoryContext
    let zones: StoryZones

    private static let highest = NaiveCalendar.start(of: 2_230) * 86_400

    func run() throws {
        var random = context.generator("clocks")
        for name in zones.names {
            guard let zone = zones.named[name] else { continue }
            zone.error = context.error(in: .zoneClock)
            defer { zone.error = 0 }
            try check(zones.table(name), zone, &random)
        }
        try names(&random)
        try replacement(&random)
    }

    /// Compares the table of a zone with what the seed made.
    func check(_ table: ZoneTable, _ zone: SimulatedZone, _ random: inout StoryRandom) throws {
        try context.requireEqual(table.identifier, zone.name, .zoneClock, "the name of a zone")
        for second in moments(of: zone, &random) where second >= StoryZones.lowest(of: zone) {
            try compare(table, zone, at: second, fraction: random.pick([0, 0, 0.25, 0.75]))
        }
        try chain(table, zone, &random)
        let (past, future) = (Date(timeIntervalSince1970: -.infinity), Date(timeIntervalSince1970: .infinity))
        let last = zone.offset(at: NaiveCalendar.start(of: 6_000) * 86_400)
        try context.requireEqual(table.offset(at: past), zone.firstOffset, .zoneClock, "\(zone.name) before all time")
        try context.requireEqual(table.offset(at: future), last, .zoneClock, "\(zone.name) after all time")
    }

    /// The edges of changes, the far past and future, and any.
    private func moments(of zone: SimulatedZone, _ random: inout StoryRandom) -> [Int] {
        var moments = [
            random.number(-3_500_000_000...0), random.number(0...2_000_000_000),
            random.number(2_147_000_000...Self.highest),
            NaiveCalendar.start(of: random.pick([1_970, 1_971, 2_038, 2_100, 2_199, 2_200, 2_201])) * 86_400
                + random.number(-200...200) * 86_400,
        ]
        for change in zone.changes.prefix(8) { moments += [change.second - 1, change.second] }
        let year = random.pick([zones.year, zones.year + 1, 2_000, 2_100, 2_199, random.number(1_975...2_199)])
        guard zone.rule?.summer != nil else { return moments }
        var second = NaiveCalendar.start(of: year) * 86_400
        for _ in 0..<2 {
            guard let next = zone.nextChange(after: second) else { break }
            moments += [next - 1, next, next + random.number(-3_600...3_600)]
            second = next
        }
        return moments
    }

    private func compare(_ table: ZoneTable, _ zone: SimulatedZone, at second: Int, fraction: Double) throws {
        let date = Date(timeIntervalSince1970: Double(second) + fraction)
        let (day, seconds) = zone.local(at: second)
        let place = "\(zone.name) at \(second)"
        try context.requireEqual(table.offset(at: date), zone.offset(at: second), .zoneClock, "offset of \(place)")
        try context.requireEqual(table.day(at: date).number, day, .zoneClock, "day of \(place)")
        try context.requireEqual(table.clockTime(at: date).minutes, seconds / 60, .zoneClock, "time of \(place)")
    }

    /// The changes one after the other, from some moment on.
    private func chain(_ table: ZoneTable, _ zone: SimulatedZone, _ random: inout StoryRandom) throws {
        let starts = [
            NaiveCalendar.start(of: zones.year) * 86_400, NaiveCalendar.start(of: 2_198) * 86_400,
            random.number(0...Self.highest), (zone.changes.first?.second ?? 1_000_000_000) - 1,
        ]
        var second = max(random.pick(starts), StoryZones.lowest(of: zone))
        for _ in 0..<4 {
            let next = zone.nextChange(after: second)
            let found = table.nextChange(after: Date(second: second)).map { Int($0.timeIntervalSince1970) }
            try context.requireEqual(found, next, .zoneClock, "change of \(zone.name) after \(second)")
            guard let next else { return }
            second = next
        }
    }

    /// Names that are none, and others that lead to the same file.
    private func names(_ random: inout StoryRandom) throws {
        let name = random.pick(zones.names)
        let wrong = [
            "", "/\(name)", "\(name)/", "..", "../zoneinfo/\(name)", "\(name) ", "Etc", "Etc//UTC", "Nowhere",
            "\(name)\0",
            "Etc/./UTC", "Europe/Berlin", "Asia/Tokyo", String(repeating: "a", count: 256), "Zürich",
        ]
        for name in [random.pick(wrong), random.pick(wrong)] { try requireRefused(name, "the name “\(name)”") }
        let named = ZoneDatabase(variables: ["TZDIR": context.folder.zones])
        try context.require(try named.zone(name) == zones.table(name), .zoneClock, "TZDIR leads to another \(name)")
        let long = String(repeating: "l", count: 126) + "/" + String(repeating: "n", count: 128 - random.number(0...1))
        guard random.once(in: 4), let file = zones.files[name], let zone = zones.named[name] else { return }
        try context.folder.writeZone(long, file.bytes)
        let table = try zones.table(long)
        try compare(table, zone, at: NaiveCalendar.start(of: zones.year) * 86_400, fraction: 0)
        let tooLong = String(repeating: "l", count: 126) + "/" + String(repeating: "n", count: 129)
        try context.folder.writeZone(tooLong, file.bytes)
        try requireRefused(tooLong, "a name that is too long")
        try size(file)
    }

    /// A file of 256 KiB is read, and none that is larger; what stands behind the rule is of no consequence.
    private func size(_ file: ZoneFileWriter.File) throws {
        guard !file.footer.isEmpty, context.seed.isMultiple(of: 5) else { return }
        let rest = 256 * 1_024 - file.bytes.count
        try context.folder.writeZone("large", file.bytes + Array(repeating: 0, count: rest))
        _ = try zones.table("large")
        try context.folder.writeZone("large", file.bytes + Array(repeating: 0, count: rest + 1))
        try requireRefused("large", "a file that is too large")
    }

    private func requireRefused(_ name: String, _ words: String) throws {
        do {
            _ = try zones.database.zone(name)
        } catch AlarmClockError.unknownTimeZone(let named) {
            return try context.requireEqual(named, name, .zoneClock, "the name in the error of \(words)")
        }
        throw Violation(invariant: .zoneClock, words: "\(words) is not refused")
    }

    /// A zone whose file is replaced is read anew, and one whose file goes is not known any more.
    private func replacement(_ random: inout StoryRandom) throws {
        guard random.once(in: 3) else { return }
        let name = random.pick(zones.names)
        let old = try zones.table(name)
        try context.require(try zones.table(name) == old, .zoneClock, "\(name) is not what it was")
        try zones.write(name)
        guard let zone = zones.named[name] else { return }
        try check(zones.table(name), zone, &random)
        try context.folder.writeZone("Short", zones.files[name]?.bytes ?? [])
        _ = try zones.table("Short")
        context.folder.remove("\(context.folder.zones)/Short")
        try requireRefused("Short", "a zone whose file is gone")
    }
}
