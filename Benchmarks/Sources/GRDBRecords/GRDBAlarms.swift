import Foundation
import GRDB

/// An alarm with its repeats, as GRDB's `including(all:)` delivers it.
package struct AlarmRecord: FetchableRecord, TableRecord {
    package static let databaseTableName = "BenchAlarm"
    static let repeats = hasMany(
        AlarmDayRecord.self,
        key: "days",
        using: ForeignKey(["alarm"])
    )

    package let key: Int64
    package let label: String
    package let hour: Int
    package let minute: Int
    package let days: [AlarmDayRecord]

    package init(row: Row) throws {
        key = row["pk"]
        label = row["label"]
        hour = row["hour"]
        minute = row["minute"]
        days = row["days"]
    }
}

/// One repeat of an alarm.
package struct AlarmDayRecord: FetchableRecord, TableRecord {
    package static let databaseTableName = "BenchAlarmDay"

    package let key: Int64
    package let weekday: Int

    package init(row: Row) throws {
        key = row["pk"]
        weekday = row["weekday"]
    }
}

extension GRDBIdeas {
    /// Every alarm with its repeats, by the library's own prefetching.
    package func alarms() throws -> [AlarmRecord] {
        try queue.read { database in
            try AlarmRecord.including(all: AlarmRecord.repeats).fetchAll(database)
        }
    }
}
