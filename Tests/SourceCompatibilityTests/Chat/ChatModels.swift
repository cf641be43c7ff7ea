import Foundation
import SwiftData

enum MessageContent: Codable, Equatable {
    case text(String)
    case image(width: Int, height: Int, caption: String?)
    case location(latitude: Double, longitude: Double)
    case removed
}

struct Reaction: Codable, Hashable {
    let emoji: String
    let senderID: UUID
}

@Model
final class Conversation {
    @Attribute(.unique) var id: UUID
    var title: String?
    var isMuted: Bool = false
    var participants: [UUID]
    var draft: MessageContent?
    @Relationship(deleteRule: .cascade, inverse: \Message.conversation) var messages: [Message] = []

    init(id: UUID = UUID(), title: String? = nil, participants: [UUID] = []) {
        self.id = id
        self.title = title
        self.participants = participants
    }
}

@Model
final class Message {
    #Index<Message>([\.sentAt], [\.isRead])
    #Unique<Message>([\.id])

    var id: UUID
    var senderID: UUID
    var content: MessageContent
    var plainText: String
    var sentAt: Date
    var isRead: Bool
    var reactions: [Reaction]
    var conversation: Conversation?
    var replyTo: Message?

    init(
        id: UUID = UUID(),
        senderID: UUID,
        content: MessageContent,
        sentAt: Date,
        conversation: Conversation,
        replyTo: Message? = nil
    ) {
        self.id = id
        self.senderID = senderID
        self.content = content
        if case .text(let text) = content {
            self.plainText = text
        } else {
            self.plainText = ""
        }
        self.sentAt = sentAt
        self.isRead = false
        self.reactions = []
        self.conversation = conversation
        self.replyTo = replyTo
    }
}
