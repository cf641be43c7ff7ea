import Foundation
import Observation
import SwiftData
import Synchronization
import Testing

/// History as an app sees it, through the public interface.
@Suite("History: contexts")
struct HistoryContextTests {
    private func newContext(_ kind: StoreKind) throws -> (TestStore, ModelContext) {
        let store = try TestStore(kind, [LogNote.self, LogFolder.self])
        return (store, ModelContext(store.container))
    }

    @Test(arguments: StoreKind.allCases) func `inserts, updates and deletes carry the model's type`(
        kind: StoreKind
    ) throws {
        let (store, context) = try newContext(kind)
        context.author = "app"
        let note = LogNote("Boat", slug: "boat")
        context.insert(note)
        try context.save()
        let identifier = note.persistentModelID
        note.weight = 5
        note.title = "Boats"
        try context.save()
        context.delete(note)
        try context.save()

        let found = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(found.count == 3)
        #expect(found.allSatisfy { $0.author == "app" })
        #expect(found.flatMap(\.changes).allSatisfy { $0.changedPersistentIdentifier == identifier })
        guard case .insert(let insert as DefaultHistoryInsert<LogNote>) = found[0].changes[0],
            case .update(let update as DefaultHistoryUpdate<LogNote>) = found[1].changes[0],
            case .delete(let delete as DefaultHistoryDelete<LogNote>) = found[2].changes[0]
        else {
            Issue.record("The changes are not of the expected kinds: \(found.map(\.changes))")
            return
        }
        #expect(insert.transactionIdentifier == found[0].transactionIdentifier)
        #expect(update.containsAttribute(\.weight) && update.containsAttribute(\.title))
        #expect(!update.containsAttribute(\.body))
        #expect(delete.tombstone[\.title] as? String == "Boats")
        #expect(delete.tombstone[\.slug] as? String == "boat")
        #expect(delete.tombstone[\.body] == nil)
        #expect(Array(delete.tombstone).count == 2)
        _ = store
    }

    @Test(arguments: StoreKind.allCases) func `what is newer than a token, by other authors`(kind: StoreKind) throws {
        let (store, context) = try newContext(kind)
        context.insert(LogNote("One"))
        try context.save()
        let token = try #require(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last).token
        for author in ["app", "sync", "app"] {
            let other = ModelContext(store.container)
            other.author = author
            other.insert(LogNote(author))
            try other.save()
        }
        let me = "app"
        let newer = try context.fetchHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(
                predicate: #Predicate { $0.token > token && ($0.author == nil || $0.author != me) }
            )
        )
        #expect(newer.map(\.author) == ["sync"])
        let coded = try JSONDecoder().decode(DefaultHistoryToken.self, from: JSONEncoder().encode(token))
        #expect(coded == token)
    }

    @Test(arguments: StoreKind.allCases) func `deleted history is gone, and its tokens have expired`(
        kind: StoreKind
    ) throws {
        let (_store, context) = try newContext(kind)
        for title in ["a", "b", "c"] {
            context.insert(LogNote(title))
            try context.save()
        }
        let all = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        let second = all[1].token
        let first = all[0].token
        try context.deleteHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token <= second })
        )
        #expect(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).count == 1)
        #expect(throws: SwiftDataError.historyTokenExpired) {
            try context.fetchHistory(
                HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > first })
            )
        }
        let rest = try context.fetchHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > second })
        )
        #expect(rest.map(\.token) == [all[2].token])
        #expect(try context.currentHistoryToken() == all[2].token)
        _ = _store
    }

    @Test func `an observer counts what matters to it`() throws {
        let (store, context) = try newContext(.memory)
        let everything = try HistoryObserver(modelContainer: store.container)
        let folders = try HistoryObserver(observedModels: [LogFolder.self], modelContainer: store.container)
        let sync = try HistoryObserver(authors: ["sync"], modelContainer: store.container)
        context.insert(LogNote("One"))
        try context.save()
        #expect([everything, folders, sync].map(\.eventCounter) == [1, 0, 0])
        context.author = "sync"
        context.insert(LogFolder("Drawer"))
        try context.save()
        #expect([everything, folders, sync].map(\.eventCounter) == [2, 1, 1])
    }

    @Test func `an observer counts an erasing`() throws {
        let (store, context) = try newContext(.memory)
        context.insert(LogNote("One"))
        try context.save()
        let everything = try HistoryObserver(modelContainer: store.container)
        let folders = try HistoryObserver(observedModels: [LogFolder.self], modelContainer: store.container)
        let sync = try HistoryObserver(authors: ["sync"], modelContainer: store.container)
        let rings = Mutex(0)
        withObservationTracking {
            _ = everything.eventCounter
        } onChange: {
            rings.withLock { $0 += 1 }
        }
        try store.container.erase()
        #expect([everything, folders, sync].map(\.eventCounter) == [1, 1, 0], "an erasing has no author")
        #expect(rings.withLock { $0 } == 1)
        context.insert(LogNote("Two"))
        try context.save()
        #expect([everything, folders, sync].map(\.eventCounter) == [2, 1, 0])
    }

    @Test func `an observer goes on where another one stopped`() throws {
        let (store, context) = try newContext(.memory)
        func observer(_ tokens: [String: any HistoryToken], authors: Set<String> = []) throws -> HistoryObserver {
            try HistoryObserver(historyTokens: tokens, authors: authors, modelContainer: store.container)
        }
        let begun = try HistoryObserver(modelContainer: store.container).historyTokens
        for author in ["app", "sync"] {
            context.author = author
            context.insert(LogNote(author))
            try context.save()
        }
        let late = try observer(begun)
        #expect(late.eventCounter == 1)
        #expect(try observer(begun, authors: ["sync"]).eventCounter == 1)
        #expect(try observer(begun, authors: ["other"]).eventCounter == 0)
        #expect(try observer(late.historyTokens).eventCounter == 0)
        context.insert(LogNote("more"))
        try context.save()
        #expect(late.eventCounter == 2)
        // Whose token has expired hears that something was there.
        let last = try context.currentHistoryToken()
        try context.deleteHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token < last })
        )
        let expired = try observer(begun)
        #expect(expired.eventCounter == 1)
        #expect(try observer(expired.historyTokens).eventCounter == 0)
    }
}
