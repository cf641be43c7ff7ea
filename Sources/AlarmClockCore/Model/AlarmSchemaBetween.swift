import Foundation
import SwiftData

// No released app had these versions; a store passes through them on its way from 1.0.0 to 1.1.0. A value cannot become
// a relationship of the same name in one step: first it gets another name, then both stand beside each other and code
// fills the relationship, and the next version drops the value.

/// Version 1.0.1: the days have another name.
enum AlarmSchemaRenamed: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 1)
    static var models: [any PersistentModel.Type] { [Alarm.self] }

    @Model
    final class Alarm {
        @Attribute(.unique) var id: UUID
        var time: Date
        var label: String
        var isEnabled: Bool
        @Attribute(originalName: "repeatDays") var oldRepeatDays: [Int] = []
        var sound: String
        var snoozeEnabled: Bool
        var vibrationEnabled: Bool
        var createdAt: Date
        var updatedAt: Date

        init(id: UUID, time: Date, label: String, sound: String) {
            self.id = id
            self.time = time
            self.label = label
            self.isEnabled = true
            self.sound = sound
            self.snoozeEnabled = true
            self.vibrationEnabled = true
            self.createdAt = time
            self.updatedAt = time
        }
    }
}

/// Version 1.0.2: the days as values and as rows.
enum AlarmSchemaBoth: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 2)
    static var models: [any PersistentModel.Type] { [Alarm.self, AlarmRepeat.self] }

    @Model
    final class Alarm {
        @Attribute(.unique) var id: UUID
        var time: Date
        var label: String
        var isEnabled: Bool
        var oldRepeatDays: [Int] = []
        var sound: String
        var snoozeEnabled: Bool
        var vibrationEnabled: Bool
        var createdAt: Date
        var updatedAt: Date

        @Relationship(deleteRule: .cascade, inverse: \AlarmRepeat.alarm)
        var repeatDays: [AlarmRepeat] = []

        init(id: UUID, time: Date, label: String, sound: String) {
            self.id = id
            self.time = time
            self.label = label
            self.isEnabled = true
            self.sound = sound
            self.snoozeEnabled = true
            self.vibrationEnabled = true
            self.createdAt = time
            self.updatedAt = time
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
}
