import Foundation
import Testing

@testable import SwiftData

/// `ModelContext.explain(_:)` says what is SQL and what is not.
@Suite struct ExplanationTests {
    @Test func aFetchThatIsAllSQLSaysSo() throws {
        let store = try TestStore(.memory, [Song.self])
        let context = ModelContext(store.container)
        var descriptor = FetchDescriptor<Song>(
            predicate: #Predicate { $0.title.contains("a") },
            sortBy: [SortDescriptor(\.title)]
        )
        descriptor.fetchLimit = 3
        let explanation = try context.explain(descriptor)
        #expect(explanation.inMemory.isEmpty)
        #expect(!explanation.mergesPendingChanges)
        #expect(explanation.sql.hasPrefix("SELECT t0.\"pk\""))
        #expect(explanation.sql.contains("LIMIT 3"))
        #expect(!explanation.sql.contains("'a'"))
    }

    @Test func unsavedChangesAreNamed() throws {
        let store = try TestStore(.memory, [Song.self])
        let context = ModelContext(store.container)
        context.insert(Song("Tide"))
        #expect(try context.explain(FetchDescriptor<Song>()).mergesPendingChanges)
    }
}
