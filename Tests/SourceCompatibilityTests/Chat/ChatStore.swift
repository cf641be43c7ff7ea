import Foundation
import SwiftData

struct MessageDTO: Sendable, Equatable {
    var id: UUID
    var text: String
    var sentAt: Date
    var reactionCount: Int
}

/// Writes the conformance by hand, because it needs its own initialiser.
actor ChatStore: ModelActor {
    nonisolated let modelContainer: ModelContainer
    nonisolated let modelExecutor: any ModelExecutor
    private let me: UUID
    private var context: ModelContext { modelExecutor.modelContext }

    init(container: ModelContainer, me: UUID) {
        self.modelContainer = container
        let context = ModelContext(container)
        context.autosaveEnabled = false
        self.modelExecutor = DefaultSerialModelExecutor(modelContext: context)
        self.me = me
    }

    @discardableResult
    func open(_ id: UUID, title: String? = nil, with participants: [UUID]) throws -> PersistentIdentifier {
        let conversation = Conversation(id: id, title: title, participants: participants + [me])
        context.insert(conversation)
        try context.save()
        return conversation.persistentModelID
    }

    func receive(
        _ contents: [MessageContent],
        from sender: UUID,
        in conversationID: UUID,
        startingAt date: Date
    ) throws {
        guard let conversation = try find(conversationID) else { return }
        for (offset, content) in contents.enumerated() {
            let message = Message(
                senderID: sender,
                content: content,
                sentAt: date.addingTimeInterval(Double(offset)),
                conversation: conversation
            )
            context.insert(message)
        }
        try context.save()
    }

    /// Newest first, a page at a time.
    func page(_ page: Int, of conversationID: UUID, size: Int = 20) throws -> [MessageDTO] {
        var descriptor = FetchDescriptor<Message>(
            predicate: #Predicate { $0.conversation?.id == conversationID },
            sortBy: [SortDescriptor(\.sentAt, order: .reverse)]
        )
        descriptor.fetchLimit = size
        descriptor.fetchOffset = page * size
        return try context.fetch(descriptor).map(\.transferObject)
    }

    func unreadCount(in conversationID: UUID? = nil) throws -> Int {
        let me = me
        var predicate = #Predicate<Message> { $0.isRead == false && $0.senderID != me }
        if let conversationID {
            predicate = #Predicate<Message> {
                $0.isRead == false && $0.senderID != me && $0.conversation?.id == conversationID
            }
        }
        return try context.fetchCount(FetchDescriptor(predicate: predicate))
    }

    func markAllRead(in conversationID: UUID) throws -> Int {
        let unread = FetchDescriptor<Message>(
            predicate: #Predicate { !$0.isRead && $0.conversation?.id == conversationID }
        )
        var changed = 0
        try context.enumerate(unread, batchSize: 10, allowEscapingMutations: true) { message in
            message.isRead = true
            changed += 1
        }
        try context.save()
        return changed
    }

    func react(_ emoji: String, to id: UUID) throws {
        let predicate = #Predicate<Message> { $0.id == id }
        guard let message = try context.fetch(FetchDescriptor(predicate: predicate)).first else { return }
        message.reactions.append(Reaction(emoji: emoji, senderID: me))
        try context.save()
    }

    func identifiers(sentAfter date: Date) throws -> [PersistentIdentifier] {
        try context.fetchIdentifiers(FetchDescriptor<Message>(predicate: #Predicate { $0.sentAt > date }))
    }

    private func find(_ id: UUID) throws -> Conversation? {
        try context.fetch(FetchDescriptor<Conversation>(predicate: #Predicate { $0.id == id })).first
    }
}

private extension Message {
    var transferObject: MessageDTO {
        MessageDTO(id: id, text: plainText, sentAt: sentAt, reactionCount: reactions.count)
    }
}
