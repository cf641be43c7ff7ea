// Relationships keep their arguments in the schema.
@Model final class Author {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []
    @Relationship(minimumModelCount: 0, maximumModelCount: 3) var friends: [Author]?
    @Relationship var mentor: Author?
    @SwiftData.Relationship(.unique, originalName: "home") var house: House
    init(name: String, house: House) {
        self.name = name
        self.house = house
    }
}
