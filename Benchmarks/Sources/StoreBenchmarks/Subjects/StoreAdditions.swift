import BenchmarkModels
import Foundation
import SwiftData

/// The parts of rows that stand on names which only our SwiftData has.
enum StoreAdditions {
    /// All ideas in order of their last change, as a live query shows them before anybody scrolls.
    static func liveQuery(in context: ModelContext) throws -> Int {
        var descriptor = FetchDescriptor<BenchIdea>(sortBy: [SortDescriptor(\.updatedAt, order: .reverse)])
        descriptor.propertiesToFetch = [\.updatedAt]
        let observer = try ResultsObserver<BenchIdea, Never>(fetchDescriptor: descriptor, modelContext: context)
        return observer.results.count
    }

    /// Builds a predicate of a fixed shape with `version` in it, and translates it.
    static func translatedPredicate(version: Int, in context: ModelContext) throws -> String {
        let word = "boat"
        let predicate = #Predicate<BenchIdea> { idea in
            !idea.isCompleted && idea.version < version && idea.title.contains(word)
        }
        return try context.explain(FetchDescriptor(predicate: predicate)).sql
    }
}
