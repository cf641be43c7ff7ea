import Synchronization
import Testing

@testable import SwiftData

@ModelActor
actor TrackLinker {
    /// Links new tracks one by one, to one list after the other, each with a save of its own.
    func link(_ count: Int, to lists: [PersistentIdentifier], named name: String) async throws {
        let lists = try lists.map { try #require(self[$0, as: Playlist.self]) }
        for number in 0..<count {
            lists[number % lists.count].tracks.append(Track("\(name)-\(number)"))
            try modelContext.save()
            await Task.yield()
        }
    }
}

/// Contexts on threads of their own change the same two lists at the same time; every link that was saved must be in the file.
///
/// A process of its own looks into the file, through SQLite alone.
@Suite struct ConcurrentAppendTests {
    private static let types: [any PersistentModel.Type] = [Playlist.self, Track.self]

    /// A link that a save acknowledged: who says so, and of what.
    private static func link(_ list: String, _ track: String) -> String { "\(list)/\(track)" }

    /// The file has the links that were acknowledged, each track in its playlist, and no others.
    private func expectLinks(_ links: Set<String>, in store: TestStore) async {
        let path = store.folder.file().path
        let expected = links.sorted()
        await #expect(processExitsWith: .success) { [path = path as String, expected = expected as [String]] in
            let file = try RawDatabase(path)
            let sql =
                "SELECT coalesce(p.title, '') || '/' || t.title AS link FROM Track t LEFT JOIN Playlist p ON p.pk = t.playlist"
            #expect(try file.texts(sql).sorted() == expected)
        }
    }

    private static let titles = ["even", "odd"]

    private func makeStore() throws -> (store: TestStore, lists: [PersistentIdentifier]) {
        let store = try TestStore(.file, Self.types)
        let context = store.makeContext()
        let lists = Self.titles.map { Playlist($0) }
        for list in lists { context.insert(list) }
        try context.save()
        return (store, lists.map(\.persistentModelID))
    }

    /// Runs `body` on four threads at once, each with a context of its own and its own copies of the lists.
    private func onFourThreads(
        _ store: TestStore,
        _ body: @escaping @Sendable (Int, ModelContext, [Playlist]) throws -> Void
    ) {
        SwiftDataTests.onFourThreads(store.container) { thread, context in
            let lists = try context.all(Playlist.self)
            try #require(lists.map(\.title) == Self.titles)
            try body(thread, context, lists)
        }
    }

    @Test func fourThreadsAppend() async throws {
        let (store, _) = try makeStore()
        let rounds = 100
        let acknowledged = Mutex<Set<String>>([])
        onFourThreads(store) { thread, context, lists in
            for round in 0..<rounds {
                let list = lists[round % 2]
                list.tracks.append(Track("\(thread)-\(round)"))
                try context.save()
                acknowledged.withLock { _ = $0.insert(Self.link(list.title, "\(thread)-\(round)")) }
            }
        }
        await expectLinks(acknowledged.withLock { $0 }, in: store)
        let fresh = try store.makeFreshContext()
        #expect(try fresh.all(Playlist.self).map(\.tracks.count) == [2 * rounds, 2 * rounds])
    }

    /// Arrays that are held over other work, links from both sides, and removals of what the thread itself linked.
    @Test(arguments: [UInt64(1), 2, 3])
    func fourThreadsEdit(seed: UInt64) async throws {
        let (store, _) = try makeStore()
        let expected = Mutex<Set<String>>([])
        onFourThreads(store) { thread, context, lists in
            var random = SeededGenerator(seed: seed &* 4 &+ UInt64(thread))
            var own: [[String]] = [[], []]
            for round in 0..<60 {
                let (place, list) = (round % 2, lists[round % 2])
                let title = "\(thread)-\(round)"
                var held = list.tracks
                var assigns = true
                try context.fetch(FetchDescriptor<Track>()).forEach { _ = $0.title }
                switch random.number(0...4) {
                case 0: held.insert(Track(title), at: random.number(0...held.count))
                case 1: held.append(Track(title))
                case 2:
                    Track(title).playlist = list
                    assigns = false
                case 3 where !own[place].isEmpty:
                    let gone = own[place].remove(at: random.number(0...own[place].count - 1))
                    held.first { $0.title == gone }.map { context.delete($0) }
                    held.removeAll { $0.title == gone }
                default: held.reverse()
                }
                if random.chance(50) { try context.save() }
                // Not a look at the list before: the last reading counts.
                if assigns { list.tracks = held }
                if list.tracks.contains(where: { $0.title == title }) { own[place].append(title) }
                try context.save()
            }
            for (list, own) in zip(lists, own) {
                expected.withLock { $0.formUnion(own.map { Self.link(list.title, $0) }) }
            }
        }
        let links = expected.withLock { $0 }
        await expectLinks(links, in: store)
        let fresh = try store.makeFreshContext()
        let shown = try fresh.all(Playlist.self).flatMap { list in list.tracks.map { Self.link(list.title, $0.title) } }
        #expect(Set(shown) == links, "seed \(seed)")
    }

    @MainActor @Test func fourModelActorsAppendBesideTheMainContext() async throws {
        let (store, lists) = try makeStore()
        let main = store.container.mainContext
        let shown = try lists.map { try #require(main.model(for: $0) as? Playlist) }
        let rounds = 60
        try await withThrowingTaskGroup(of: Void.self) { group in
            for actor in 0..<4 {
                let linker = TrackLinker(modelContainer: store.container)
                group.addTask { try await linker.link(rounds, to: lists, named: "\(actor)") }
            }
            for round in 0..<rounds {
                shown[round % 2].tracks.append(Track("main-\(round)"))
                if round.isMultiple(of: 3) { try main.save() }
                await Task.yield()
            }
            try await group.waitForAll()
        }
        try main.save()
        #expect(shown.map(\.tracks.count).reduce(0, +) == 5 * rounds)
        var links: Set<String> = []
        for number in 0..<rounds {
            let title = Self.titles[number % 2]
            for writer in ["main", "0", "1", "2", "3"] { links.insert(Self.link(title, "\(writer)-\(number)")) }
        }
        await expectLinks(links, in: store)
    }
}
