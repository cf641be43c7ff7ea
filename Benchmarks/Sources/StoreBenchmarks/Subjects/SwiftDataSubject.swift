import BenchmarkData
import BenchmarkModels
import Foundation
import SwiftData

/// Ours: what an app writes against SwiftData's public interface.
final class SwiftDataSubject: Subject {
    let container: ModelContainer
    /// The context of the rows that keep their objects.
    private var keeper: ModelContext
    private var kept: [BenchIdea] = []

    init(_ store: URL, _ durability: Durability) throws {
        container = try BenchStore.container(store, durability: durability == .full ? .full : .normal)
        keeper = ModelContext(container)
    }

    /// An empty store for ideas and alarms.
    static func createStore(at file: URL) throws {
        _ = try ModelContext(BenchStore.container(file)).fetchCount(FetchDescriptor<BenchIdea>())
    }

    // MARK: Writing

    func insert(_ ideas: [IdeaValues]) throws {
        let context = ModelContext(container)
        for values in ideas {
            context.insert(BenchIdea(values))
        }
        try context.save()
    }

    /// The context knows all the ideas that it has inserted, as an app's main context does.
    func insertSingly(_ ideas: [IdeaValues]) throws {
        let context = ModelContext(container)
        var known: [BenchIdea] = []
        for values in ideas {
            let idea = BenchIdea(values)
            context.insert(idea)
            try context.save()
            known.append(idea)
        }
    }

    func keepAll() throws {
        kept = try keeper.fetch(FetchDescriptor<BenchIdea>())
    }

    func dropAll() {
        kept = []
        keeper = ModelContext(container)
    }

    func apply(_ changes: [IdeaChange]) throws {
        for change in changes {
            let idea = kept[change.position]
            idea.title = change.title
            idea.updatedAt = change.updatedAt
            idea.version = change.version
        }
        try keeper.save()
    }

    // MARK: Reading

    func fetchAll() throws -> Int {
        try ModelContext(container).fetch(FetchDescriptor<BenchIdea>()).count
    }

    func fetchAllKept() throws -> Int {
        try keeper.fetch(FetchDescriptor<BenchIdea>()).count
    }

    func firstPage() throws -> Int {
        try ModelContext(container).fetch(BenchStore.newest(50)).count
    }

    func count() throws -> Int {
        try keeper.fetchCount(FetchDescriptor<BenchIdea>())
    }

    func countOpen() throws -> Int {
        let few = 25
        let predicate = #Predicate<BenchIdea> { !$0.isCompleted && $0.version < few }
        return try keeper.fetchCount(FetchDescriptor(predicate: predicate))
    }

    func openIdeas(containing word: String) throws -> Int {
        let predicate = #Predicate<BenchIdea> { !$0.isCompleted && $0.title.contains(word) }
        return try ModelContext(container).fetch(FetchDescriptor(predicate: predicate)).count
    }

    func openIdeas(containingLocalized word: String) throws -> Int {
        let predicate = #Predicate<BenchIdea> { !$0.isCompleted && $0.title.localizedStandardContains(word) }
        return try ModelContext(container).fetch(FetchDescriptor(predicate: predicate)).count
    }

    func faults() throws -> Int {
        try StoreAdditions.liveQuery(in: ModelContext(container))
    }

    func alarms() throws -> Int {
        var descriptor = FetchDescriptor<BenchAlarm>()
        descriptor.relationshipKeyPathsForPrefetching = [\.days]
        let alarms = try ModelContext(container).fetch(descriptor)
        return alarms.reduce(0) { sum, alarm in
            sum + alarm.days.reduce(0) { $0 + $1.weekday }
        }
    }
}
