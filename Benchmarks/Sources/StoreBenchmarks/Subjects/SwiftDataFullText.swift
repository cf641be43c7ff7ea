import BenchmarkData
import BenchmarkModels
import Foundation
import SwiftData

/// Ours for the rows of full-text search: a store whose titles are indexed.
final class SwiftDataFullText {
    private let container: ModelContainer

    init(_ store: URL) throws {
        container = try BenchStore.container(store, fullTextIndexes: [FullTextIndex(\BenchIdea.title)])
    }

    func insert(_ ideas: [IdeaValues]) throws {
        let context = ModelContext(container)
        for values in ideas {
            context.insert(BenchIdea(values))
        }
        try context.save()
    }

    /// Titles of the 50 newest ideas that hold `word`.
    func newest(matching word: String) throws -> [String] {
        try ModelContext(container).search(BenchStore.newest(50), matching: word).map(\.title)
    }
}
