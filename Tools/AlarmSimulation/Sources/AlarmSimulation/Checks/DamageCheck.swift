import AlarmClockCore
import Foundation

/// Files of zones that are damaged.
struct DamageCheck {
    let context: StoryContext
    let zones: StoryZones

    func run() throws {
        var random = context.generator("damage")
        var damage = DamagedFile(StoryRandom(seed: random.next()))
        for _ in 0..<4 {
            guard let file = zones.files[random.pick(zones.names)] else { continue }
            let spoiled = damage.refused(file)
            let bytes = context.tampered == .damagedFile ? file.bytes : spoiled.bytes
            try context.folder.writeZone("Damaged", bytes)
            do {
                _ = try zones.database.zone("Damaged")
                throw Violation(invariant: .damagedFile, words: "a file with \(spoiled.name) is read")
            } catch AlarmClockError.unknownTimeZone {
                context.record("damage: \(spoiled.name)")
            }
            try readSpoiled(damage.spoiled(file), &random)
        }
    }

    /// Whatever a file says that can be read, its clock can be asked.
    private func readSpoiled(_ bytes: [UInt8], _ random: inout StoryRandom) throws {
        try context.folder.writeZone("Spoiled", bytes)
        let table: ZoneTable
        do { table = try zones.database.zone("Spoiled") } catch AlarmClockError.unknownTimeZone { return }
        let date = Date(second: NaiveCalendar.start(of: zones.year) * 86_400 + random.number(0...30_000_000))
        guard let time = ClockTime(hour: random.number(0...23), minute: 0) else { return }
        let words = "a clock that goes wrong is \(table.offset(at: date)) ahead of GMT"
        try context.requireEqual(table.clockTime(at: date).minutes / 1_440, 0, .damagedFile, words)
        _ = table.nextChange(after: date)
        _ = Recurrence(time: time, days: .weekdays, zone: table).next(after: date)
    }
}
