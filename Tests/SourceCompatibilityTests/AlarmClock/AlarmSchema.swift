import Foundation
import SwiftData

let schema = Schema([
    Alarm.self,
    AlarmRepeat.self,
    AlarmTemplate.self
])

let modelConfiguration = ModelConfiguration(
    schema: schema,
    isStoredInMemoryOnly: false,
    allowsSave: true
)

// 使用Schema版本控制
let schemaV1 = Schema([Alarm.self], version: .init(1, 0, 0))
let schemaV2 = Schema([Alarm.self, AlarmTemplate.self], version: .init(1, 1, 0))
