import Foundation
import SwiftData

// MARK: - Schema配置

enum AlarmSchema {
    static let schema = Schema([
        Alarm.self,
        AlarmRepeat.self,
        AlarmTemplate.self,
    ])

    static let modelConfiguration = ModelConfiguration(
        schema: schema,
        isStoredInMemoryOnly: false,
        allowsSave: true
    )
}

// MARK: - 数据库版本管理

// 使用Schema版本控制
let schemaV1 = Schema([Alarm.self], version: .init(1, 0, 0))
let schemaV2 = Schema([Alarm.self, AlarmTemplate.self], version: .init(1, 1, 0))
