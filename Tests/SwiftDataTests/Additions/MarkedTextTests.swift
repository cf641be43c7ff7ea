import SwiftData
import Testing

@Model
private final class Recipe {
    @Attribute(.fullText) var title: String
    @Attribute(.fullText) var steps: String?
    var author: String

    init(_ title: String, steps: String? = nil, author: String) {
        self.title = title
        self.steps = steps
        self.author = author
    }
}

@Model
private final class Oven {
    @Attribute(.fullText) var degrees: Int

    init(degrees: Int) { self.degrees = degrees }
}

/// Attributes that are marked for full-text search are found by their words.
@Suite struct MarkedTextTests {
    @Test(arguments: StoreKind.allCases)
    func markedAttributesAreIndexed(kind: StoreKind) throws {
        let store = try TestStore(kind, [Recipe.self])
        let context = ModelContext(store.container)
        context.insert(Recipe("Pear cake", steps: "Peel the pears", author: "Quince"))
        context.insert(Recipe("Quince jelly", author: "Pear"))
        try context.save()
        let found = try context.search(FetchDescriptor<Recipe>(), matching: "quince")
        #expect(found.map(\.title) == ["Quince jelly"])
        #expect(try context.search(FetchDescriptor<Recipe>(), matching: "peel").map(\.title) == ["Pear cake"])
    }

    @Test func whatIsNoTextIsRefusedByName() throws {
        let error = #expect(throws: SwiftDataError.self) { try TestStore(.memory, [Oven.self]) }
        #expect(error.map { "\($0)".contains("degrees") } == true)
    }
}
