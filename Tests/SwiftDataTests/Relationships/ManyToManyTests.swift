import SwiftData
import Testing

@Suite struct ManyToManyTests {
    private static let types: [any PersistentModel.Type] = [Post.self, Topic.self]

    private func topics(_ context: ModelContext) throws -> [String] {
        try context.all(Post.self).map { $0.topics.map(\.name).joined() }
    }

    private func posts(_ context: ModelContext) throws -> [String] {
        try context.all(Topic.self).map { $0.posts.map(\.title).joined() }
    }

    @Test(arguments: StoreKind.allCases)
    func bothSidesAndBothOrders(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let topics = "abc".map { Topic(String($0)) }
        let posts = "12".map { Post(String($0)) }
        for topic in topics { context.insert(topic) }
        for post in posts { context.insert(post) }
        posts[0].topics = [topics[2], topics[0]]
        topics[1].posts = [posts[1], posts[0]]
        topics[0].posts.insert(posts[1], at: 0)
        let expectedTopics = ["cab", "ba"]
        let expectedPosts = ["21", "21", "1"]
        #expect(try self.topics(context) == expectedTopics)
        #expect(try self.posts(context) == expectedPosts)
        try context.save()
        for other in [store.makeContext(), try store.makeFreshContext()] {
            #expect(try self.topics(other) == expectedTopics)
            #expect(try self.posts(other) == expectedPosts)
        }
        posts[0].topics.swapAt(0, 2)
        topics[1].posts.reverse()
        try context.save()
        #expect(try self.topics(store.makeFreshContext()) == ["bac", "ba"])
        #expect(try self.posts(store.makeFreshContext()) == ["21", "12", "1"])
    }

    @Test(arguments: StoreKind.allCases)
    func aLinkFromOneSideComesLastOnTheOther(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let post = Post("1", topics: [Topic("a"), Topic("b")])
        context.insert(post)
        try context.save()
        let late = Topic("c")
        context.insert(late)
        late.posts.append(post)
        #expect(post.topics.map(\.name) == ["a", "b", "c"])
        try context.save()
        #expect(try topics(store.makeFreshContext()) == ["abc"])
    }

    @Test(arguments: StoreKind.allCases)
    func linksAreCutFromEitherSide(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let topics = "abc".map { Topic(String($0)) }
        let post = Post("1", topics: topics)
        context.insert(post)
        context.insert(Post("2", topics: topics))
        try context.save()
        topics[1].posts.removeAll { $0 === post }
        post.topics.removeFirst()
        #expect(post.topics.map(\.name) == ["c"])
        try context.save()
        #expect(try self.topics(store.makeFreshContext()) == ["c", "abc"])
        context.delete(topics[2])
        try context.save()
        #expect(post.topics.isEmpty)
        #expect(try self.topics(store.makeFreshContext()) == ["", "ab"])
        context.delete(post)
        try context.save()
        #expect(try self.posts(store.makeFreshContext()) == ["2", "2"])
    }

    @Test(arguments: StoreKind.allCases)
    func linksOfUnloadedListsAreKept(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let writer = store.makeContext()
        writer.insert(Post("1", topics: [Topic("a"), Topic("b")]))
        try writer.save()
        let context = store.makeContext()
        let post = try #require(try context.all(Post.self).first)
        let topic = Topic("c")
        topic.posts = [post]
        context.insert(topic)
        try context.save()
        #expect(post.topics.map(\.name) == ["a", "b", "c"])
        #expect(try topics(store.makeFreshContext()) == ["abc"])
    }

    @Test(arguments: StoreKind.allCases)
    func twoContextsLinkAtOnce(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let first = store.makeContext()
        first.insert(Post("1"))
        for name in ["a", "b"] { first.insert(Topic(name)) }
        try first.save()
        let second = store.makeContext()
        let post = try #require(try first.all(Post.self).first)
        let twin = try #require(try second.all(Post.self).first)
        post.topics.append(try first.all(Topic.self)[0])
        twin.topics.append(try second.all(Topic.self)[1])
        try first.save()
        try second.save()
        #expect(Set(try store.makeFreshContext().all(Post.self)[0].topics.map(\.name)) == ["a", "b"])
        #expect(Set(post.topics.map(\.name)) == ["a", "b"] && Set(twin.topics.map(\.name)) == ["a", "b"])
    }
}
