import Foundation
import SwiftData

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

    init(name: String, category: String, icon: String,
         templateDescription: String, time: String, frequency: String,
         defaultTime: String, repeatType: String, scenario: String) {
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
