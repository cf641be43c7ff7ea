import Foundation
import Observation
import TestSupport
import Testing

@testable import SwiftData

/// What one process saves, the observers of another one show.
@Suite struct WatchTests {
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

    /// Waits until something is observed to change, and then until it is so.
    ///
    /// How long it took is judged in a proof, since a busy machine may take any time.
    private func observes(_ holds: () -> Bool, after act: () async -> Void) async {
        let (stream, rings) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
        withObservationTracking {
            _ = holds()
        } onChange: {
            rings.yield(.now)
        }
        await act()
        let done = ContinuousClock.now
        for await rung in stream {
            if Effort.isProof { #expect(rung - done < .seconds(1)) }
            break
        }
        // The first news may be of another change.
        while !holds() { await Task.yield() }
    }

    @Test func `results of one process show what another saved`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("watched.store").path
        let container = try Self.container(path)
        let observer = try ResultsObserver<LogNote, Never>(
            fetchDescriptor: FetchDescriptor<LogNote>(),
            modelContext: ModelContext(container)
        )
        #expect(observer.results.isEmpty)
        await observes({ !observer.results.isEmpty }, after: { await saveElsewhere(path) })
        #expect(observer.results.map(\.weight) == [7])
    }

    @Test func `the history's observer counts what another process saved`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("watched.store").path
        let container = try Self.container(path)
        let observer = try HistoryObserver(modelContainer: container)
        let before = observer.eventCounter
        await observes({ observer.eventCounter != before }, after: { await saveElsewhere(path) })
        #expect(observer.eventCounter == before + 1)
    }

    @Test func `a watch hears of the store and its log, and of nothing beside them`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("heard.store")
        let (stream, rings) = AsyncStream.makeStream(of: Void.self)
        let watch = StoreWatch(file) { rings.yield() }
        try Data("x".utf8).write(to: folder.file("other.store"))
        try Data("x".utf8).write(to: folder.file("heard.store-wal"))
        var heard = stream.makeAsyncIterator()
        await heard.next()
        try Data("y".utf8).write(to: file)
        await heard.next()
        withExtendedLifetime(watch) { rings.finish() }
    }

    @Test func `a commit is told by a touch of the file that connections share, however late the disk had it`()
        async throws
    {
        let folder = try TemporaryFolder()
        let path = folder.file("rung.store").path
        let container = try Self.container(path)
        let context = ModelContext(container)
        let shared = path + "-shm"
        func touched() throws -> Date? {
            try FileManager.default.attributesOfItem(atPath: shared)[.modificationDate] as? Date
        }
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: shared)
        context.insert(LogNote("here", weight: 1))
        try context.save()
        #expect(try #require(try touched()).timeIntervalSince1970 > 0)

        let (stream, rings) = AsyncStream.makeStream(of: Void.self)
        let watch = StoreWatch(URL(fileURLWithPath: path)) { rings.yield() }
        CommitBell(URL(fileURLWithPath: path)).ring()
        var heard = stream.makeAsyncIterator()
        await heard.next()
        withExtendedLifetime((watch, container)) { rings.finish() }
    }

    @Test func `where the system has no watch left, a store is looked at each second`() async throws {
        let (stream, rings) = AsyncStream.makeStream(of: Void.self)
        let watch = StoreWatch(URL(fileURLWithPath: "/nowhere/a.store"), hears: false) { rings.yield() }
        var heard = stream.makeAsyncIterator()
        // At once, for what was written before the watch stood, and then again and again.
        await heard.next()
        await heard.next()
        withExtendedLifetime(watch) { rings.finish() }
    }

    @Test func `news are never passed over, while another process goes on saving`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("busy.store").path
        let container = try Self.container(path)
        let count = 400
        async let saving: Void = Self.saveManyElsewhere(path, count)
        var (tokens, told) = (try container.historyTokens(), 0)
        while told < count {
            let news = try container.historyNews(since: tokens)
            tokens = news.tokens
            told += news.transactions.count
            await Task.yield()
        }
        #expect(told == count)
        await saving
        #expect(try container.historyNews(since: tokens).transactions.isEmpty)
    }

    private static func saveManyElsewhere(_ path: String, _ count: Int) async {
        await #expect(processExitsWith: .success) { [path = path as String, count = count as Int] in
            let context = ModelContext(try WatchTests.container(path))
            for number in 0..<count {
                context.insert(LogNote("from elsewhere", weight: number))
                try context.save()
            }
        }
    }
}
