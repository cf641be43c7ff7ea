import Foundation
import Observation
import SwiftData

/// The data side of ScenarioAlarmsView.
@MainActor
@Observable
final class ScenarioAlarms {
    let scenario: String
    private(set) var alarms: [Alarm] = []

    @ObservationIgnored private let modelContext: ModelContext
    @ObservationIgnored private let descriptor: FetchDescriptor<Alarm>

    init(scenario: String, modelContext: ModelContext) {
        self.scenario = scenario
        self.modelContext = modelContext
        let predicate = #Predicate<Alarm> { alarm in
            alarm.template?.scenario == scenario
        }
        descriptor = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\Alarm.time)])
    }

    func load() throws {
        alarms = try modelContext.fetch(descriptor)
    }

    func deleteAlarms(offsets: IndexSet) throws {
        for index in offsets {
            modelContext.delete(alarms[index])
        }
        try modelContext.save()
        try load()
    }
}
