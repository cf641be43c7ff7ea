import BenchmarkModels
import Foundation
import SwiftData

/// The parts of rows that stand on names which only our SwiftData has.
enum StoreAdditions {
    /// How many statements `body` sends to SQLite, those that begin and end transactions not counted.
    static func statements(
        of subject: SwiftDataSubject,
        during body: (SwiftDataSubject) throws -> Void
    ) throws -> Int {
        throw Absent("the statement log is not wired")
    }

    /// All ideas in order of their last change, as a live query shows them before anybody scrolls.
    static func liveQuery(in context: ModelContext) throws -> Int {
        var descriptor = FetchDescriptor<BenchIdea>(sortBy: [SortDescriptor(\.updatedAt, order: .reverse)])
        descriptor.propertiesToFetch = [\.updatedAt]
        let observer = try ResultsObserver<BenchIdea, Never>(fetchDescriptor: descriptor, modelContext: context)
        return observer.results.count
    }

    /// Builds a predicate of a fixed shape with `version` in it, and translates it.
    static func translatedPredicate(version: Int, in subject: SwiftDataSubject) throws -> String {
        throw Absent("the description in SQL is not wired")
    }
}
