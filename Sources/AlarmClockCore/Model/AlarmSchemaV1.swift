import Foundation
import SwiftData

/// Version 1.0.0: the days on which an alarm rings stand in its own row.
enum AlarmSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Alarm.self] }

    @Model
    final class Alarm {
        @Attribute(.unique) var id: UUID
        var time: Date
        var label: String
        var isEnabled: Bool
        var repeatDays: [Int] = []
        var sound: String
        var snoozeEnabled: Bool
        var vibrationEnabled: Bool
        var createdAt: Date
        var updatedAt: Date

        init(
            time: Date = Date(),
            label: String = "闹钟",
            isEnabled: Bool = true,
            repeatDays: [Int] = [],
            sound: String = "默认",
            snoozeEnabled: Bool = true,
            vibrationEnabled: Bool = true
        ) {
            self.id = UUID()
            self.time = time
            self.label = label
            self.isEnabled = isEnabled
            self.repeatDays = repeatDays
            self.sound = sound
            self.snoozeEnabled = snoozeEnabled
            self.vibrationEnabled = vibrationEnabled
            self.createdAt = Date()
            self.updatedAt = Date()
        }
    }
}
