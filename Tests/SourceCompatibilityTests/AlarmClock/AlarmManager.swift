import Foundation
import Observation
import SwiftData

@Observable
final class AlarmManager {
    private let modelContext: ModelContext

    init(modelContext: ModelContext) {
        self.modelContext = modelContext
    }

    func addAlarm(_ alarm: Alarm) throws {
        let weekdays = alarm.repeatDays.map(\.weekday)
        guard Set(weekdays).count == weekdays.count else {
            throw SwiftDataError.constraintViolation("repeatDays")
        }
        modelContext.insert(alarm)
        try saveChanges()
    }

    func updateAlarm(_ alarm: Alarm) throws {
        alarm.updatedAt = Date()
        try saveChanges()
    }

    func deleteAlarm(_ alarm: Alarm) throws {
        modelContext.delete(alarm)
        try saveChanges()
    }

    func toggleAlarm(_ alarm: Alarm, enabled: Bool) throws {
        alarm.isEnabled = enabled
        try updateAlarm(alarm)
    }

    private func saveChanges() throws {
        do {
            try modelContext.save()
        } catch {
            throw SwiftDataError.saveFailed(error)
        }
    }
}
