import Foundation
import GRDB
import SwiftData
import Testing

@testable import AlarmClockCore

/// Stores that older versions wrote open as the present one.
@Suite("Versions of the store")
struct SchemaMigrationTests {
    /// What an older version wrote of an alarm and must not become another: read past the framework.
    private struct Written: Equatable {
        let id: UUID
        let label: String
        let createdAt: Date
        let updatedAt: Date

        init(_ alarm: Alarm) {
            (id, label, createdAt, updatedAt) = (alarm.id, alarm.label, alarm.createdAt, alarm.updatedAt)
        }

        init(_ row: Row) throws {
            id = try #require(row["id"])
            label = row["label"]
            createdAt = Date(timeIntervalSinceReferenceDate: row["createdAt"])
            updatedAt = Date(timeIntervalSinceReferenceDate: row["updatedAt"])
        }
    }

    /// The rows of a table as they lie in the file.
    private func rows(_ table: String, _ box: AlarmBox) throws -> [Row] {
        let queue = try DatabaseQueue(path: box.folders.storeFile.path)
        defer { try? queue.close() }
        return try queue.read { try Row.fetchAll($0, sql: "SELECT * FROM \"\(table)\"") }
    }

    private func written(_ box: AlarmBox) throws -> [Written] {
        try rows("Alarm", box).map(Written.init).sorted { $0.label < $1.label }
    }

    private func kept(_ alarms: [Alarm]) -> [Written] { alarms.map(Written.init).sorted { $0.label < $1.label } }

    private func alarms(_ box: AlarmBox) throws -> [Alarm] {
        let log = OperationLog(file: box.folders.logFile, now: { Date() })
        let store = try AlarmStore.open(box.folders, zone: AlarmBox.zone, log: log)
        return try ModelContext(store.container).fetch(AlarmQueries.list)
    }

    @Test("Version 1.0.0: days become rows, moments become times on a clock")
    func v1() throws {
        let box = try AlarmBox(fixture: "v1")
        let before = try written(box)
        let alarms = try alarms(box)
        #expect(kept(alarms) == before && before.count == 4)
        #expect(alarms.map(\.label) == ["跨年", "早班", "broken days", "吃药"])
        #expect(alarms.map { AlarmRule($0).time.text } == ["00:00", "06:30", "09:15", "23:05"])
        #expect(
            alarms.map { $0.repeatDays.map(\.weekday).sorted() } == [[], [2, 3, 4, 5, 6], [3], [1, 2, 3, 4, 5, 6, 7]]
        )
        #expect(alarms.map(\.isEnabled) == [false, true, true, true])
        #expect(alarms.map(\.sound) == ["默认", "bell", "默认", "默认"])
        #expect(alarms.map(\.snoozeEnabled) == [true, true, true, false])
        #expect(alarms.allSatisfy { $0.snoozeMinutes == 9 && $0.volume == 1 && $0.skipNextUntil == nil })
        #expect(alarms.allSatisfy { $0.template == nil && $0.timeZoneIdentifier == nil })
        // Of 0, 8 and a day that stood there twice it is noted that they are gone.
        let log = try String(contentsOf: box.folders.logFile, encoding: .utf8).split(separator: "\n")
        #expect(log.count == 1 && log[0].hasSuffix("\"event\":\"daysDropped\",\"days\":3}"), "\(log)")
        // A second start finds nothing to do, whatever the zone is now.
        let again = try ModelContext(box.open().container).fetch(AlarmQueries.list)
        #expect(again.map(\.time) == alarms.map(\.time) && Set(again.map(\.id)) == Set(alarms.map(\.id)))
    }

    @Test("Version 1.1.0: rows, templates and what they are linked to")
    func v2() throws {
        let box = try AlarmBox(fixture: "v2")
        let before = try written(box)
        let (days, templates) = (try rows("AlarmRepeat", box), try rows("AlarmTemplate", box))
        let alarms = try alarms(box)
        #expect(kept(alarms) == before && before.count == 2)
        #expect(alarms.map(\.label) == ["考試週", "關燈"])
        #expect(alarms.map { AlarmRule($0).time.text } == ["06:00", "22:45"])
        #expect(alarms.map { $0.repeatDays.map(\.weekday).sorted() } == [[1, 2, 3, 4, 5, 6, 7], []])
        #expect(Set(alarms[0].repeatDays.map(\.id)) == Set(days.map { $0["id"] as UUID }) && days.count == 7)
        #expect(alarms.map(\.sound) == ["默认", "默认"] && alarms.allSatisfy { $0.isEnabled && $0.snoozeEnabled })
        let template = try #require(alarms[0].template)
        #expect([template.id] == templates.map { $0["id"] as UUID })
        let texts = [
            template.name, template.category, template.icon, template.templateDescription, template.time,
            template.frequency, template.defaultTime, template.repeatType, template.scenario,
        ]
        #expect(texts == ["考試週", "考試", "pencil", "考前的清晨複習。", "早上", "每天", "06:00", "daily", "學習"])
        #expect(template.alarms.map(\.id) == [alarms[0].id] && alarms[1].template == nil)
        #expect(alarms.allSatisfy { !$0.vibrationEnabled && $0.snoozeMinutes == 9 && $0.volume == 1 })
        #expect(alarms.allSatisfy { $0.skipNextUntil == nil && $0.timeZoneIdentifier == nil })
    }

    @Test(
        "Old times are read on the clock of the device, whatever the process takes for its own",
        arguments: [
            ("Asia/Tokyo", ["07:00", "23:45", "19:41"]), ("<+0545>-5:45", ["03:45", "20:30", "16:26"]),
        ]
    )
    func zoneOfTheDevice(_ zone: String, _ times: [String]) async throws {
        let machine = try SpokenCommand(at: "2026-11-22T12:00:00Z", in: zone)
        try machine.box.put("v2", at: machine.box.folders.storeFile)
        // Of 2020-01-06, 10:41 in GMT.
        try machine.box.writeDefaults(["SavedAlarms": try LegacySamples.json([LegacySamples.alarm(1)])])
        let list = await machine.run(.list(json: false)).out
        #expect(list.contains(" \(times[0])  daily  考試週\n"), "\(list)")
        #expect(list.contains(" \(times[1])  once  關燈\n"))
        #expect(list.contains(" \(times[2])  ") && list.contains("  alarm 1\n"))
    }

    @Test("Version 1.2.0 opens as it is")
    func v3() throws {
        let box = try AlarmBox(fixture: "v3")
        let before = try written(box)
        let alarms = try alarms(box)
        #expect(kept(alarms) == before && before.count == 1)
        let alarm = try #require(alarms.first)
        #expect(alarm.label == "看日出" && AlarmRule(alarm).time.text == "05:15" && alarm.sound == "默认")
        #expect(alarm.snoozeMinutes == 5 && alarm.volume == 0.5 && alarm.timeZoneIdentifier == "Asia/Taipei")
        #expect(alarm.skipNextUntil == Date(timeIntervalSinceReferenceDate: 800_000_000))
        #expect(alarm.isEnabled && alarm.snoozeEnabled && alarm.vibrationEnabled && alarm.template == nil)
        #expect(alarm.repeatDays.map(\.weekday) == [7])
    }

    private enum PlanOfV2: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] {
            Array(AlarmMigrationPlan.schemas.dropLast())
        }
        static var stages: [MigrationStage] { Array(AlarmMigrationPlan.stages.dropLast()) }
    }

    @Test("A program of version 1.1.0 refuses a store of 1.2.0 and names the version")
    func refused() throws {
        let box = try AlarmBox(fixture: "v3")
        let before = try Data(contentsOf: box.folders.storeFile)
        let schema = Schema(versionedSchema: AlarmSchemaV2.self)
        let error = #expect(throws: (any Error).self) {
            try ModelContainer(
                for: schema,
                migrationPlan: PlanOfV2.self,
                configurations: ModelConfiguration("AlarmClock", schema: schema, url: box.folders.storeFile)
            )
        }
        #expect(error?.localizedDescription.contains("1.2.0") == true, "\(String(describing: error))")
        #expect(try Data(contentsOf: box.folders.storeFile) == before)
    }

    @Test("What an older program noted of a snooze, before it noted what was missed, is there")
    func olderRings() async throws {
        let box = try AlarmBox()
        // Written by the daemon that put this alarm off.
        let written = Bundle.module.url(forResource: "rings-v3", withExtension: "sqlite", subdirectory: "Fixtures")
        let folder = box.folders.ringFile.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: try #require(written), to: box.folders.ringFile)
        let rings = StoredRings(modelContainer: try box.open().container)
        var memory = RingMemory(alarmID: try #require(UUID(uuidString: "A06F0614-3E7C-4A70-86EA-FA11705FD660")))
        memory.lastFiredAt = Date(timeIntervalSinceReferenceDate: 817_074_600)
        (memory.occurrence, memory.snoozeCount) = (memory.lastFiredAt, 1)
        memory.ringingSince = Date(timeIntervalSinceReferenceDate: 817_074_656.727_474_5)
        memory.snoozedUntil = Date(timeIntervalSinceReferenceDate: 817_074_956.909_234_4)
        #expect(try await rings.load().memories == [memory])
        #expect(try await rings.untold().isEmpty)
        let context = ModelContext(try box.open().container)
        let alarm = Alarm(label: "tea")
        alarm.id = memory.alarmID
        context.insert(alarm)
        try context.save()
        let occurrence = Date(timeIntervalSinceReferenceDate: 817_161_000)
        try await rings.save([.missed(RingingAlarm(alarm), occurrence: occurrence)])
        let again = StoredRings(modelContainer: try box.open().container)
        #expect(try await again.untold().map(\.occurrence) == [occurrence])
        #expect(try await again.load().memories == [memory])
    }

    @Test("What this device knows of ringing lies in a file of its own")
    func ownFile() async throws {
        let box = try AlarmBox()
        let store = try box.open()
        let context = ModelContext(store.container)
        let alarm = Alarm(label: "tea")
        context.insert(alarm)
        try context.save()
        var memory = RingMemory(alarmID: alarm.id)
        memory.lastFiredAt = Date(timeIntervalSinceReferenceDate: 5)
        try await StoredRings(modelContainer: store.container).save([.remember(memory)])
        func text(_ file: URL) throws -> String {
            let log = try Data(contentsOf: URL(filePath: file.path + "-wal"))
            return String(decoding: try Data(contentsOf: file) + log, as: UTF8.self)
        }
        let (shared, own) = (try text(box.folders.storeFile), try text(box.folders.ringFile))
        #expect(shared.contains("CREATE TABLE \"Alarm\"") && !shared.contains("CREATE TABLE \"RingState\""))
        #expect(own.contains("CREATE TABLE \"RingState\"") && !own.contains("CREATE TABLE \"Alarm\""))
        let loaded = try await StoredRings(modelContainer: box.open().container).load()
        #expect(loaded.memories == [memory] && loaded.alarms.map(\.rule.id) == [alarm.id])
    }
}
