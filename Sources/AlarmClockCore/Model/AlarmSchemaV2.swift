import Foundation
import SwiftData

/// Version 1.1.0: the days are rows, and there are templates.
enum AlarmSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 1, 0)
    static var models: [any PersistentModel.Type] { [Alarm.self, AlarmRepeat.self, AlarmTemplate.self] }

    @Model
    final class Alarm {
        @Attribute(.unique) var id: UUID
        var time: Date
        var label: String
        var isEnabled: Bool
        var sound: String
        var snoozeEnabled: Bool
        var vibrationEnabled: Bool
        var createdAt: Date
        var updatedAt: Date

        @Relationship(deleteRule: .cascade, inverse: \AlarmRepeat.alarm)
        var repeatDays: [AlarmRepeat] = []

        @Relationship(deleteRule: .nullify, inverse: \AlarmTemplate.alarms)
        var template: AlarmTemplate?

        init(
            time: Date = Date(),
            label: String = "闹钟",
            isEnabled: Bool = true,
            sound: String = "默认",
            snoozeEnabled: Bool = true,
            vibrationEnabled: Bool = true
        ) {
            self.id = UUID()
            self.time = time
            self.label = label
            self.isEnabled = isEnabled
            self.sound = sound
            self.snoozeEnabled = snoozeEnabled
            self.vibrationEnabled = vibrationEnabled
            self.createdAt = Date()
            self.updatedAt = Date()
        }
    }

    @Model
    final class AlarmRepeat {
        @Attribute(.unique) var id: UUID
        var weekday: Int

        @Relationship var alarm: Alarm?

        init(weekday: Int) {
            self.id = UUID()
            self.weekday = weekday
        }
    }

    @Model
    final class AlarmTemplate {
        @Attribute(.unique) var id: UUID
        var name: String
        var category: String
        var icon: String
        var templateDescription: String
        var time: String
        var frequency: String
        var defaultTime: String
        var repeatType: String
        var scenario: String

        @Relationship var alarms: [Alarm] = []

        init(
            name: String,
            category: String,
            icon: String,
            templateDescription: String,
            time: String,
            frequency: String,
            defaultTime: String,
            repeatType: String,
            scenario: String
        ) {
            self.id = UUID()
            self.name = name
            self.category = category
            self.icon = icon
            self.templateDescription = templateDescription
            self.time = time
            self.frequency = frequency
            self.defaultTime = defaultTime
            self.repeatType = repeatType
            self.scenario = scenario
        }
    }
}
