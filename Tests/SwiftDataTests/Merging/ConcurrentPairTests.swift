import Synchronization
import Testing

@testable import SwiftData

/// Contexts on threads of their own change the same lists whose links are pairs in a table: of many to many from both
/// sides, and of lists without an inverse. Every link that was saved must be in the file, and none that was cut.
///
/// A process of its own looks into the file, through SQLite alone.
@Suite struct ConcurrentPairTests {
    private static let rounds = 60

    /// The file has these pairs of names, and no others.
    private func expectPairs(
        _ pairs: Set<String>,
        of list: (entity: String, property: String, name: String),
        with member: (entity: String, name: String),
        in store: TestStore,
        _ seed: UInt64
    ) async throws {
        let plan = try #require(store.container.plans.first { $0.name == list.entity })
        let property = try #require(plan.properties.first { $0.name == list.property })
        guard case .joinTable(let table, let own, let other, _)? = property.relationship?.storage else {
            Issue.record("\(list.entity).\(list.property) is no table of pairs")
            return
        }
        let sql = """
            SELECT owner."\(list.name)" || '/' || member."\(member.name)" FROM "\(table)" AS pair
            JOIN "\(list.entity)" AS owner ON owner.pk = pair."\(own)"
            JOIN "\(member.entity)" AS member ON member.pk = pair."\(other)"
            """
        let (path, expected) = (store.folder.file().path, pairs.sorted())
        await #expect(processExitsWith: .success, "seed \(seed)") {
            [path = path as String, sql = sql as String, expected = expected as [String]] in
            let file = try RawDatabase(path)
            #expect(try file.texts(sql).sorted() == expected)
        }
    }

    /// Runs `body` on four threads at once, each with a context and a generator of its own.
    ///
    /// - Returns: All pairs that the threads say there are.
    private func onFourThreads(
        _ store: TestStore,
        _ seed: UInt64,
        _ body: @escaping @Sendable (Int, ModelContext, inout SeededGenerator) throws -> Set<String>
    ) -> Set<String> {
        let pairs = Mutex<Set<String>>([])
        SwiftDataTests.onFourThreads(store.container, "seed \(seed)") { thread, context in
            var random = SeededGenerator(seed: seed &* 4 &+ UInt64(thread))
            let own = try body(thread, context, &random)
            pairs.withLock { $0.formUnion(own) }
        }
        return pairs.withLock { $0 }
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func fourThreadsEditManyToMany(seed: UInt64) async throws {
        let store = try TestStore(.file, [Post.self, Topic.self])
        let first = store.makeContext()
        for title in ["even", "odd"] { first.insert(Post(title)) }
        try first.save()
        let pairs = onFourThreads(store, seed) { thread, context, random in
            let posts = try context.all(Post.self).sorted { $0.title < $1.title }
            try #require(posts.count == 2)
            var own: Set<String> = []
            for round in 0..<Self.rounds {
                let post = posts[round % 2]
                let mine = post.topics.filter { $0.name.hasPrefix("\(thread)-") }
                switch random.number(0...5) {
                case 0, 1: post.topics.append(Topic("\(thread)-\(round)"))
                case 2:
                    let topic = Topic("\(thread)-\(round)")
                    context.insert(topic)
                    topic.posts = random.chance(50) ? [post] : posts
                case 3:
                    if let gone = mine.first { post.topics.removeAll { $0 === gone } }
                case 4:
                    if let gone = mine.last { gone.posts.removeAll { $0 === post } }
                default: post.topics.reverse()
                }
                if random.chance(70) { try context.save() }
            }
            try context.save()
            for post in posts {
                for topic in post.topics where topic.name.hasPrefix("\(thread)-") {
                    own.insert("\(post.title)/\(topic.name)")
                }
            }
            return own
        }
        #expect(pairs.count > 4, "seed \(seed)")
        try await expectPairs(pairs, of: ("Post", "topics", "title"), with: ("Topic", "name"), in: store, seed)
        let fresh = try store.makeFreshContext()
        let shown = try fresh.all(Post.self).flatMap { post in post.topics.map { "\(post.title)/\($0.name)" } }
        #expect(Set(shown) == pairs && shown.count == pairs.count, "seed \(seed)")
        let back = try fresh.all(Topic.self).flatMap { topic in topic.posts.map { "\($0.title)/\(topic.name)" } }
        #expect(Set(back) == pairs && back.count == pairs.count, "seed \(seed)")
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func fourThreadsEditListsWithoutAnInverse(seed: UInt64) async throws {
        let store = try TestStore(.file, [Drawer.self, Spoon.self])
        let first = store.makeContext()
        for name in ["even", "odd"] { first.insert(Drawer(name)) }
        try first.save()
        let pairs = onFourThreads(store, seed) { thread, context, random in
            let drawers = try context.all(Drawer.self).sorted { $0.name < $1.name }
            try #require(drawers.count == 2)
            let sizes = thread * 1_000..<(thread + 1) * 1_000
            for round in 0..<Self.rounds {
                let drawer = drawers[round % 2]
                var held = drawer.spoons
                try context.fetch(FetchDescriptor<Spoon>()).forEach { _ = $0.size }
                switch random.number(0...4) {
                case 0, 1: held.append(Spoon(sizes.lowerBound + round))
                case 2: held.insert(Spoon(sizes.lowerBound + round), at: random.number(0...held.count))
                case 3:
                    if let gone = held.firstIndex(where: { sizes.contains($0.size) }) { held.remove(at: gone) }
                default: held.reverse()
                }
                if random.chance(50) { try context.save() }
                drawer.spoons = held
                if random.chance(70) { try context.save() }
            }
            try context.save()
            let own = drawers.flatMap { drawer in
                drawer.spoons.filter { sizes.contains($0.size) }.map { "\(drawer.name)/\($0.size)" }
            }
            return Set(own)
        }
        #expect(pairs.count > 4, "seed \(seed)")
        try await expectPairs(pairs, of: ("Drawer", "spoons", "name"), with: ("Spoon", "size"), in: store, seed)
        let fresh = try store.makeFreshContext()
        let shown = try fresh.all(Drawer.self).flatMap { drawer in drawer.spoons.map { "\(drawer.name)/\($0.size)" } }
        #expect(Set(shown) == pairs && shown.count == pairs.count, "seed \(seed)")
    }
}
