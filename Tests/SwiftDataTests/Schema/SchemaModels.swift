import Foundation
import SwiftData

// Models for tests of the schema: every kind of property and every kind of link.

enum ShelfMood: String, Codable { case calm, wild }

struct ShelfAddress: Codable, Hashable {
    var city: String
    var zip: Int?
}

@Model class ShelfAuthor {
    @Attribute(.unique, originalName: "nom") var name: String
    @Relationship(deleteRule: .cascade, inverse: \ShelfBook.author) var books: [ShelfBook] = []
    var profile: ShelfProfile?

    init(name: String) { self.name = name }
}

@Model final class ShelfPoet: ShelfAuthor {
    #Index<ShelfPoet>([\.verses])
    var verses: Int?

    init(name: String, verses: Int) {
        self.verses = verses
        super.init(name: name)
    }
}

@Model final class ShelfProfile {
    var owner: ShelfAuthor
    var seen: Date = Date(timeIntervalSinceReferenceDate: 0)

    init(owner: ShelfAuthor) { self.owner = owner }
}

@Model final class ShelfBook {
    #Unique<ShelfBook>([\.title, \.year])
    #Index<ShelfBook>([\.year], [\.title, \.year])
    var title: String
    var year: Int32
    var mood: ShelfMood?
    var address: ShelfAddress?
    var words: [String] = []
    var price: Decimal = 0
    @Attribute(.externalStorage) var cover: Data?
    @Attribute(.ephemeral) var scratch: Int = 0
    @Attribute(.codable) var stamp: Date?
    @Transient var cache: Int = 0
    var author: ShelfAuthor?
    var tags: [ShelfTag]? = []
    var related: [ShelfBook] = []

    init(title: String, year: Int32) {
        self.title = title
        self.year = year
    }
}

@Model final class ShelfTag {
    var label: String
    var books: [ShelfBook] = []

    init(label: String) { self.label = label }
}

@Model final class ShelfNode {
    var parent: ShelfNode?
    @Relationship(inverse: \ShelfNode.parent) var children: [ShelfNode] = []
    var friends: [ShelfNode] = []

    init() {}
}

enum ShelfOther {
    @Model final class ShelfTag {
        var label: String = ""
        init() {}
    }
}
