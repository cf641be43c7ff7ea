import Foundation
import SwiftData

struct LegacyAlarm: Codable {
    var id: UUID
    var time: Date
    var label: String
    var isEnabled: Bool
    var repeatDays: [Int]
    var sound: String
    var snoozeEnabled: Bool
    var vibrationEnabled: Bool
}

enum MigrationError: Error {
    case invalidLegacyData
}

final class MigrationManager {
    static func hasLegacyData() -> Bool {
        UserDefaults.standard.data(forKey: "SavedAlarms") != nil
    }

    static func cleanupLegacyData() {
        UserDefaults.standard.removeObject(forKey: "SavedAlarms")
    }

    private static func convertLegacyAlarm(_ legacy: LegacyAlarm) -> Alarm {
        let alarm = Alarm(
            time: legacy.time,
            label: legacy.label,
            isEnabled: legacy.isEnabled,
            sound: legacy.sound,
            snoozeEnabled: legacy.snoozeEnabled,
            vibrationEnabled: legacy.vibrationEnabled
        )
        alarm.id = legacy.id
        alarm.repeatDays = legacy.repeatDays.map { AlarmRepeat(weekday: $0) }
        return alarm
    }
}

extension MigrationManager {
    static func migrateFromUserDefaults(to context: ModelContext) async throws {
        guard hasLegacyData() else { return }

        // 读取旧数据
        guard let data = UserDefaults.standard.data(forKey: "SavedAlarms"),
              let legacyAlarms = try? JSONDecoder().decode([LegacyAlarm].self, from: data) else {
            throw MigrationError.invalidLegacyData
        }

        // 转换并保存
        for legacyAlarm in legacyAlarms {
            let alarm = convertLegacyAlarm(legacyAlarm)
            context.insert(alarm)
        }

        try context.save()

        // 清理旧数据
        cleanupLegacyData()
    }
}
