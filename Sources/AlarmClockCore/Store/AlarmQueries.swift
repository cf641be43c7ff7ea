import Foundation
import SwiftData

/// The questions that are asked of the store, each in one place.
enum AlarmQueries {
    /// All alarms by their time, with their days: two statements, however many there are.
    static var list: FetchDescriptor<Alarm> {
        var descriptor = FetchDescriptor<Alarm>(sortBy: [SortDescriptor(\.time), SortDescriptor(\.id)])
        descriptor.relationshipKeyPathsForPrefetching = [\.repeatDays]
        return descriptor
    }

    /// The same with the templates that they were made from.
    static var whole: FetchDescriptor<Alarm> {
        var descriptor = list
        descriptor.relationshipKeyPathsForPrefetching = [\.repeatDays, \.template]
        return descriptor
    }

    /// The alarm with the id.
    static func alarm(_ id: UUID) -> FetchDescriptor<Alarm> {
        FetchDescriptor<Alarm>(predicate: #Predicate { $0.id == id })
    }

    /// What this device remembers of an alarm.
    static func ringState(_ id: UUID) -> FetchDescriptor<RingState> {
        FetchDescriptor<RingState>(predicate: #Predicate { $0.alarmID == id })
    }

    /// What this device remembers of alarms that were missed.
    static var missed: FetchDescriptor<RingState> {
        FetchDescriptor<RingState>(predicate: #Predicate { $0.missedAt != nil })
    }

    /// What this device remembers of alarms that ring, are put off, or were missed.
    static var notable: FetchDescriptor<RingState> {
        FetchDescriptor<RingState>(predicate: #Predicate { $0.occurrence != nil || $0.missedAt != nil })
    }
}
