@testable import AlarmClockCore

extension AlarmTemplate {
    /// A template of a person's own, for seven o'clock on every day.
    static func daily(_ name: String, scenario: String = "") -> AlarmTemplate {
        AlarmTemplate(
            name: name,
            category: "",
            icon: "",
            templateDescription: "",
            time: "",
            frequency: "",
            defaultTime: "07:00",
            repeatType: "daily",
            scenario: scenario
        )
    }
}
