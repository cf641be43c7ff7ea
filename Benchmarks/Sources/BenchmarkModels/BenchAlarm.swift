import Foundation
import SwiftData

/// An alarm with the weekdays it repeats on, in order.
@Model
public final class BenchAlarm {
    public var label: String
    public var hour: Int
    public var minute: Int
    @Relationship(deleteRule: .cascade, inverse: \BenchAlarmDay.alarm) public var days: [BenchAlarmDay] = []

    public init(label: String, hour: Int, minute: Int) {
        self.label = label
        self.hour = hour
        self.minute = minute
    }
}

/// One weekday of an alarm.
@Model
public final class BenchAlarmDay {
    public var weekday: Int
    public var alarm: BenchAlarm?

    public init(weekday: Int) {
        self.weekday = weekday
    }
}
