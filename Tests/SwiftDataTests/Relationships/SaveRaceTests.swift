import Synchronization
import Testing

@testable import SwiftData

/// A context saves a list, and another one's save comes between its last look at the store and its own transaction.
///
/// The members that the first one has not seen stay, each with a place of its own behind the member that it follows.
@Suite struct SaveRaceTests {
    private static let types: [any PersistentModel.Type] = [
        Playlist.self, Track.self, Post.self, Topic.self, Drawer.self, Spoon.self,
    ]

    /// Saves `late` while `early` waits for the lock to save what it has prepared.
    private func save(_ early: ModelContext, after late: ModelContext, in store: TestStore) throws {
        nonisolated(unsafe) let (late, lock) = (late, try WriteLock(store))
        let outcome = Mutex<Result<Void, any Error>?>(nil)
        let saveLate: @Sendable () -> Void = {
            guard outcome.withLock({ $0 == nil }) else { return }
            let saved = Result {
                try lock.release()
                try late.save()
            }
            outcome.withLock { $0 = saved }
        }
        try BusyWaiting.$willPause.withValue(saveLate) { try early.save() }
        let saved = outcome.withLock { $0 }
        try #require(saved).get()
    }

    /// Places that two members of one list have.
    private func sharedPlaces(_ table: String, _ owner: String, _ order: String, in store: TestStore) throws -> Int64 {
        let sql = """
            SELECT count(*) FROM (SELECT 1 FROM "\(table)" WHERE "\(owner)" NOT NULL
            GROUP BY "\(owner)", "\(order)" HAVING count(*) > 1)
            """
        return try RawDatabase(store.folder.file().path).integer(sql) ?? 0
    }

    private func only<Model: PersistentModel>(_ type: Model.Type, in context: ModelContext) throws -> Model {
        try #require(try context.fetch(FetchDescriptor<Model>()).first)
    }

    @Test func membersOfOneOwner() throws {
        let store = try TestStore(.file, Self.types)
        let first = store.makeContext()
        first.insert(Playlist("p", tracks: [Track("a"), Track("b")]))
        try first.save()
        let (early, late) = (store.makeContext(), store.makeContext())
        let (list, rival) = (try only(Playlist.self, in: early), try only(Playlist.self, in: late))
        list.tracks = [Track("c")] + list.tracks.reversed() + [Track("d")]
        rival.tracks.insert(Track("x"), at: 1)
        rival.tracks.append(Track("y"))
        try save(early, after: late, in: store)
        #expect(try sharedPlaces("Track", "playlist", "playlist_order", in: store) == 0)
        let shown = try only(Playlist.self, in: try store.makeFreshContext()).tracks.map(\.title)
        #expect(shown == ["c", "b", "y", "a", "x", "d"])
        // Both contexts show it so once they have looked.
        #expect(try only(Playlist.self, in: early).tracks.map(\.title) == shown)
        #expect(try only(Playlist.self, in: late).tracks.map(\.title) == shown)
    }

    /// Where a member was in another list says nothing of its place in this one.
    @Test func aMemberOfAnotherOwner() throws {
        let store = try TestStore(.file, Self.types)
        let first = store.makeContext()
        first.insert(Playlist("p", tracks: [Track("a"), Track("b")]))
        first.insert(Playlist("q", tracks: [Track("z"), Track("c")]))
        try first.save()
        let (early, late) = (store.makeContext(), store.makeContext())
        func list(_ title: String, _ context: ModelContext) throws -> Playlist {
            try #require(try context.all(Playlist.self).first { $0.title == title })
        }
        let moved = try #require(try list("q", early).tracks.last)
        try list("p", early).tracks.insert(moved, at: 0)
        try list("p", late).tracks.append(Track("x"))
        try save(early, after: late, in: store)
        let fresh = try store.makeFreshContext()
        #expect(try list("p", fresh).tracks.map(\.title) == ["c", "a", "b", "x"])
        #expect(try list("q", fresh).tracks.map(\.title) == ["z"])
        #expect(try sharedPlaces("Track", "playlist", "playlist_order", in: store) == 0)
    }

    @Test(arguments: [false, true])
    func pairsFromBothSides(fromMembers: Bool) throws {
        let store = try TestStore(.file, Self.types)
        let first = store.makeContext()
        first.insert(Post("s", topics: [Topic("a"), Topic("b")]))
        try first.save()
        let (early, late) = (store.makeContext(), store.makeContext())
        let (post, rival) = (try only(Post.self, in: early), try only(Post.self, in: late))
        if fromMembers {
            // The lists of a topic: its posts.
            let (topic, other) = (try #require(post.topics.first), try #require(rival.topics.first))
            topic.posts = [Post("t")] + topic.posts
            other.posts.append(Post("u"))
        } else {
            post.topics = [Topic("c")] + post.topics.reversed()
            rival.topics.append(Topic("x"))
        }
        try save(early, after: late, in: store)
        #expect(try sharedPlaces("Post_topics", "Post", "topics_order", in: store) == 0)
        #expect(try sharedPlaces("Post_topics", "topics", "Post_order", in: store) == 0)
        let fresh = try store.makeFreshContext()
        if fromMembers {
            let topic = try #require(try fresh.all(Topic.self).first { $0.name == "a" })
            #expect(topic.posts.map(\.title) == ["t", "s", "u"])
        } else {
            #expect(try only(Post.self, in: fresh).topics.map(\.name) == ["c", "b", "x", "a"])
        }
    }

    @Test func membersOfAListWithoutAnInverse() throws {
        let store = try TestStore(.file, Self.types)
        let first = store.makeContext()
        first.insert(Drawer("d", spoons: [Spoon(1), Spoon(2)]))
        try first.save()
        let (early, late) = (store.makeContext(), store.makeContext())
        let (drawer, rival) = (try only(Drawer.self, in: early), try only(Drawer.self, in: late))
        drawer.spoons = [Spoon(3)] + drawer.spoons
        rival.spoons.append(Spoon(4))
        rival.spoons.append(Spoon(5))
        try save(early, after: late, in: store)
        #expect(try sharedPlaces("Drawer_spoons", "Drawer", "spoons_order", in: store) == 0)
        #expect(try only(Drawer.self, in: try store.makeFreshContext()).spoons.map(\.size) == [3, 1, 2, 4, 5])
    }
}
