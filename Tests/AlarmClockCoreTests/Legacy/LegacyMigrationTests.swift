import Foundation
import SwiftData
import TestSupport
import Testing

@testable import AlarmClockCore

@Suite("Alarms of the old app")
struct LegacyMigrationTests {
    private func alarms(_ box: AlarmBox) throws -> [Alarm] {
        try ModelContext(box.open().container).fetch(AlarmQueries.list)
    }

    @Test("All of them, with every field; the old list goes, other settings stay; a second time changes nothing")
    func everything() throws {
        let box = try AlarmBox()
        var first = LegacySamples.alarm(1)
        first["template"] = [
            "id": UUID().uuidString, "name": "Exam", "category": "exam", "icon": "pencil",
            "templateDescription": "Early", "time": "morning", "frequency": "daily", "defaultTime": "06:00",
            "repeatType": "daily", "scenario": "Study",
        ]
        var second = LegacySamples.alarm(2)
        second["template"] = first["template"]
        let list = [first, second, LegacySamples.alarm(3)]
        try box.writeDefaults(["SavedAlarms": try LegacySamples.json(list), "theme": "dark"])
        let migration = box.migration()
        #expect(migration.hasLegacyData)
        let dry = try migration.migrate(to: try box.open().container, isDryRun: true)
        #expect(dry.taken == 3 && dry.added == 3 && migration.hasLegacyData)
        #expect(try alarms(box).isEmpty)
        let report = try migration.migrate(to: try box.open().container, isDryRun: false)
        #expect(report.taken == 3 && report.added == 3 && report.rejected.isEmpty)
        let found = try alarms(box).sorted { $0.label < $1.label }
        #expect(found.map(\.id) == (1...3).map(LegacySamples.id))
        for (index, alarm) in found.enumerated() {
            let old = LegacySamples.alarm(index + 1)
            let moment = Date(timeIntervalSinceReferenceDate: try #require(old["time"] as? Double))
            #expect(AlarmRule(alarm).time == AlarmBox.zone.clockTime(at: moment))
            #expect(alarm.isEnabled == old["isEnabled"] as? Bool && alarm.sound == "默认" && !alarm.vibrationEnabled)
            #expect(alarm.repeatDays.map(\.weekday).sorted() == old["repeatDays"] as? [Int])
        }
        #expect(
            found[0].template?.name == "Exam" && found[0].template === found[1].template && found[2].template == nil
        )
        #expect(try box.defaults().keys.sorted() == ["theme"])
        #expect(!migration.hasLegacyData)
        _ = try migration.migrate(to: try box.open().container, isDryRun: false)
        // A process that ended before it could empty the list.
        try box.writeDefaults(["SavedAlarms": try LegacySamples.json(list)])
        let again = try migration.migrate(to: try box.open().container, isDryRun: false)
        #expect(again.taken == 3 && again.added == 0)
        #expect(try alarms(box).count == 3)
        #expect(try ModelContext(box.open().container).fetchCount(FetchDescriptor<AlarmTemplate>()) == 1)
    }

    @Test(
        "Settings beside the alarms stay as they were, whatever they are",
        arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml],
        [
            "<key>theme</key><string>dark</string><key>seen</key><true/><key>mark</key><data>AP8=</data>",
            "<key>since</key><date>2026-11-21T12:00:00Z</date><key>count</key><integer>3</integer>",
            "<key>whole</key><real>3</real><key>part</key><real>3.5</real><key>seen</key><false/>",
            "<key>list</key><array><integer>1</integer><dict><key>deep</key><real>2</real></dict></array>",
        ]
    )
    func otherSettings(_ format: PropertyListSerialization.PropertyListFormat, _ settings: String) throws {
        let box = try AlarmBox()
        let text = Data("<plist version=\"1.0\"><dict>\(settings)</dict></plist>".utf8)
        let others = try PropertyListSerialization.propertyList(from: text, format: nil) as? [String: Any] ?? [:]
        #expect(!others.isEmpty)
        let all = others.merging(["SavedAlarms": try LegacySamples.json([LegacySamples.alarm(1)])]) { $1 }
        try box.writeDefaults(all, as: format)
        let report = try box.migration().migrate(to: try box.open().container, isDryRun: false)
        #expect(report.taken == 1)
        // As text, which tells a whole number from a real one.
        #expect(try Self.lines(of: box.defaults()) == Self.lines(of: others))
    }

    private static func lines(of settings: [String: Any]) throws -> [Substring] {
        let data = try PropertyListSerialization.data(fromPropertyList: settings, format: .xml, options: 0)
        return String(decoding: data, as: UTF8.self).split(separator: "\n").sorted()
    }

    @Test("A template keeps what it says of time and days, also in words that no alarm can be made from")
    func templateWords() throws {
        let box = try AlarmBox()
        var (first, second) = (LegacySamples.alarm(1), LegacySamples.alarm(2))
        first["template"] = ["name": "晨跑", "defaultTime": "早上七点", "repeatType": "每天"]
        second["template"] = ["name": "bare"]
        try box.writeDefaults(["SavedAlarms": try LegacySamples.json([first, second])])
        let report = try box.migration().migrate(to: try box.open().container, isDryRun: false)
        #expect(report.taken == 2 && report.rejected.isEmpty)
        let templates = try alarms(box).compactMap(\.template).sorted { $0.name < $1.name }
        #expect(templates.map(\.defaultTime) == ["07:00", "早上七点"])
        #expect(templates.map(\.repeatType) == ["once", "每天"])
    }

    @Test("Broken ones are set aside by place and reason, and kept")
    func rejected() throws {
        let box = try AlarmBox()
        func spoiled(_ number: Int, _ key: String, _ value: Any?) -> [String: Any] {
            var alarm = LegacySamples.alarm(number)
            alarm[key] = value
            return alarm
        }
        let list: [Any] = [
            LegacySamples.alarm(1), "text", spoiled(2, "id", nil), spoiled(3, "time", "later"),
            spoiled(4, "repeatDays", [0]), spoiled(5, "repeatDays", [8]), spoiled(6, "repeatDays", [2, 2]),
            spoiled(7, "label", String(repeating: "x", count: 10_000)), spoiled(8, "template", ["name": " "]),
            spoiled(9, "isEnabled", "yes"), LegacySamples.alarm(1), spoiled(11, "time", "2025-08-14T06:30:00+08:00"),
        ]
        try box.writeDefaults(["SavedAlarms": try LegacySamples.json(list)])
        let report = try box.migration().migrate(to: try box.open().container, isDryRun: false)
        #expect(report.rejected.map(\.index) == [2, 3, 4, 5, 6, 7, 8, 9, 10])
        let reasons = report.rejected.map { "\($0.reason)" }
        #expect(reasons[0] == "notAnObject" && reasons[1].contains("id") && reasons[3].contains("weekday(0)"))
        #expect(reasons[4].contains("weekday(8)") && reasons[5].contains("repeatedWeekday(2)"))
        #expect(reasons[6].contains("10000") && reasons[7].contains("templateWithoutName"))
        // Two of one id are two alarms.
        #expect(try alarms(box).map(\.label).sorted() == ["alarm 1", "alarm 1", "alarm 11"])
        let kept = try #require(try box.defaults()["SavedAlarms.rejected"] as? Data)
        #expect((try JSONSerialization.jsonObject(with: kept) as? [Any])?.count == 9)
        // The same again: nothing is doubled, not even what was set aside.
        var defaults = try box.defaults()
        defaults["SavedAlarms"] = try LegacySamples.json(list)
        try box.writeDefaults(defaults)
        _ = try box.migration().migrate(to: try box.open().container, isDryRun: false)
        #expect(try alarms(box).count == 3)
        let after = try #require(try box.defaults()["SavedAlarms.rejected"] as? Data)
        #expect(after == kept)
    }

    @Test("What is no list stays where it is, and is told", arguments: ["{", "{\"a\":1}", "", "[1,", "null"])
    func noList(_ text: String) throws {
        let box = try AlarmBox()
        try box.writeDefaults(["SavedAlarms": Data(text.utf8)])
        let before = try Data(contentsOf: box.folders.legacyDefaults)
        #expect { try box.migration().migrate(to: try box.open().container, isDryRun: false) } throws: { error in
            guard case AlarmClockError.migrationFailed(let reason) = error else { return false }
            return reason as? AlarmClockCore.MigrationError == .invalidLegacyData
        }
        #expect(try Data(contentsOf: box.folders.legacyDefaults) == before)
        #expect(try alarms(box).isEmpty)
    }

    @Test("A damaged defaults file is noticed and copied before anything writes to it")
    func damagedFile() throws {
        let box = try AlarmBox()
        try box.writeDefaults(["SavedAlarms": try LegacySamples.json([LegacySamples.alarm(1)])])
        var bytes = try Data(contentsOf: box.folders.legacyDefaults)
        bytes.removeLast(20)
        try bytes.write(to: box.folders.legacyDefaults)
        for _ in 0..<2 {
            #expect(box.migration().hasLegacyData)
            #expect { try box.migration().migrate(to: try box.open().container, isDryRun: false) } throws: { error in
                guard case AlarmClockError.migrationFailed(let reason) = error else { return false }
                let copy = "\(box.folders.legacyDefaults.path).unreadable"
                return reason as? AlarmClockCore.MigrationError == .unreadableDefaults(copy: copy)
            }
        }
        #expect(try Data(contentsOf: box.folders.legacyDefaults) == bytes)
        let names = try FileManager.default.contentsOfDirectory(atPath: box.folders.data.path)
        #expect(names.filter { $0.contains("unreadable") } == ["AlarmClock.plist.unreadable"])
    }

    @Test("A dry run that fails is no attempt that failed")
    func failedDryRun() throws {
        let box = try AlarmBox()
        try box.writeDefaults(["SavedAlarms": Data("{".utf8)])
        let surroundings = Surroundings(
            now: { Date() },
            clocks: { ClockReading.live(Date()) },
            makeID: { UUID() },
            variables: ["TZ": "Asia/Taipei", "TZDIR": ZoneFiles.folder],
            homeFolder: box.folder.path,
            workingFolder: box.folder.path,
            programPath: "/nowhere/alarmclock"
        )
        let takeover = LegacyTakeover(folders: box.folders, surroundings: surroundings)
        let log = OperationLog(file: box.folders.logFile, now: { Date() })
        #expect(throws: AlarmClockError.self) { try takeover.run(into: AlarmStore.inMemory(), isDryRun: true) }
        #expect(log.entries().isEmpty)
        #expect(throws: AlarmClockError.self) { try takeover.run(into: AlarmStore.inMemory(), isDryRun: false) }
        #expect(log.entries().map(\.name) == ["migrationFailed"])
    }

    /// A file of settings beside which no other can be made, not even by root: the name of that would be too long.
    private func clumsy(_ box: AlarmBox) throws -> URL {
        let file = box.folders.data.appending(path: String(repeating: "x", count: 240))
        try FileManager.default.moveItem(at: box.folders.legacyDefaults, to: file)
        return file
    }

    @Test("Where the old list cannot be emptied, what is deleted here stays deleted, and that is said")
    func notCleared() throws {
        let box = try AlarmBox()
        let list = try LegacySamples.json((1...3).map { LegacySamples.alarm($0) })
        try box.writeDefaults(["SavedAlarms": list, "theme": "dark"])
        let file = try clumsy(box)
        let container = try box.open().container
        for count in [3, 2] {
            let error = #expect(throws: AlarmClockError.self) {
                try box.migration(of: file).migrate(to: container, isDryRun: false)
            }
            let words = try #require(error.map { AlarmPhrase.book(.english).text(for: $0) })
            #expect(words.hasPrefix("The alarms of the old app are in the store, but the file"), "\(words)")
            #expect(error.map { AlarmPhrase.book(.english).advice(for: $0) }?.contains(file.path) == true)
            let context = ModelContext(container)
            let alarms = try context.fetch(AlarmQueries.list)
            #expect(alarms.count == count)
            context.delete(try #require(alarms.first))
            try context.save()
        }
        // With an alarm more, and a folder that can be written to: that one is the only new one.
        try FileManager.default.removeItem(at: file)
        let more = try LegacySamples.json((1...4).map { LegacySamples.alarm($0) })
        try box.writeDefaults(["SavedAlarms": more, "theme": "dark"])
        let report = try box.migration().migrate(to: container, isDryRun: false)
        #expect(report.taken == 4 && report.added == 1)
        let labels = try alarms(box).map(\.label)
        #expect(labels.count == 2 && labels.contains("alarm 4"))
        #expect(try box.defaults().keys.sorted() == ["theme"])
        let names = try FileManager.default.contentsOfDirectory(atPath: box.folders.data.path)
        #expect(!names.contains { $0.hasPrefix("TakenOver") }, "nothing is to be remembered: \(names)")
    }

    @Test("What was taken counts as soon as it is kept, and for that store alone")
    func anotherStore() throws {
        let (one, two) = (try AlarmBox(), try AlarmBox())
        defer { withExtendedLifetime((one, two)) {} }
        let (here, there) = (try one.open().container, try two.open().container)
        let taken = try #require(LegacyTaken(into: here))
        try taken.prepare([LegacySamples.id(1)])
        #expect(taken.ids.isEmpty)
        try taken.confirm()
        #expect(taken.ids == [LegacySamples.id(1)])
        let files = [one, two].map { $0.folders.data.appending(path: "TakenOver.txt") }
        try FileManager.default.copyItem(at: files[0], to: files[1])
        #expect(LegacyTaken(into: there)?.ids == [])
        taken.remove()
        #expect(taken.ids.isEmpty)
        #expect(LegacyTaken(into: try AlarmStore.inMemory().container) == nil)
    }

    @Test("An alarm that the old app keeps while its list is taken over comes with the next start, and no deleted one")
    func writtenMeanwhile() throws {
        let box = try AlarmBox()
        @Sendable func write(_ count: Int) throws {
            let list = (1...count).map { LegacySamples.alarm($0) }
            try box.writeDefaults(["SavedAlarms": try LegacySamples.json(list), "theme": "dark"])
        }
        try write(2)
        let container = try box.open().container
        let migration = box.migration { if $0 == "verified" { try? write(3) } }
        let first = try migration.migrate(to: container, isDryRun: false)
        #expect(first.taken == 2 && first.added == 2 && migration.hasLegacyData)
        let context = ModelContext(container)
        context.delete(try #require(try context.fetch(AlarmQueries.list).first { $0.label == "alarm 1" }))
        try context.save()
        let second = try box.migration().migrate(to: container, isDryRun: false)
        #expect(second.added == 1 && !box.migration().hasLegacyData)
        #expect(try alarms(box).map(\.label).sorted() == ["alarm 2", "alarm 3"])
        #expect(try box.defaults().keys.sorted() == ["theme"])
    }

    @Test("A store that does not take them leaves the old list")
    func failingStore() throws {
        let box = try AlarmBox()
        try box.writeDefaults(["SavedAlarms": try LegacySamples.json([LegacySamples.alarm(1)])])
        let schema = AlarmStore.schema
        _ = try box.open()
        let readOnly = try ModelContainer(
            for: schema,
            configurations: ModelConfiguration("AlarmClock", url: box.folders.storeFile, allowsSave: false),
            ModelConfiguration("RingState", schema: Schema([RingState.self]), url: box.folders.ringFile)
        )
        #expect(throws: AlarmClockError.self) { try box.migration().migrate(to: readOnly, isDryRun: false) }
        #expect(box.migration().hasLegacyData)
    }
}

/// Migrations that are killed, by `kill -9`: of many alarms at each step, and of fewer at moments between, a hundred in a proof.
@Suite("Killed while taking over the old app's alarms")
struct KilledLegacyMigrationTests {
    static let runs = Effort.rounds(20, proof: 100)
    static let count = 150
    /// The most writes to files that a process lives for: a third more than it needs, so that many live to the end.
    static let mostWrites = 140

    /// Each step of a migration, and what a process that ends there leaves: whether the alarms are stored, and whether the
    /// old list waits.
    private static let steps: [(String, Bool, Bool)] = [
        ("read", false, true), ("inserted", false, true), ("saved", true, true), ("verified", true, true),
        ("retired", true, false),
    ]

    @Test("Many alarms, and an end at each step: the next start has every alarm once", arguments: steps)
    func atEachStep(_ step: String, _ isStored: Bool, _ waits: Bool) async throws {
        let count = Effort.rounds(500, proof: 10_000)
        let stored = isStored ? count : 0
        let box = try AlarmBox()
        let list = (0..<count).map { LegacySamples.alarm($0) }
        try box.writeDefaults(["SavedAlarms": try LegacySamples.json(list), "theme": "dark"])
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [folder = box.folder.path as String, step = step as String] in
            let box = AlarmBox(existing: URL(filePath: folder))
            let migration = box.migration { if $0 == step { KillSwitch.pull() } }
            _ = try migration.migrate(to: try box.open().container, isDryRun: false)
        }
        let container = try box.open().container
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Alarm>()) == stored)
        #expect(box.migration().hasLegacyData == waits)
        let report = try box.migration().migrate(to: container, isDryRun: false)
        #expect(report.taken == (waits ? count : 0) && report.added == count - stored)
        let ids = try ModelContext(container).fetch(FetchDescriptor<Alarm>()).map(\.id)
        #expect(ids.count == count && Set(ids) == Set((0..<count).map(LegacySamples.id)))
        #expect(try box.defaults().keys.sorted() == ["theme"])
    }

    @Test("The next start has every alarm once, and the old list was there as long as it was needed")
    func everyAlarmOnce() async throws {
        try #require(KillSwitch.works)
        var list: [Any] = (0..<Self.count).map { LegacySamples.alarm($0) }
        list.append("broken")
        var (unbegun, begun, ended) = (0, 0, 0)
        for run in 0..<Self.runs {
            let box = try AlarmBox()
            try box.writeDefaults(["SavedAlarms": try LegacySamples.json(list), "theme": "dark"])
            // From its beginning to beyond its end, evenly.
            let life = run * Self.mostWrites / (Self.runs - 1)
            await #expect(processExitsWith: .signal(SIGKILL), "run \(run)") {
                [folder = box.folder.path as String, life = life as Int] in
                let box = AlarmBox(existing: URL(filePath: folder))
                let store = try box.open()
                KillSwitch.arm(writes: life)
                _ = try box.migration().migrate(to: store.container, isDryRun: false)
                KillSwitch.pull()
            }
            let container = try box.open().container
            let stored = try ModelContext(container).fetchCount(FetchDescriptor<Alarm>())
            #expect(stored == 0 || stored == Self.count, "all or nothing: \(stored) in run \(run)")
            if box.migration().hasLegacyData {
                if stored == 0 { unbegun += 1 } else { begun += 1 }
            } else {
                ended += 1
                #expect(stored == Self.count)
            }
            _ = try box.migration().migrate(to: container, isDryRun: false)
            let alarms = try ModelContext(container).fetch(AlarmQueries.list)
            #expect(alarms.count == Self.count && Set(alarms.map(\.id)).count == Self.count, "run \(run)")
            #expect(try ModelContext(container).fetchCount(FetchDescriptor<AlarmRepeat>()) == Self.count * 2)
            #expect(try box.defaults().keys.sorted() == ["SavedAlarms.rejected", "theme"], "run \(run)")
        }
        // The moments were spread over the whole of it.
        let few = Self.runs / 20
        #expect(unbegun > few && ended > few, "\(unbegun) before, \(begun) between, \(ended) after")
    }
}
