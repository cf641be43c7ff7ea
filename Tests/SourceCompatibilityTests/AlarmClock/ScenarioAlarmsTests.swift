import Foundation
import SwiftData
import Testing

@Suite @MainActor
struct ScenarioAlarmsTests {
    private func template(_ name: String, scenario: String) -> AlarmTemplate {
        AlarmTemplate(
            name: name,
            category: "生活",
            icon: "bell",
            templateDescription: name,
            time: "08:00",
            frequency: "每天",
            defaultTime: "08:00",
            repeatType: "daily",
            scenario: scenario
        )
    }

    @Test func scenarioQueryFollowsTheOptionalRelationship() throws {
        let folder = try TemporaryFolder()
        let configuration = ModelConfiguration(schema: schema, url: folder.file("Alarms.store"))
        let container = try ModelContainer(for: schema, configurations: configuration)
        let context = container.mainContext
        let work = template("会议", scenario: "工作")
        let health = template("喝水", scenario: "健康")
        context.insert(work)
        context.insert(health)
        let plan: [(day: Int, template: AlarmTemplate?)] = [(3, work), (1, work), (2, health), (4, nil)]
        for entry in plan {
            let alarm = Alarm(time: .day(entry.day), label: "\(entry.day)")
            context.insert(alarm)
            alarm.template = entry.template
        }
        try context.save()

        let model = ScenarioAlarms(scenario: "工作", modelContext: context)
        try model.load()
        #expect(model.alarms.map(\.label) == ["1", "3"])

        try model.deleteAlarms(offsets: IndexSet(integer: 0))
        #expect(model.alarms.map(\.label) == ["3"])
        #expect(work.alarms.map(\.label) == ["3"])
        #expect(try context.fetchCount(FetchDescriptor<Alarm>()) == 3)

        let reopened = try ModelContainer(for: schema, configurations: configuration)
        let other = ScenarioAlarms(scenario: "健康", modelContext: reopened.mainContext)
        try other.load()
        #expect(other.alarms.map(\.label) == ["2"])
        #expect(other.alarms.first?.template?.name == "喝水")
    }
}
