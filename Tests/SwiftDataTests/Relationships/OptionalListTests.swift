import SwiftData
import Testing

@Model
final class Basket {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Egg.basket) var eggs: [Egg]?
    var labels: [Ribbon]? = []

    init(_ name: String) { self.name = name }
}

@Model
final class Egg {
    var size: Int
    var basket: Basket?

    init(_ size: Int, basket: Basket? = nil) {
        self.size = size
        self.basket = basket
    }
}

@Model
final class Ribbon {
    var color: String
    @Relationship(inverse: \Basket.labels) var baskets: [Basket]?

    init(_ color: String) { self.color = color }
}

/// Optional to-many relationships, which CloudKit made the most usual ones.
@Suite struct OptionalListTests {
    private static let types: [any PersistentModel.Type] = [Basket.self, Egg.self, Ribbon.self]

    @Test(arguments: StoreKind.allCases)
    func membersComeFromBothSides(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let basket = Basket("b")
        #expect(basket.eggs == nil && basket.labels == [])
        context.insert(basket)
        context.insert(Egg(1, basket: basket))
        #expect(basket.eggs?.map(\.size) == [1])
        basket.eggs?.append(Egg(2))
        basket.eggs = [Egg(0)] + (basket.eggs ?? [])
        try context.save()
        #expect(try store.makeFreshContext().all(Basket.self).map { $0.eggs?.map(\.size) } == [[0, 1, 2]])
        basket.eggs?.removeAll { $0.size == 1 }
        try context.save()
        #expect(try store.makeFreshContext().all(Basket.self).map { $0.eggs?.map(\.size) } == [[0, 2]])
        basket.eggs = nil
        #expect((basket.eggs ?? []).isEmpty)
        try context.save()
        let fresh = try store.makeFreshContext()
        #expect(try fresh.all(Basket.self).allSatisfy { ($0.eggs ?? []).isEmpty })
        #expect(try fresh.all(Egg.self).map { $0.basket == nil } == [true, true, true])
    }

    @Test(arguments: StoreKind.allCases)
    func anUntouchedListIsEmptyAfterTheSave(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        context.insert(Basket("b"))
        try context.save()
        let fresh = try store.makeFreshContext()
        let read = try #require(try fresh.all(Basket.self).first)
        #expect(read.eggs?.isEmpty ?? true)
        read.eggs?.append(Egg(1))
        if read.eggs == nil { read.eggs = [Egg(1)] }
        try fresh.save()
        #expect(try store.makeFreshContext().all(Basket.self).map { $0.eggs?.count } == [1])
    }

    @Test(arguments: StoreKind.allCases)
    func manyToManyOfOptionals(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let red = Ribbon("red")
        let blue = Ribbon("blue")
        let baskets = "ab".map { Basket(String($0)) }
        for basket in baskets { context.insert(basket) }
        baskets[0].labels?.append(red)
        baskets[0].labels?.append(blue)
        red.baskets?.append(baskets[1])
        #expect(red.baskets?.map(\.name) == ["a", "b"] && baskets[1].labels?.map(\.color) == ["red"])
        try context.save()
        let read = try store.makeFreshContext().all(Basket.self)
        #expect(read.map { $0.labels?.map(\.color) } == [["red", "blue"], ["red"]])
        #expect(read[1].labels?.first?.baskets?.map(\.name) == ["a", "b"])
        context.delete(red)
        try context.save()
        #expect(baskets.map { $0.labels?.map(\.color) } == [["blue"], []])
    }

    @Test func predicatesReachThem() throws {
        let store = try TestStore(.memory, Self.types)
        let context = store.makeContext()
        let full = Basket("full")
        full.eggs = [Egg(5), Egg(1)]
        context.insert(full)
        context.insert(Basket("empty"))
        for isSaved in [false, true] {
            if isSaved { try context.save() }
            let large = FetchDescriptor<Basket>(
                predicate: #Predicate { basket in
                    basket.eggs?.contains { $0.size > 4 } ?? false
                }
            )
            #expect(try context.fetch(large).map(\.name) == ["full"], "saved: \(isSaved)")
            let counted = FetchDescriptor<Basket>(predicate: #Predicate { ($0.eggs?.count ?? 0) == 2 })
            #expect(try context.fetch(counted).map(\.name) == ["full"], "saved: \(isSaved)")
        }
    }
}
