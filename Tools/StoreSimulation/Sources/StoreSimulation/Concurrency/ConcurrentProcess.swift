import Dispatch
import Foundation
import SwiftData
import Synchronization

/// The writers of one process, all at once: threads with a context each, model actors, and the main context.
package struct ConcurrentProcess: Sendable {
    package let store: URL
    package let seed: UInt64
    package let threads: Int
    package let actors: Int
    /// The number of the first writer, and how many there are in all processes.
    package let first: Int
    package let writers: Int

    package init(store: URL, seed: UInt64, threads: Int, actors: Int, first: Int, writers: Int) {
        (self.store, self.seed, self.threads, self.actors) = (store, seed, threads, actors)
        (self.first, self.writers) = (first, writers)
    }

    /// How many writers a process of so many threads and actors has.
    package static func writerCount(threads: Int, actors: Int) -> Int { threads + actors + 1 }

    /// Makes the rows that all writers share.
    ///
    /// - Throws: What the store throws.
    package static func prepare(_ store: URL) throws {
        let context = ModelContext(try container(of: store))
        for number in SharedRows.shelves {
            context.insert(Shelf(number: number, name: SharedRows.name(of: number)))
        }
        for number in SharedRows.labels { context.insert(Label(number: number)) }
        for number in SharedRows.books { context.insert(Book(number: number, title: SharedRows.title(of: number))) }
        try context.save()
    }

    static func container(of store: URL) throws -> ModelContainer {
        try ModelContainer(
            for: Garden.schema,
            configurations: ModelConfiguration(schema: Garden.schema, url: store)
        )
    }

    /// Lets all write until each has done its steps, or one of them fails.
    ///
    /// - Parameter isOver: Whether a writer that has done so many steps is at its end.
    /// - Returns: What the saves of each writer acknowledged.
    /// - Throws: The first failure.
    @MainActor
    package func run(until isOver: @escaping @Sendable (Int) -> Bool) async throws -> [WriterFacts] {
        let container = try Self.container(of: store)
        let results = Results()
        let shouldEnd: @Sendable (Int) -> Bool = { results.hasFailure || isOver($0) }
        let group = DispatchGroup()
        for number in 0..<threads {
            let role = WriterRole(number: first + number, count: writers)
            group.enter()
            Thread.detachNewThread { [seed] in
                results.add {
                    let writer = ConcurrentWriter(ModelContext(container), role, seed: seed, rollsBack: true)
                    return try writer.write(until: shouldEnd)
                }
                group.leave()
            }
        }
        await withTaskGroup(of: Void.self) { tasks in
            for number in 0..<actors {
                let role = WriterRole(number: first + threads + number, count: writers)
                tasks.addTask { [seed] in
                    let actor = WritingActor(modelContainer: container)
                    await results.add { try await actor.write(role, seed, until: shouldEnd) }
                }
            }
            let role = WriterRole(number: first + threads + actors, count: writers)
            // The main context saves by itself as well, so that its writer knows of no state to return to.
            let writer = ConcurrentWriter(container.mainContext, role, seed: seed, rollsBack: false)
            await results.add { try await writer.writeYielding(until: shouldEnd) }
        }
        await Self.end(of: group)
        return try results.facts()
    }

    nonisolated private static func end(of group: DispatchGroup) async {
        await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
    }

    /// What became of each writer.
    private final class Results: Sendable {
        private let all = Mutex<[Result<WriterFacts, any Error>]>([])
        private let failed = Atomic(false)

        var hasFailure: Bool { failed.load(ordering: .relaxed) }

        func add(_ body: () throws -> WriterFacts) { append(Result { try body() }) }

        func add(_ body: () async throws -> WriterFacts, isolation: isolated (any Actor)? = #isolation) async {
            do { append(.success(try await body())) } catch { append(.failure(error)) }
        }

        private func append(_ result: Result<WriterFacts, any Error>) {
            if case .failure = result { failed.store(true, ordering: .relaxed) }
            all.withLock { $0.append(result) }
        }

        func facts() throws -> [WriterFacts] { try all.withLock { try $0.map { try $0.get() } } }
    }
}

/// A writer on a model actor: others come between two of its steps.
@ModelActor
private actor WritingActor {
    func write(_ role: WriterRole, _ seed: UInt64, until isOver: @Sendable (Int) -> Bool) async throws -> WriterFacts {
        let writer = ConcurrentWriter(modelContext, role, seed: seed, rollsBack: true)
        return try await writer.writeYielding(until: isOver)
    }
}
