import Foundation
import SwiftData

/// A pattern from which alarms are made.
@Model
public final class AlarmTemplate {
    /// What tells it from all others, on every device.
    @Attribute(.unique) public var id: UUID
    /// Its name.
    public var name: String
    /// What it belongs to within its scenario.
    public var category: String
    /// The name of a symbol.
    public var icon: String
    /// What it is good for.
    public var templateDescription: String
    /// The time of day in words.
    public var time: String
    /// How often, in words.
    public var frequency: String
    /// The time that an alarm made from it has, as `07:30`.
    public var defaultTime: String
    /// The days on which an alarm made from it rings: `once`, `daily`, `weekdays`, `weekends`, or names of days as
    /// `mon,wed`.
    public var repeatType: String
    /// The situation it is for.
    public var scenario: String

    /// The alarms made from it.
    @Relationship public var alarms: [Alarm] = []

    /// A new template.
    public init(
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
