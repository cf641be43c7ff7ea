import Foundation

/// The values of one alarm and of the weekdays it repeats on: one row and seven child rows.
package struct AlarmValues: Sendable {
    package static let daysPerAlarm = 7

    package var label: String
    package var hour: Int
    package var minute: Int
    package var weekdays: [Int]

    package init(label: String, hour: Int, minute: Int, weekdays: [Int]) {
        self.label = label
        self.hour = hour
        self.minute = minute
        self.weekdays = weekdays
    }
}

/// Makes the alarms of the relationship benchmarks from a seed.
package struct AlarmSource: Sendable {
    package let seed: UInt64

    package init(seed: UInt64) {
        self.seed = seed
    }

    package func alarm(at index: Int) -> AlarmValues {
        var generator = SeededGenerator(seed: seed ^ 0xA1A4, index: index)
        return AlarmValues(
            label: "Alarm number \(index)",
            hour: Int.random(in: 0..<24, using: &generator),
            minute: Int.random(in: 0..<60, using: &generator),
            weekdays: Array(1...AlarmValues.daysPerAlarm).shuffled(using: &generator)
        )
    }
}
