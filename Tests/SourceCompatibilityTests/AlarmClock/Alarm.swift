import Foundation
import SwiftData

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

    // 关系属性
    @Relationship(deleteRule: .cascade, inverse: \AlarmRepeat.alarm)
    var repeatDays: [AlarmRepeat] = []

    @Relationship(deleteRule: .nullify, inverse: \AlarmTemplate.alarms)
    var template: AlarmTemplate?

    init(time: Date = Date(), label: String = "闹钟", isEnabled: Bool = true,
         sound: String = "默认", snoozeEnabled: Bool = true,
         vibrationEnabled: Bool = true) {
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
