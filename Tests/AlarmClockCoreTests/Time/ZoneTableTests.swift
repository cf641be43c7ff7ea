import Foundation
import TestSupport
import Testing

@testable import AlarmClockCore

@Suite("Clocks of zones")
struct ZoneTableTests {
    /// Each zone in a proof, and else one of four of those that differ: `zdump` looks at twice a day of seventy years.
    @Test("Zones of the system, beside zdump, until long after their tables end")
    func besideZdump() throws {
        let all = try Effort.isProof ? SystemZones.names() : SystemZones.distinct()
        #expect(all.count > 250, "this system has few zones")
        let names = Effort.isProof ? all : stride(from: 0, to: all.count, by: 4).map { all[$0] }
        let (from, to) = (1_990, 2_060)
        let expected = try SystemZones.changes(names, from: from, to: to)
        let database = ZoneDatabase()
        let start = CivilDay(year: from, month: 1, day: 1).localSeconds
        let end = CivilDay(year: to, month: 1, day: 1).localSeconds
        for name in names {
            let spans = try database.zone(name).spans
            let found = spans.indices.dropFirst().filter { spans[$0].start >= start && spans[$0].start < end }.map {
                SystemZones.Change(second: spans[$0].start, before: spans[$0 - 1].offset, after: spans[$0].offset)
            }
            #expect(found == expected[name] ?? [], "\(name), zone data \(SystemZones.version)")
        }
    }

    @Test(
        "Names that lead elsewhere or nowhere",
        arguments: [
            "", "Nowhere/Land", "../../../etc/passwd", "/etc/localtime", "Europe", "Europe/", "zone.tab",
            "Europe//Berlin",
            "Europe/Berlin\0", "柏林",
        ]
    )
    func noZones(_ name: String) {
        #expect(throws: AlarmClockError.self) { try ZoneDatabase.fixtures.zone(name) }
    }

    @Test("Damaged files are refused, never read past their end")
    func damagedFiles() throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(ZoneFiles.folder)/America/New_York")))
        _ = try ZoneFile.table("whole", bytes)
        for count in 0..<bytes.count {
            #expect(throws: ZoneFileProblem.self) { try ZoneFile.table("cut", Array(bytes[..<count])) }
        }
        var random = SeededGenerator(seed: 7)
        for _ in 0..<3_000 {
            var spoiled = bytes
            for _ in 0..<random.number(1...4) {
                spoiled[random.number(0...(bytes.count - 1))] = UInt8(random.number(0...255))
            }
            // Whatever it says, it says it without a crash, and its clock can be asked.
            if let table = try? ZoneFile.table("spoiled", spoiled) { _ = table.offset(at: Date()) }
        }
    }

    /// A file of version 2 with one change, at a moment that no clock has.
    private static func file(change: Int64, footer: String) -> [UInt8] {
        func words(_ numbers: [UInt32]) -> [UInt8] { numbers.flatMap { withUnsafeBytes(of: $0.bigEndian, Array.init) } }
        func head(changes: UInt32, kinds: UInt32) -> [UInt8] {
            Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + words([0, 0, 0, changes, kinds, 4])
        }
        let kind: [UInt8] = words([3_600]) + [0, 0]
        let narrow = head(changes: 0, kinds: 1) + kind + Array("CET\0".utf8)
        let moment = withUnsafeBytes(of: change.bigEndian, Array.init)
        return narrow + head(changes: 1, kinds: 1) + moment + [0] + kind + Array("CET\0\n\(footer)\n".utf8)
    }

    @Test(
        "A change at the end of time, or at the Big Bang, is read, and the rule behind it holds",
        arguments: [Int64.min, -(1 << 59), -(1 << 40), .max],
        ["CET-1CEST,M3.5.0,M10.5.0/3", "CET-1"]
    )
    func changesBeyondAllTime(_ change: Int64, _ footer: String) throws {
        let table = try ZoneFile.table("far", Self.file(change: change, footer: footer))
        let summer = CivilDay(year: 2_026, month: 7, day: 1)
        let isMoved = footer.contains(",") && change < 0
        #expect(table.offset(at: summer.localSeconds) == (isMoved ? 7_200 : 3_600))
        let noon = try #require(ClockTime("12:00"))
        for day in [summer, CivilDay(year: -4_000, month: 1, day: 1), CivilDay(year: 9_000, month: 1, day: 1)] {
            #expect(table.moment(of: noon, on: day) != nil)
        }
        var date: Date? = .distantPast
        for _ in 0..<3 { date = date.flatMap { table.nextChange(after: $0) } }
        #expect((date != nil) == isMoved)
    }

    @Test("A time has one mark of its half of the day, and a number of a day one figure")
    func typedTexts() throws {
        #expect(try #require(ClockTime("7:30 pm")).text == "19:30")
        #expect(try #require(ClockTime("7 p.m.")).text == "19:00")
        for text in ["7:30 pm am", "7:30 a.m.am", "7 pm p.m.", "am"] { #expect(ClockTime(text) == nil, "\(text)") }
        #expect(WeekdaySet("2-4") == WeekdaySet(2...4))
        for text in ["+2", "2-+3", "02", "0", "8", "-"] { #expect(WeekdaySet(text) == nil, "\(text)") }
    }

    @Test("The zone of the device: variable, link, name, file, nothing")
    func deviceZone() throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "zone-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        let folder = root.appending(path: "etc")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        func zone(_ variable: String? = nil) -> ZoneTable {
            let variables = variable.map { ["TZ": $0] } ?? [:]
            return DeviceZone(variables: variables, root: root.path, database: ZoneDatabase.fixtures).table()
        }
        #expect(zone() == .gmt)
        let file = folder.appending(path: "localtime")
        let zones = root.appending(path: "usr/share/zoneinfo")
        try FileManager.default.createDirectory(
            at: zones.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try FileManager.default.copyItem(atPath: ZoneFiles.folder, toPath: zones.path)
        try FileManager.default.copyItem(atPath: "\(ZoneFiles.folder)/Asia/Taipei", toPath: file.path)
        #expect(zone().identifier == "localtime" && zone().offset(at: Date()) == 8 * 3_600)
        try Data("Asia/Tokyo\n".utf8).write(to: folder.appending(path: "timezone"))
        #expect(zone().identifier == "Asia/Tokyo")
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createSymbolicLink(
            atPath: file.path,
            withDestinationPath: "\(zones.path)/Pacific/Chatham"
        )
        #expect(zone().identifier == "Pacific/Chatham")
        #expect(zone("Europe/Berlin").identifier == "Europe/Berlin")
        #expect(zone(":Europe/Berlin").identifier == "Europe/Berlin")
        #expect(zone("").identifier == "GMT")
        #expect(zone("XST-5:30").offset(at: Date()) == 5 * 3_600 + 1_800)
        #expect(zone("nonsense!").identifier == "Pacific/Chatham")
    }

    @Test("A zone whose file is replaced is read again, and one that is not is not; its file may go, too")
    func update() throws {
        let box = try AlarmBox()
        let file = box.file("Place")
        func put(_ name: String) throws {
            let new = box.file("new")
            try FileManager.default.copyItem(atPath: "\(ZoneFiles.folder)/\(name)", toPath: new.path)
            // As packages are updated: in one step.
            #expect(rename(new.path, file.path) == 0)
        }
        let database = ZoneDatabase(folder: box.folder.path)
        try put("Asia/Taipei")
        let first = try database.zone("Place")
        #expect(first.offset(at: Date()) == 8 * 3_600)
        #expect(try database.zone("Place") == first)
        try put("Asia/Tokyo")
        #expect(try database.zone("Place").offset(at: Date()) == 9 * 3_600)
        try FileManager.default.removeItem(at: file)
        #expect(throws: AlarmClockError.self) { try database.zone("Place") }
    }

    @Test("The variable TZDIR names the folder, as for the C library; an empty one names none")
    func namedFolder() throws {
        let box = try AlarmBox()
        let copy = box.file("Place").path
        try FileManager.default.copyItem(atPath: "\(ZoneFiles.folder)/Asia/Tokyo", toPath: copy)
        let database = ZoneDatabase(variables: ["TZDIR": box.folder.path])
        #expect(try database.zone("Place").offset(at: Date()) == 9 * 3_600)
        #expect(throws: AlarmClockError.self) { try ZoneDatabase(variables: ["TZDIR": ""]).zone("Place") }
    }

    @Test("Without the system's files Foundation's zones are used")
    func foundationZones() throws {
        let foundation = try #require(TimeZone(identifier: "Europe/Berlin"))
        let table = try ZoneDatabase(folder: "/nowhere").zone("Europe/Berlin")
        for day in stride(from: 0, to: 4_000, by: 3) {
            let date = Date(timeIntervalSince1970: 1_700_000_000 + Double(day) * 86_400)
            #expect(table.offset(at: date) == foundation.secondsFromGMT(for: date))
        }
    }

    @Test("Days of the calendar, there and back")
    func days() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        for number in stride(from: -100_000, to: 100_000, by: 37) {
            let day = CivilDay(number: number)
            let date = Date(timeIntervalSince1970: Double(number) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
            // Foundation's calendar is the Julian one before 1582.
            guard number > -141_427 else { continue }
            #expect(day.parts.year == parts.year && day.parts.month == parts.month && day.parts.day == parts.day)
            #expect(day.weekday == parts.weekday)
            #expect(CivilDay(year: day.parts.year, month: day.parts.month, day: day.parts.day) == day)
        }
    }
}
