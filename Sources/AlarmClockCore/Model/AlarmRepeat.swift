import Foundation
import SwiftData

/// A day of the week on which an alarm rings.
@Model
public final class AlarmRepeat {
    /// What tells it from all others, on every device.
    @Attribute(.unique) public var id: UUID
    /// 1 to 7 for Sunday to Saturday.
    public var weekday: Int

    /// The alarm.
    @Relationship public var alarm: Alarm?

    /// A day, for an alarm that is set later.
    public init(id: UUID = UUID(), weekday: Int) {
        self.id = id
        self.weekday = weekday
    }
}
