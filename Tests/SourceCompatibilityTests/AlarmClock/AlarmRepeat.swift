import Foundation
import SwiftData

@Model
final class AlarmRepeat {
    @Attribute(.unique) var id: UUID
    var weekday: Int // 1-7 对应周日到周六

    @Relationship var alarm: Alarm?

    init(weekday: Int) {
        self.id = UUID()
        self.weekday = weekday
    }
}
