import Foundation
import SwiftData

@Model
final class JournalEntry {
    var uuid = UUID()
    var title = ""
    var text: String = ""
    var createdAt = Date()
    var editedAt: Date?
    var isPinned = false
    var wordCount: Int = 0
    var weatherCode: Int?
    var coordinates: [Double]?

    @Relationship(deleteRule: .cascade, inverse: \Attachment.entry)
    var attachments: [Attachment]? = [Attachment]()

    init() {}

    convenience init(_ title: String, text: String = "", createdAt: Date) {
        self.init()
        self.title = title
        self.text = text
        self.createdAt = createdAt
        self.wordCount = text.split(separator: " ").count
    }
}

@Model
final class Attachment {
    var fileName: String
    @Attribute(.externalStorage) private var storedData: Data
    @Attribute(.externalStorage) var thumbnail: Data?
    @Attribute(.ephemeral) var uploadProgress: Double = 0
    var entry: JournalEntry?

    var data: Data {
        get { storedData }
        set { storedData = newValue }
    }

    init(fileName: String, data: Data) {
        self.fileName = fileName
        self.storedData = data
    }
}
