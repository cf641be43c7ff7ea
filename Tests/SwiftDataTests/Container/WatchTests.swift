import Foundation
import Observation
import Testing

@testable import SwiftData

/// What one process saves, the observers of another one show.
@Suite(.timeLimit(.minutes(5)))
struct WatchTests {
    private static func configuration(_ path: String) -> ModelConfiguration {
        ModelConfiguration(schema: ChecksumStore.schema, url: URL(fileURLWithPath: path))
    }

    private static func container(_ path: String) throws -> ModelContainer {
        try ModelContainer(for: ChecksumStore.schema, configurations: configuration(path))
    }

    /// Lets another process save a note.
    private func saveElsewhere(_ path: String) async {
        await #expect(processExitsWith: .success) { [path = path as String] in
            let context = ModelContext(try WatchTests.container(path))
            context.insert(LogNote("from elsewhere", weight: 7))
            try context.save()
        }
    }

    /// Waits until what `read` reads has changed.
    private func change(of read: () -> Void, after act: () async -> Void) async -> Duration {
        let (stream, rings) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
        withObservationTracking(read) { rings.yield(.now) }
        await act()
        let done = ContinuousClock.now
        for await rung in stream { return rung - done }
        return .zero
    }

    @Test func `results of one process show what another saved, within a second`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("watched.store").path
        let container = try Self.container(path)
        let observer = try ResultsObserver<LogNote, Never>(
            fetchDescriptor: FetchDescriptor<LogNote>(),
            modelContext: ModelContext(container)
        )
        #expect(observer.results.isEmpty)
        let delay = await change(of: { _ = observer.results }, after: { await saveElsewhere(path) })
        #expect(delay < .seconds(1))
        #expect(observer.results.map(\.weight) == [7])
    }

    @Test func `the history's observer counts what another process saved`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("watched.store").path
        let container = try Self.container(path)
        let observer = try HistoryObserver(modelContainer: container)
        let before = observer.eventCounter
        let delay = await change(of: { _ = observer.eventCounter }, after: { await saveElsewhere(path) })
        #expect(delay < .seconds(1))
        #expect(observer.eventCounter == before + 1)
    }

    @Test func `a watch hears of the store and its log, and of nothing beside them`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("heard.store")
        let (stream, rings) = AsyncStream.makeStream(of: Void.self)
        let watch = try #require(StoreWatch(file) { rings.yield() })
        try Data("x".utf8).write(to: folder.file("other.store"))
        try Data("x".utf8).write(to: folder.file("heard.store-wal"))
        var heard = stream.makeAsyncIterator()
        await heard.next()
        try Data("y".utf8).write(to: file)
        await heard.next()
        withExtendedLifetime(watch) { rings.finish() }
    }
}
