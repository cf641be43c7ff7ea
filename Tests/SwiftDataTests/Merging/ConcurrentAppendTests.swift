import Dispatch
import Synchronization
import Testing

@testable import SwiftData

@ModelActor
actor TrackLinker {
    /// Links new tracks one by one, each with a save of its own.
    func link(_ count: Int, to list: PersistentIdentifier, named name: String) async throws {
        let list = try #require(self[list, as: Playlist.self])
        for number in 0..<count {
            list.tracks.append(Track("\(name)-\(number)"))
            try modelContext.save()
            await Task.yield()
        }
    }
}

/// Contexts on threads of their own change one list at the same time; every link that was saved must be in the file.
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

    /// Runs `body` on four threads at once, each with a context of its own and its own copy of one of the two lists.
    private func onFourThreads(_ store: TestStore, _ body: @escaping @Sendable (Int, Playlist) throws -> Void) {
        let container = store.container
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            do {
                let context = ModelContext(container)
                let title = Self.titles[thread % Self.titles.count]
                try body(thread, try #require(try context.all(Playlist.self).first { $0.title == title }))
            } catch {
                failures.withLock { $0.append("\(error)") }
            }
        }
        #expect(failures.withLock { $0 } == [])
    }

    @Test func fourThreadsAppend() async throws {
        let (store, _) = try makeStore()
        let rounds = 100
        let acknowledged = Mutex<Set<String>>([])
        onFourThreads(store) { thread, list in
            for round in 0..<rounds {
                list.tracks.append(Track("\(thread)-\(round)"))
                try list.modelContext?.save()
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
        onFourThreads(store) { thread, list in
            var random = SeededGenerator(seed: seed &* 4 &+ UInt64(thread))
            var own: [String] = []
            for round in 0..<60 {
                let title = "\(thread)-\(round)"
                var held = list.tracks
                var assigns = true
                try list.modelContext?.fetch(FetchDescriptor<Track>()).forEach { _ = $0.title }
                switch random.number(0...4) {
                case 0: held.insert(Track(title), at: random.number(0...held.count))
                case 1: held.append(Track(title))
                case 2:
                    Track(title).playlist = list
                    assigns = false
                case 3 where !own.isEmpty:
                    let gone = own.remove(at: random.number(0...own.count - 1))
                    held.first { $0.title == gone }.map { list.modelContext?.delete($0) }
                    held.removeAll { $0.title == gone }
                default: held.reverse()
                }
                if random.chance(50) { try list.modelContext?.save() }
                // Not a look at the list before: the last reading counts.
                if assigns { list.tracks = held }
                if list.tracks.contains(where: { $0.title == title }) { own.append(title) }
                try list.modelContext?.save()
            }
            expected.withLock { $0.formUnion(own.map { Self.link(list.title, $0) }) }
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
        let list = try #require(main.model(for: lists[0]) as? Playlist)
        let rounds = 60
        try await withThrowingTaskGroup(of: Void.self) { group in
            for actor in 0..<4 {
                let linker = TrackLinker(modelContainer: store.container)
                group.addTask { try await linker.link(rounds, to: lists[actor % 2], named: "\(actor)") }
            }
            for round in 0..<rounds {
                list.tracks.append(Track("main-\(round)"))
                if round.isMultiple(of: 3) { try main.save() }
                await Task.yield()
            }
            try await group.waitForAll()
        }
        try main.save()
        #expect(list.tracks.count == 3 * rounds)
        let names = (0..<rounds).map { number in
            [Self.link("even", "main-\(number)")] + (0..<4).map { Self.link(Self.titles[$0 % 2], "\($0)-\(number)") }
        }
        await expectLinks(Set(names.joined()), in: store)
    }
}
