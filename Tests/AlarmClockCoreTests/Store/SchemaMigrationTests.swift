import Foundation
import SwiftData
import Testing

@testable import AlarmClockCore

/// Stores that older versions wrote open as the present one.
@Suite("Versions of the store")
struct SchemaMigrationTests {
    /// Puts a committed store into a box.
    private func box(_ name: String) throws -> AlarmBox {
        let box = try AlarmBox()
        try FileManager.default.createDirectory(at: box.folders.data, withIntermediateDirectories: true)
        let fixture = try #require(
            Bundle.module.url(forResource: name, withExtension: "sqlite", subdirectory: "Fixtures")
        )
        try FileManager.default.copyItem(at: fixture, to: box.folders.storeFile)
        return box
    }

    private func alarms(_ box: AlarmBox) throws -> [Alarm] {
        let log = OperationLog(file: box.folders.logFile, now: { Date() })
        let store = try AlarmMigrationPlan.$zoneOfOldTimes.withValue(AlarmBox.zone) {
            try AlarmStore.open(box.folders, log: log)
        }
        return try ModelContext(store.container).fetch(AlarmQueries.list)
    }

    @Test("Version 1.0.0: days become rows, moments become times on a clock")
    func v1() throws {
        let box = try box("v1")
        let alarms = try alarms(box)
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
        let alarms = try alarms(box("v2"))
        #expect(alarms.map(\.label) == ["考試週", "關燈"])
        #expect(alarms.map { AlarmRule($0).time.text } == ["06:00", "22:45"])
        #expect(alarms.map(\.repeatDays.count) == [7, 0])
        let template = try #require(alarms[0].template)
        #expect(template.scenario == "學習" && template.templateDescription == "考前的清晨複習。")
        #expect(template.alarms.map(\.id) == [alarms[0].id] && alarms[1].template == nil)
        #expect(alarms.allSatisfy { !$0.vibrationEnabled && $0.snoozeMinutes == 9 })
    }

    @Test("Version 1.2.0 opens as it is")
    func v3() throws {
        let alarms = try alarms(box("v3"))
        #expect(alarms.count == 1 && alarms[0].snoozeMinutes == 5 && alarms[0].volume == 0.5)
        #expect(alarms[0].timeZoneIdentifier == "Asia/Taipei" && alarms[0].repeatDays.map(\.weekday) == [7])
    }

    private enum PlanOfV2: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] {
            Array(AlarmMigrationPlan.schemas.dropLast())
        }
        static var stages: [MigrationStage] { Array(AlarmMigrationPlan.stages.dropLast()) }
    }

    @Test("A program of version 1.1.0 refuses a store of 1.2.0 and names the version")
    func refused() throws {
        let box = try box("v3")
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
        try await StoredRings(modelContainer: store.container).keep([.remember(memory)])
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
