import BenchmarkData
import Foundation

/// One alarm with its repeats in their order.
package struct RawAlarm {
    package let key: Int
    package let label: String
    package let hour: Int
    package let minute: Int
    package var days: [RawAlarmDay] = []
}

/// One repeat of an alarm.
package struct RawAlarmDay {
    package let key: Int
    package let weekday: Int
    package let alarm: Int
    package let position: Int
}

/// The alarm tables through prepared statements: two scans in table order, joined by a hash on the key.
package final class RawAlarms {
    private let database: RawDatabase
    private let alarms: RawStatement
    private let days: RawStatement

    package init(_ database: RawDatabase) throws {
        self.database = database
        let order = try Self.orderColumn(in: database)
        alarms = try database.prepare("SELECT pk, label, hour, minute FROM BenchAlarm")
        days = try database.prepare("SELECT pk, weekday, alarm, \(order) FROM BenchAlarmDay")
    }

    package func insert(_ values: [AlarmValues]) throws {
        let order = try Self.orderColumn(in: database)
        let parent = try database.prepare("INSERT INTO BenchAlarm (label, hour, minute) VALUES (?, ?, ?)")
        let child = try database.prepare("INSERT INTO BenchAlarmDay (weekday, alarm, \(order)) VALUES (?, ?, ?)")
        try database.transaction {
            for alarm in values {
                parent.bind(alarm.label, at: 1)
                parent.bind(alarm.hour, at: 2)
                parent.bind(alarm.minute, at: 3)
                try parent.run()
                try insert(alarm.weekdays, of: database.lastInsertedKey, with: child)
            }
        }
    }

    /// Every alarm with its repeats attached, in the stored order.
    package func all() throws -> [RawAlarm] {
        var (found, positions) = try parents()
        defer { days.reset() }
        while try days.step() {
            let day = RawAlarmDay(key: days.int(0), weekday: days.int(1), alarm: days.int(2), position: days.int(3))
            if let position = positions[day.alarm] {
                Self.place(day, in: &found[position].days)
            }
        }
        positions.removeAll()
        return found
    }

    private func parents() throws -> ([RawAlarm], [Int: Int]) {
        defer { alarms.reset() }
        var found: [RawAlarm] = []
        var positions: [Int: Int] = [:]
        while try alarms.step() {
            let key = alarms.int(0)
            positions[key] = found.count
            found.append(RawAlarm(key: key, label: alarms.string(1), hour: alarms.int(2), minute: alarms.int(3)))
        }
        return (found, positions)
    }

    private func insert(_ weekdays: [Int], of alarm: Int, with statement: RawStatement) throws {
        for (position, weekday) in weekdays.enumerated() {
            statement.bind(weekday, at: 1)
            statement.bind(alarm, at: 2)
            statement.bind(position, at: 3)
            try statement.run()
        }
    }

    /// Rows mostly come in order already, so the place is found from the end.
    private static func place(_ day: RawAlarmDay, in days: inout [RawAlarmDay]) {
        var place = days.count
        while place > 0, days[place - 1].position > day.position {
            place -= 1
        }
        days.insert(day, at: place)
    }

    /// The column that keeps the order of an alarm's repeats, whatever the store called it.
    private static func orderColumn(in database: RawDatabase) throws -> String {
        let info = try database.prepare("SELECT name FROM pragma_table_info('BenchAlarmDay') WHERE name LIKE '%order'")
        return try info.step() ? info.string(0) : "alarm_order"
    }
}
