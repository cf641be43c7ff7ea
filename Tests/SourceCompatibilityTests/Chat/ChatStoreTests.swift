import Foundation
import SwiftData
import Testing

struct ChatStoreTests {
    let me = UUID()
    let friend = UUID()
    let room = UUID()
    let folder: TemporaryFolder
    let container: ModelContainer
    let store: ChatStore

    init() async throws {
        folder = try TemporaryFolder()
        container = try ModelContainer(
            for: Conversation.self,
            Message.self,
            configurations: ModelConfiguration("Chat", url: folder.file("chat.store"))
        )
        store = ChatStore(container: container, me: me)
        try await store.open(room, title: "Regatta", with: [friend])
    }

    @Test func pagesNewestFirst() async throws {
        let contents = (1...45).map { MessageContent.text("m\($0)") }
        try await store.receive(contents, from: friend, in: room, startingAt: .day(1))
        let first = try await store.page(0, of: room)
        let last = try await store.page(2, of: room)
        #expect(first.count == 20)
        #expect(first.first?.text == "m45")
        #expect(last.map(\.text) == ["m5", "m4", "m3", "m2", "m1"])
        #expect(try await store.page(3, of: room).isEmpty)
        #expect(try await store.page(0, of: UUID()).isEmpty)
    }

    @Test func unreadAndMarkRead() async throws {
        let other = UUID()
        try await store.open(other, with: [friend])
        try await store.receive((1...25).map { .text("\($0)") }, from: friend, in: room, startingAt: .day(1))
        try await store.receive([.removed, .text("own")], from: me, in: room, startingAt: .day(2))
        try await store.receive([.text("x")], from: friend, in: other, startingAt: .day(3))
        #expect(try await store.unreadCount() == 26)
        #expect(try await store.unreadCount(in: room) == 25)
        #expect(try await store.markAllRead(in: room) == 27)
        #expect(try await store.unreadCount() == 1)
        #expect(try await store.identifiers(sentAfter: .day(2)).count == 2)
    }

    @Test func associatedValuesRoundTrip() async throws {
        let contents: [MessageContent] = [
            .text("héllo \u{1F6A3}"),
            .image(width: 640, height: 480, caption: nil),
            .location(latitude: -33.8688, longitude: 151.2093),
            .removed,
        ]
        try await store.receive(contents, from: friend, in: room, startingAt: .day(1))
        let context = ModelContext(
            try ModelContainer(
                for: Conversation.self,
                Message.self,
                configurations: ModelConfiguration("Chat", url: folder.file("chat.store"))
            )
        )
        let messages = try context.fetch(FetchDescriptor<Message>(sortBy: [SortDescriptor(\.sentAt)]))
        #expect(messages.map(\.content) == contents)
        let conversation = try #require(messages.first?.conversation)
        #expect(conversation.participants == [friend, me])
        conversation.draft = .image(width: 1, height: 2, caption: "c")
        messages[3].replyTo = messages[0]
        try context.save()
        #expect(conversation.draft == .image(width: 1, height: 2, caption: "c"))

        context.delete(messages[0])
        try context.save()
        #expect(messages[3].replyTo == nil)
        #expect(conversation.messages.count == 3)
    }

    @Test func reactionsAndCascade() async throws {
        try await store.receive([.text("a")], from: friend, in: room, startingAt: .day(1))
        let id = try #require(try await store.page(0, of: room).first?.id)
        try await store.react("👍", to: id)
        try await store.react("🎉", to: id)
        #expect(try await store.page(0, of: room).map(\.reactionCount) == [2])

        let context = ModelContext(container)
        let conversation = try #require(try context.fetch(FetchDescriptor<Conversation>()).first)
        #expect(conversation.messages.first?.reactions.map(\.emoji) == ["👍", "🎉"])
        context.delete(conversation)
        try context.save()
        #expect(try await store.unreadCount() == 0)
    }
}
