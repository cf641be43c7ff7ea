import Foundation
import SwiftData

/// What a migration has left behind.
final class MigrationTally: @unchecked Sendable {
    private let lock = NSLock()
    private var days = 0

    /// Days of version 1.0.0 that were none, or stood there twice.
    var droppedDays: Int { lock.withLock { days } }

    func drop(days count: Int) { lock.withLock { days += count } }
}

/// How stores of every earlier version become stores of the present one.
enum AlarmMigrationPlan: SchemaMigrationPlan {
    /// The zone in which a person read the times of versions before 1.2.0, which were moments and not times on a clock.
    @TaskLocal static var zoneOfOldTimes = ZoneTable.gmt
    /// Where it is counted what is left behind; nil where nobody asks.
    @TaskLocal static var tally: MigrationTally?

    static var schemas: [any VersionedSchema.Type] {
        [
            AlarmSchemaV1.self, AlarmSchemaRenamed.self, AlarmSchemaBoth.self, AlarmSchemaV2.self, AlarmSchemaV3.self,
        ]
    }

    static var stages: [MigrationStage] {
        [
            .lightweight(fromVersion: AlarmSchemaV1.self, toVersion: AlarmSchemaRenamed.self),
            .custom(
                fromVersion: AlarmSchemaRenamed.self,
                toVersion: AlarmSchemaBoth.self,
                willMigrate: nil,
                didMigrate: makeRows
            ),
            .lightweight(fromVersion: AlarmSchemaBoth.self, toVersion: AlarmSchemaV2.self),
            .custom(
                fromVersion: AlarmSchemaV2.self,
                toVersion: AlarmSchemaV3.self,
                willMigrate: nil,
                didMigrate: setClocks
            ),
        ]
    }

    /// A number that is no day, or that stood there before, is left behind.
    @Sendable private static func makeRows(_ context: ModelContext) throws {
        var dropped = 0
        for alarm in try context.fetch(FetchDescriptor<AlarmSchemaBoth.Alarm>()) {
            let days = Set(alarm.oldRepeatDays).intersection(1...7).sorted()
            dropped += alarm.oldRepeatDays.count - days.count
            alarm.repeatDays = days.map { AlarmSchemaBoth.AlarmRepeat(weekday: $0) }
        }
        tally?.drop(days: dropped)
    }

    @Sendable private static func setClocks(_ context: ModelContext) throws {
        for alarm in try context.fetch(FetchDescriptor<Alarm>()) {
            alarm.time = ClockTime(showing: alarm.time, on: zoneOfOldTimes).date
        }
    }
}
