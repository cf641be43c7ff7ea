import Foundation
import GRDBSQLite
import SwiftData
import Testing

@testable import AlarmClockCore

/// Writes the stores of every version that lie in `Fixtures`.
///
/// They are written once, when a version is new, and never again: `Scripts/make-alarm-fixtures` runs this.
@Suite(
    "Writing the stores of old versions",
    .enabled(if: ProcessInfo.processInfo.environment["ALARMCLOCK_WRITE_FIXTURES"] == "1")
)
struct FixtureWriter {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures")

    /// A moment at which a clock in Taipei shows a time, as a date picker of the old app gave it.
    static func moment(_ time: String) throws -> Date {
        try #require(ISO8601DateFormatter().date(from: "2025-08-14T\(time):30+08:00"))
    }

    private func container(_ version: any VersionedSchema.Type, _ name: String) throws -> ModelContainer {
        let file = Self.folder.appending(path: name)
        try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
        for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + ending) }
        let schema = Schema(versionedSchema: version)
        return try ModelContainer(
            for: schema,
            configurations: ModelConfiguration("AlarmClock", schema: schema, url: file, cloudKitDatabase: .none)
        )
    }

    /// Brings everything into the one file that is committed.
    private func fold(_ name: String) throws {
        let file = Self.folder.appending(path: name)
        var connection: OpaquePointer?
        #expect(sqlite3_open(file.path, &connection) == SQLITE_OK)
        #expect(sqlite3_exec(connection, "PRAGMA wal_checkpoint(TRUNCATE)", nil, nil, nil) == SQLITE_OK)
        sqlite3_close(connection)
        for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + ending) }
    }

    @Test("Version 1.0.0")
    func v1() throws {
        let context = ModelContext(try container(AlarmSchemaV1.self, "v1.sqlite"))
        let samples: [(String, String, [Int], Bool)] = [
            ("06:30", "早班", [2, 3, 4, 5, 6], true), ("23:05", "吃药", [1, 2, 3, 4, 5, 6, 7], true),
            ("00:00", "跨年", [], false), ("09:15", "broken days", [0, 8, 3, 3], true),
        ]
        for (time, label, days, isEnabled) in samples {
            let alarm = AlarmSchemaV1.Alarm(
                time: try Self.moment(time),
                label: label,
                isEnabled: isEnabled,
                repeatDays: days,
                sound: label == "早班" ? "bell" : "默认",
                snoozeEnabled: label != "吃药"
            )
            context.insert(alarm)
        }
        try context.save()
        try fold("v1.sqlite")
    }

    @Test("Version 1.1.0")
    func v2() throws {
        let context = ModelContext(try container(AlarmSchemaV2.self, "v2.sqlite"))
        let template = AlarmSchemaV2.AlarmTemplate(
            name: "考試週",
            category: "考試",
            icon: "pencil",
            templateDescription: "考前的清晨複習。",
            time: "早上",
            frequency: "每天",
            defaultTime: "06:00",
            repeatType: "daily",
            scenario: "學習"
        )
        context.insert(template)
        let samples: [(String, String, [Int])] = [("06:00", "考試週", [1, 2, 3, 4, 5, 6, 7]), ("22:45", "關燈", [])]
        for (time, label, days) in samples {
            let alarm = AlarmSchemaV2.Alarm(time: try Self.moment(time), label: label, vibrationEnabled: false)
            context.insert(alarm)
            alarm.repeatDays = days.map { AlarmSchemaV2.AlarmRepeat(weekday: $0) }
            if !days.isEmpty { alarm.template = template }
        }
        try context.save()
        try fold("v2.sqlite")
    }

    @Test("Version 1.2.0")
    func v3() throws {
        let context = ModelContext(try container(AlarmSchemaV3.self, "v3.sqlite"))
        let alarm = Alarm(time: try #require(ClockTime("05:15")).date, label: "看日出")
        (alarm.snoozeMinutes, alarm.volume, alarm.timeZoneIdentifier) = (5, 0.5, "Asia/Taipei")
        alarm.skipNextUntil = Date(timeIntervalSinceReferenceDate: 800_000_000)
        context.insert(alarm)
        alarm.repeatDays = [AlarmRepeat(weekday: 7)]
        try context.save()
        try fold("v3.sqlite")
    }
}
