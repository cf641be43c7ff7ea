import SwiftData
import Testing

@Model
final class Product {
    @Attribute(.unique) var code: String
    var title: String
    var price: Int?
    var maker: Maker?
    @Relationship(inverse: \Shelf.products) var shelves: [Shelf] = []
    @Relationship(deleteRule: .cascade, inverse: \Review.product) var reviews: [Review] = []

    init(_ code: String, title: String, price: Int? = nil, maker: Maker? = nil) {
        self.code = code
        self.title = title
        self.price = price
        self.maker = maker
    }
}

@Model
final class Maker {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \Product.maker) var products: [Product] = []

    init(_ name: String) { self.name = name }
}

@Model
final class Shelf {
    var name: String
    var products: [Product] = []

    init(_ name: String) { self.name = name }
}

@Model
final class Review {
    var text: String
    var product: Product?

    init(_ text: String) { self.text = text }
}

@Model
final class Seat {
    #Unique<Seat>([\.row, \.number])
    var row: String
    var number: Int
    var guest: String

    init(_ row: String, _ number: Int, guest: String) {
        self.row = row
        self.number = number
        self.guest = guest
    }
}

@Model
final class Badge {
    #Unique<Badge>([\.holder, \.year])
    @Attribute(.unique) var serial: Int?
    var year: Int
    var holder: Maker?
    var text: String

    init(_ serial: Int?, _ year: Int, _ holder: Maker?, text: String) {
        self.serial = serial
        self.year = year
        self.holder = holder
        self.text = text
    }
}

@Model
final class LabelRecord {
    var name: String
    @Relationship(inverse: \LabelSong.record) var songs: [LabelSong] = []

    init(_ name: String) { self.name = name }
}

@Model
final class LabelSong {
    @Attribute(.unique) var code: String
    var record: LabelRecord

    init(_ code: String, record: LabelRecord) {
        self.code = code
        self.record = record
    }
}

/// What happens when a unique value is taken.
@Suite struct UpsertTests {
    private static let types: [any PersistentModel.Type] = [
        Product.self, Maker.self, Shelf.self, Review.self, Seat.self, Badge.self,
        LabelRecord.self, LabelSong.self,
    ]

    @Test(arguments: StoreKind.allCases)
    func theNewAttributesWin(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let old = Product("a", title: "old", price: 5)
        context.insert(old)
        try context.save()
        let identifier = old.persistentModelID
        let new = Product("a", title: "new")
        context.insert(new)
        try context.save()
        #expect(new.persistentModelID == identifier && new == old)
        #expect(old.title == "new" && old.price == nil)
        #expect(try context.all(Product.self).count == 1)
        let stored = try #require(try store.makeFreshContext().all(Product.self).first)
        #expect(stored.title == "new" && stored.price == nil && stored.persistentModelID == identifier)
    }

    /// The old object's change is written first, and the new object's value over it.
    @Test(arguments: StoreKind.allCases)
    func theNewAttributesWinOverUnsavedChanges(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let old = Product("a", title: "old", price: 5)
        context.insert(old)
        try context.save()
        old.title = "changed"
        context.insert(Product("a", title: "new", price: 6))
        try context.save()
        #expect(old.title == "new" && old.price == 6 && !context.hasChanges)
        let stored = try #require(try store.makeFreshContext().all(Product.self).first)
        #expect(stored.title == "new" && stored.price == 6)
    }

    @Test(arguments: StoreKind.allCases)
    func aContextThatDoesNotKnowTheRowUpsertsToo(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let first = store.makeContext()
        let old = Product("a", title: "old")
        first.insert(old)
        try first.save()
        let second = store.makeContext()
        let new = Product("a", title: "new")
        second.insert(new)
        try second.save()
        #expect(new.persistentModelID == old.persistentModelID && new.modelContext === second)
        #expect(old.title == "new", "the first context hears of it")
        new.title = "newer"
        try second.save()
        #expect(old.title == "newer")
    }

    @Test(arguments: StoreKind.allCases)
    func toOneIsKeptUnlessSet(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        context.insert(Product("a", title: "old", maker: Maker("first")))
        context.insert(Product("b", title: "old", maker: Maker("second")))
        try context.save()
        context.insert(Product("a", title: "new"))
        context.insert(Product("b", title: "new", maker: Maker("third")))
        try context.save()
        let fresh = try store.makeFreshContext()
        let products = try fresh.fetch(FetchDescriptor<Product>(sortBy: [SortDescriptor(\.code)]))
        #expect(products.map(\.title) == ["new", "new"])
        #expect(products.map { $0.maker?.name } == ["first", "third"])
        let makers = try fresh.fetch(FetchDescriptor<Maker>(sortBy: [SortDescriptor(\.name)]))
        #expect(makers.map { $0.products.map(\.code) } == [["a"], [], ["b"]])
    }

    @Test(arguments: StoreKind.allCases)
    func toManyGainsTheNewMembers(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let old = Product("a", title: "old")
        old.shelves = [Shelf("top")]
        old.reviews = [Review("good")]
        context.insert(old)
        try context.save()
        let new = Product("a", title: "new")
        new.shelves = [Shelf("bottom")]
        new.reviews = [Review("better"), Review("best")]
        context.insert(new)
        try context.save()
        #expect(old.shelves.map(\.name) == ["top", "bottom"])
        #expect(old.reviews.map(\.text) == ["good", "better", "best"])
        let stored = try #require(try store.makeFreshContext().all(Product.self).first)
        #expect(stored.shelves.map(\.name) == ["top", "bottom"])
        #expect(stored.reviews.map(\.text) == ["good", "better", "best"])
        #expect(stored.shelves.allSatisfy { $0.products.map(\.code) == ["a"] })
    }

    /// Lists without an other side, which would tell of the new members too.
    @Test func aListWithoutInverseGainsTheNewMembers() throws {
        let store = try TestStore(.file, [Knot.self])
        let context = store.makeContext()
        let old = Knot(1)
        old.bag = [Knot(2), Knot(3)]
        context.insert(old)
        try context.save()
        let new = Knot(1)
        context.insert(new)
        new.bag = try context.fetch(FetchDescriptor<Knot>(predicate: #Predicate { $0.number == 3 })) + [Knot(4)]
        try context.save()
        #expect(old.bag.map(\.number) == [2, 3, 4])
        let stored = try store.makeFreshContext().fetch(FetchDescriptor<Knot>(predicate: #Predicate { $0.number == 1 }))
        #expect(stored.map { $0.bag.map(\.number) } == [[2, 3, 4]])
    }

    @Test(arguments: StoreKind.allCases)
    func twoNewObjectsWithOneValueBecomeOne(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let first = Product("a", title: "first", price: 1)
        let second = Product("a", title: "second")
        context.insert(first)
        context.insert(second)
        #expect(first != second)
        try context.save()
        #expect(first == second && first.title == "second" && first.price == nil)
        #expect(try context.all(Product.self).count == 1)
        second.title = "third"
        #expect(first.title == "third")
        try context.save()
        #expect(try store.makeFreshContext().all(Product.self).map(\.title) == ["third"])
    }

    @Test(arguments: StoreKind.allCases)
    func aNewTargetThatMergesKeepsItsLinks(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        context.insert(Maker("m"))
        try context.save()
        context.insert(Product("a", title: "a", maker: Maker("m")))
        context.insert(Product("b", title: "b", maker: Maker("m")))
        try context.save()
        let fresh = try store.makeFreshContext()
        #expect(try fresh.all(Maker.self).count == 1)
        #expect(Set(try fresh.all(Maker.self)[0].products.map(\.code)) == ["a", "b"])
        #expect(Set(try context.all(Maker.self)[0].products.map(\.code)) == ["a", "b"])
        #expect(try context.all(Product.self).allSatisfy { $0.maker?.name == "m" && $0.maker?.products.count == 2 })
    }

    @Test(arguments: StoreKind.allCases)
    func compoundConstraints(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        context.insert(Seat("A", 1, guest: "Ann"))
        context.insert(Seat("A", 2, guest: "Bob"))
        context.insert(Seat("B", 1, guest: "Cid"))
        try context.save()
        context.insert(Seat("A", 2, guest: "Dan"))
        try context.save()
        let seats = try store.makeFreshContext().all(Seat.self)
        #expect(seats.map(\.guest) == ["Ann", "Dan", "Cid"])
    }

    @Test(arguments: StoreKind.allCases)
    func deletingAndInsertingTheSameValueInOneSave(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let old = Product("a", title: "old", price: 9)
        context.insert(old)
        try context.save()
        context.delete(old)
        let new = Product("a", title: "new")
        context.insert(new)
        try context.save()
        #expect(new.persistentModelID != old.persistentModelID && old.title == "old")
        let stored = try store.makeFreshContext().all(Product.self)
        #expect(stored.map(\.persistentModelID) == [new.persistentModelID])
        #expect(stored.map(\.title) == ["new"])
    }

    @Test(arguments: StoreKind.allCases)
    func renamingAndInsertingTheOldValueInOneSave(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let renamed = Product("a", title: "renamed")
        context.insert(renamed)
        try context.save()
        renamed.code = "b"
        context.insert(Product("a", title: "new"))
        try context.save()
        let stored = try store.makeFreshContext().fetch(FetchDescriptor<Product>(sortBy: [SortDescriptor(\.code)]))
        #expect(stored.map(\.code) == ["a", "b"])
        #expect(stored.map(\.title) == ["new", "renamed"])
    }

    @Test(arguments: StoreKind.allCases)
    func swappingUniqueValues(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let first = Product("a", title: "first")
        let second = Product("b", title: "second")
        context.insert(first)
        context.insert(second)
        try context.save()
        (first.code, second.code) = (second.code, first.code)
        try context.save()
        let stored = try store.makeFreshContext().fetch(FetchDescriptor<Product>(sortBy: [SortDescriptor(\.code)]))
        #expect(stored.map(\.title) == ["second", "first"])
    }

    @Test(arguments: StoreKind.allCases)
    func anUpdateIntoAClashIsANamedErrorAndKeepsEverythingPending(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let first = Product("a", title: "first")
        let second = Product("b", title: "second")
        context.insert(first)
        context.insert(second)
        try context.save()
        second.code = "a"
        first.title = "edited"
        let shelf = Shelf("new")
        context.insert(shelf)
        let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        let text = error?.description ?? ""
        #expect(text.contains("Product.code") && text.contains(second.persistentModelID.description))
        #expect(context.hasChanges && context.insertedModelsArray.count == 1 && context.changedModelsArray.count == 2)
        let stored = try store.makeFreshContext()
        #expect(try stored.all(Product.self).map(\.title) == ["first", "second"])
        #expect(try stored.all(Shelf.self).isEmpty)
        second.code = "c"
        try context.save()
        #expect(!context.hasChanges)
        #expect(try store.makeFreshContext().all(Product.self).map(\.code) == ["a", "c"])
        #expect(try store.makeFreshContext().all(Product.self).map(\.title) == ["edited", "second"])
    }

    @Test func aMergedChildComesLastInItsNewParentsList() throws {
        let store = try TestStore(.memory, Self.types)
        let context = store.makeContext()
        let from = Maker("from")
        let to = Maker("to")
        for code in ["a", "b"] { context.insert(Product(code, title: "old", maker: from)) }
        for code in ["c", "d"] { context.insert(Product(code, title: "old", maker: to)) }
        try context.save()
        context.insert(Product("a", title: "new", maker: to))
        try context.save()
        let makers = try store.makeContext().fetch(FetchDescriptor<Maker>(sortBy: [SortDescriptor(\.name)]))
        #expect(makers.map { $0.products.map(\.code) } == [["b"], ["c", "d", "a"]])
    }

    /// An owner that must be there is set before the instance is in a context, so that no change of it is marked.
    @Test func aMergedChildWithARequiredParentComesLastInItsList() throws {
        let store = try TestStore(.memory, Self.types)
        let context = store.makeContext()
        let (from, to) = (LabelRecord("from"), LabelRecord("to"))
        for code in ["a", "b"] { context.insert(LabelSong(code, record: from)) }
        for code in ["c", "d"] { context.insert(LabelSong(code, record: to)) }
        try context.save()
        context.insert(LabelSong("a", record: to))
        try context.save()
        let records = try store.makeContext().fetch(FetchDescriptor<LabelRecord>(sortBy: [SortDescriptor(\.name)]))
        #expect(records.map { $0.songs.map(\.code) } == [["b"], ["c", "d", "a"]])
    }

    @Test(arguments: StoreKind.allCases)
    func nilIsNotTaken(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        for text in ["a", "b"] { context.insert(Badge(nil, 1, nil, text: text)) }
        context.insert(Badge(7, 1, nil, text: "c"))
        try context.save()
        context.insert(Badge(7, 2, nil, text: "d"))
        context.insert(Badge(nil, 1, nil, text: "e"))
        try context.save()
        #expect(try store.makeFreshContext().all(Badge.self).map(\.text) == ["a", "b", "d", "e"])
    }

    @Test(arguments: StoreKind.allCases)
    func aConstraintMayHoldARelationship(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let makers = [Maker("m"), Maker("n")]
        for maker in makers { context.insert(Badge(nil, 1, maker, text: "old")) }
        try context.save()
        context.insert(Badge(nil, 1, makers[1], text: "new"))
        context.insert(Badge(nil, 2, makers[1], text: "other"))
        try context.save()
        #expect(try store.makeFreshContext().all(Badge.self).map(\.text) == ["old", "new", "other"])
    }

    @Test func aMergedObjectWritesToItsRow() throws {
        let store = try TestStore(.memory, Self.types)
        let context = store.makeContext()
        let first = Product("a", title: "first", maker: Maker("m"))
        context.insert(first)
        try context.save()
        let second = Product("a", title: "second")
        context.insert(second)
        try context.save()
        second.price = 3
        second.reviews.append(Review("fine"))
        second.maker = Maker("n")
        try context.save()
        #expect(first.price == 3 && first.maker?.name == "n" && first.reviews.map(\.text) == ["fine"])
        let stored = try store.makeContext().all(Product.self)
        #expect(stored.map(\.price) == [3] && stored.first?.maker?.name == "n" && stored.first?.reviews.count == 1)
        second.maker = nil
        context.delete(second)
        try context.save()
        #expect(try store.makeContext().fetchCount(FetchDescriptor<Product>()) == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func manyAtOnce(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        for number in 0..<300 { context.insert(Product("\(number)", title: "old")) }
        try context.save()
        let maker = Maker("m")
        for number in 200..<500 { context.insert(Product("\(number)", title: "new", maker: maker)) }
        try context.save()
        let fresh = try store.makeFreshContext()
        #expect(try fresh.fetchCount(FetchDescriptor<Product>()) == 500)
        #expect(try fresh.fetchCount(FetchDescriptor<Product>(predicate: #Predicate { $0.title == "new" })) == 300)
        #expect(try #require(try fresh.all(Maker.self).first).products.count == 300)
        #expect(maker.products.count == 300)
    }
}
