import SwiftData
import Synchronization
import Testing

@testable import SwiftData

/// Objects that are inserted while another connection is writing get their key at the save only.
@Suite("Inserting into a store that is locked")
struct LockedInsertTests {
    private static let types: [any PersistentModel.Type] = [
        Playlist.self, Track.self, Post.self, Topic.self, Drawer.self, Spoon.self, Citizen.self, Passport.self,
        Branch.self, Friend.self, Plant.self, Bed.self,
    ]

    /// How often this thread waits for the lock while `body` runs.
    private func waits(during body: () throws -> Void) rethrows -> Int {
        let count = Mutex(0)
        try BusyWaiting.$willPause.withValue({ count.withLock { $0 += 1 } }, operation: body)
        return count.withLock { $0 }
    }

    @Test func `neither inserting nor linking waits`() throws {
        let store = try TestStore(.file, Self.types)
        let context = store.makeContext()
        let topic = Topic("old")
        context.insert(topic)
        try context.save()
        let lock = try WriteLock(store)
        let count = try waits {
            for number in 0..<20 { context.insert(Playlist("list \(number)")) }
            let post = Post("new")
            topic.posts.append(post)
            #expect(post.persistentModelID.isTemporary)
            let titles = try context.all(Playlist.self).map(\.title)
            #expect(titles == (0..<20).map { "list \($0)" })
        }
        #expect(count == 0)
        try lock.release()
        try context.save()
        #expect(try store.makeFreshContext().all(Topic.self).map { $0.posts.map(\.title) } == [["new"]])
        #expect(try store.makeFreshContext().all(Playlist.self).map(\.title) == (0..<20).map { "list \($0)" })
    }

    /// A save waits for the other process on another thread; the connection is free for everybody else.
    @Test func `inserting does not wait for a save that waits`() async throws {
        let store = try TestStore(.file, Self.types)
        let lock = try WriteLock(store)
        let container = store.container
        let isWaiting = AsyncStream<Void>.makeStream()
        async let pauses: Int = Task.detached {
            defer { isWaiting.continuation.finish() }
            let pauses = Mutex(0)
            let context = ModelContext(container)
            context.insert(Track("saved"))
            // On a busy machine this test may get its next turn only after a save has waited for as long as it does.
            let countPause: @Sendable () -> Void = {
                pauses.withLock { $0 += 1 }
                isWaiting.continuation.finish()
            }
            try BusyWaiting.$willPause.withValue(countPause) {
                while true {
                    do {
                        return try context.save()
                    } catch StoreError.locked {
                        continue
                    }
                }
            }
            return pauses.withLock { $0 }
        }.value
        for await _ in isWaiting.stream {}
        let context = store.makeContext()
        let count = try waits {
            for number in 0..<2_000 { context.insert(Track("\(number)")) }
            let count = try context.fetchCount(FetchDescriptor<Track>())
            #expect(count == 2_000)
        }
        #expect(count == 0)
        try lock.release()
        #expect(try await pauses > 0)
        try context.save()
        #expect(try store.makeFreshContext().fetchCount(FetchDescriptor<Track>()) == 2_001)
    }

    @Test(arguments: [false, true]) func `links in every direction are saved`(areLoaded: Bool) throws {
        let store = try TestStore(.file, Self.types)
        do {
            let context = store.makeContext()
            context.insert(Playlist("p", tracks: [Track("t0")]))
            context.insert(Post("s", topics: [Topic("c0")]))
            context.insert(Drawer("d", spoons: [Spoon(0)]))
            context.insert(Friend("f"))
            try context.save()
        }
        let context = try store.makeFreshContext()
        let lock = try WriteLock(store)
        let playlist = try #require(try context.all(Playlist.self).first)
        let (post, topic) = (
            try #require(try context.all(Post.self).first), try #require(try context.all(Topic.self).first)
        )
        let drawer = try #require(try context.all(Drawer.self).first)
        let friend = try #require(try context.all(Friend.self).first)
        if areLoaded {
            #expect(playlist.tracks.count + post.topics.count + topic.posts.count + drawer.spoons.count == 4)
            #expect(friend.friends.isEmpty && friend.admirers.isEmpty)
        }
        // From the new object's side, to lists that may not be loaded.
        let track = Track("t1", playlist: playlist)
        let fresh = Topic("c1")
        context.insert(fresh)
        fresh.posts.append(post)
        let late = Post("s1")
        context.insert(late)
        late.topics = [fresh, topic]
        // From the old object's side, and between new ones.
        playlist.tracks.insert(Track("t2"), at: 0)
        drawer.spoons.append(Spoon(1))
        drawer.favourite = drawer.spoons[0]
        let other = Drawer("e", spoons: [Spoon(2), drawer.spoons[0]])
        context.insert(other)
        let couple = (Friend("g"), Friend("h"))
        context.insert(couple.0)
        couple.0.friends = [friend, couple.1]
        couple.0.married = couple.1
        let tree = Branch("root")
        context.insert(tree)
        tree.children = [Branch("b"), Branch("a")]
        #expect(track.persistentModelID.isTemporary && late.persistentModelID.isTemporary)
        let shown = try Self.description(context)
        try lock.release()
        try context.save()
        #expect(try Self.description(context) == shown)
        #expect(try Self.description(try store.makeFreshContext()) == shown)
        #expect(shown.contains("s1: c1c0; s: c0c1") && shown.contains("a: ; b: ; root: ba"), "\(shown)")
    }

    private static func description(_ context: ModelContext) throws -> String {
        func lines<M: PersistentModel>(_ type: M.Type, _ line: (M) -> (String, [String])) throws -> String {
            try context.all(type).map(line).map { "\($0): \($1.joined())" }.sorted().joined(separator: "; ")
        }
        return try [
            lines(Playlist.self) { ($0.title, $0.tracks.map(\.title)) },
            lines(Track.self) { ($0.title, [$0.playlist?.title ?? "-"]) },
            lines(Post.self) { ($0.title, $0.topics.map(\.name)) },
            lines(Topic.self) { ($0.name, $0.posts.map(\.title)) },
            lines(Drawer.self) { ($0.name, $0.spoons.map { "\($0.size)" } + ["\($0.favourite?.size ?? -1)"]) },
            lines(Branch.self) { ($0.name, $0.children.map(\.name)) },
            lines(Friend.self) { friend in
                let ones = [friend.married, friend.isMarriedTo].map { $0?.name ?? "-" }
                return (friend.name, friend.friends.map(\.name) + ["/"] + friend.admirers.map(\.name) + ones)
            },
        ].joined(separator: "\n")
    }

    @Test func `a temporary identifier leads to the object after the save`() throws {
        let store = try TestStore(.file, Self.types)
        let context = store.makeContext()
        let lock = try WriteLock(store)
        let plant = Plant(1, name: "fern")
        context.insert(plant)
        let temporary = plant.persistentModelID
        #expect(temporary.isTemporary && context.model(for: temporary) === plant)
        try lock.release()
        try context.save()
        let final = plant.persistentModelID
        #expect(!final.isTemporary)
        for identifier in [temporary, final] {
            let known: Plant? = context.registeredModel(for: identifier)
            #expect(known === plant && context.model(for: identifier) === plant)
            let other = try store.makeFreshContext()
            #expect((other.model(for: identifier) as? Plant)?.name == "fern")
            let found = try other.fetch(
                FetchDescriptor<Plant>(predicate: #Predicate { $0.persistentModelID == identifier })
            )
            #expect(found.map(\.name) == ["fern"])
        }
    }

    /// It has three keys in turn: a temporary one, the one that the save reserves, and the stored row's.
    @Test(arguments: [false, true])
    func `an object that becomes a stored row is known by that row's key alone`(isRowAlive: Bool) throws {
        let store = try TestStore(.file, Self.types)
        do {
            let context = store.makeContext()
            context.insert(Plant(1, name: "moss"))
            try context.save()
        }
        let context = try store.makeFreshContext()
        let identities = try #require(context.graph.registry(for: Plant.self)).identities
        do {
            let alive = isRowAlive ? try context.all(Plant.self).first : nil
            let lock = try WriteLock(store)
            let plant = Plant(1, name: "fern")
            context.insert(plant)
            let temporary = plant.persistentModelID
            #expect(temporary.isTemporary)
            try lock.release()
            try context.save()
            #expect(identities.count == 1)
            let found = try context.all(Plant.self)
            #expect(found.count == 1 && found.first === (alive ?? plant))
            #expect(context.model(for: temporary) === found.first)
            #expect(plant.persistentModelID == found.first?.persistentModelID)
        }
        #expect(identities.count == 0)
        #expect(try context.all(Plant.self).map(\.name) == ["fern"])
    }

    @Test func `live queries show what was saved`() throws {
        let store = try TestStore(.file, Self.types)
        let context = store.makeContext()
        let observer = try ResultsObserver(
            fetchDescriptor: FetchDescriptor<Plant>(sortBy: [SortDescriptor(\.code)]),
            modelContext: context
        )
        let lock = try WriteLock(store)
        for code in [2, 1, 3] { context.insert(Plant(code)) }
        #expect(observer.results.map(\.code) == [1, 2, 3])
        try lock.release()
        try context.save()
        #expect(observer.results.map(\.code) == [1, 2, 3])
        #expect(observer.results.allSatisfy { !$0.persistentModelID.isTemporary })
    }

    @Test func `undo takes back and brings back`() throws {
        let store = try TestStore(.file, Self.types)
        let context = store.makeContext()
        let bed = Bed(name: "bed")
        context.insert(bed)
        try context.save()
        let manager = UndoManager()
        context.undoManager = manager
        let lock = try WriteLock(store)
        manager.beginUndoGrouping()
        let plant = Plant(1, bed: bed)
        context.insert(plant)
        manager.endUndoGrouping()
        try lock.release()
        try context.save()
        manager.undo()
        try context.save()
        #expect(bed.plants.isEmpty)
        #expect(try store.makeFreshContext().fetchCount(FetchDescriptor<Plant>()) == 0)
        manager.redo()
        try context.save()
        #expect(try store.makeFreshContext().all(Plant.self).map { $0.bed?.name } == ["bed"])
    }

    @Test func `a save that finds the store locked keeps everything, and the next one saves it`() throws {
        let store = try TestStore(.file, Self.types)
        let context = store.makeContext()
        context.insert(Post("old", topics: [Topic("kept")]))
        try context.save()
        let lock = try WriteLock(store)
        let post = Post("new")
        context.insert(post)
        post.topics = try context.all(Topic.self)
        let temporary = post.persistentModelID
        #expect(throws: StoreError.locked) { try context.save() }
        #expect(post.persistentModelID == temporary && context.hasChanges)
        #expect(post.topics.map(\.name) == ["kept"])
        try lock.release()
        try context.save()
        #expect(try store.makeFreshContext().all(Topic.self).map { $0.posts.map(\.title) } == [["old", "new"]])
    }

    /// A key that cannot be reserved at all: the store's own counter is gone.
    @Test func `what stands in the way is thrown by the save`() throws {
        let store = try TestStore(.file, Self.types)
        let context = store.makeContext()
        context.insert(Plant(0))
        try context.save()
        let sqlite = try #require(store.container.sqliteStores.first)
        func rename(_ old: String, _ new: String) throws {
            try sqlite.connection.access { db in
                try db.execute(sql: "ALTER TABLE \"\(old)\" RENAME TO \"\(new)\"")
            }
        }
        sqlite.discardReservedKeys()
        try rename("Bed", "Away")
        let bed = Bed(name: "bed", plants: [Plant(1)])
        context.insert(bed)
        #expect(bed.persistentModelID.isTemporary)
        #expect(throws: StoreError.self) { try context.save() }
        #expect(context.hasChanges && bed.persistentModelID.isTemporary && bed.plants.map(\.code) == [1])
        try rename("Away", "Bed")
        try context.save()
        #expect(try store.makeFreshContext().all(Bed.self).map { $0.plants.map(\.code) } == [[1]])
    }
}
