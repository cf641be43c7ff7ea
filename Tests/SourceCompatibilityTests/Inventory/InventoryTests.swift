import Foundation
import SwiftData
import Testing

struct InventoryTests {
    let folder: TemporaryFolder
    let container: ModelContainer
    let context: ModelContext

    init() throws {
        folder = try TemporaryFolder()
        container = try ModelContainer(
            for: Product.self,
            Shelf.self,
            Movement.self,
            configurations: ModelConfiguration("Inventory", url: folder.file("inventory.store"), allowsSave: true)
        )
        context = ModelContext(container)
    }

    private func product(_ sku: String, _ price: String, _ quantity: Int32) throws -> Product {
        Product(sku: sku, name: "Item \(sku)", price: try #require(Decimal(string: price)), quantity: quantity)
    }

    @Test func genericRepository() throws {
        let products = SwiftDataRepository<Product>(context: context)
        try products.add(product("b", "2.50", 4))
        try products.add(product("a", "10", 1))
        try products.add(product("c", "0.01", 0))
        #expect(try products.all(sortedBy: [SortDescriptor(\.sku)]).map(\.sku) == ["a", "b", "c"])
        #expect(try products.names() == ["Item a", "Item b", "Item c"])
        #expect(try products.count() == 3)
        #expect(try products.count(where: #Predicate { $0.quantity > 0 }) == 2)
        let cheap = try products.first(where: #Predicate { $0.sku == "c" })
        #expect(cheap?.price == Decimal(string: "0.01"))
        #expect(try products.update(\.isDiscontinued, to: true, where: #Predicate { $0.quantity == 0 }) == 1)
        #expect(cheap?.isDiscontinued == true)
        try products.removeAll(where: #Predicate { $0.isDiscontinued })
        #expect(try products.names() == ["Item a", "Item b"])
        try products.removeAll()
        #expect(try products.count(where: nil) == 0)
    }

    @Test func findByIdentifier() throws {
        let products = SwiftDataRepository<Product>(context: context)
        let item = try product("x", "1", 1)
        try products.add(item)
        let id = item.persistentModelID
        #expect(try products.find(id) === item)

        let other = SwiftDataRepository<Product>(context: ModelContext(container))
        #expect(try other.find(id).sku == "x")
        try other.remove(try other.find(id))
        let third = SwiftDataRepository<Product>(context: ModelContext(container))
        #expect(throws: RepositoryError.self) { try third.find(id) }
    }

    private func total(_ repository: some Repository) throws -> Int {
        try repository.count(where: nil)
    }

    @Test func existentialRepository() throws {
        let repositories: [any Repository] = [
            SwiftDataRepository<Product>(context: context), SwiftDataRepository<Shelf>(context: context),
        ]
        for repository in repositories {
            #expect(try total(repository) == 0)
        }
        let shelf: any Repository<Shelf> = SwiftDataRepository<Shelf>(context: context)
        try shelf.add(Shelf(name: "Top", aisle: 255))
        #expect(try shelf.all(sortedBy: []).map(\.aisle) == [255])
    }

    @Test func movementsAndDecimals() throws {
        let item = try product("m", "19.99", 0)
        context.insert(item)
        item.move(100, reason: .delivery, at: .day(1))
        item.move(-30, reason: .sale, at: .day(2))
        item.move(-1, reason: .loss, at: .day(3))
        item.attributes = ["height": 3, "width": 4]
        item.weight = 0.25
        try context.save()

        let reader = ModelContext(container)
        let copy = try #require(try reader.fetch(FetchDescriptor<Product>()).first)
        #expect(copy.quantity == 69)
        #expect(copy.value == Decimal(string: "1379.31"))
        #expect(copy.movements.map(\.amount) == [100, -30, -1])
        #expect(copy.movements.map(\.reason) == [.delivery, .sale, .loss])
        #expect(copy.attributes == ["height": 3, "width": 4])
        #expect(copy.weight == 0.25)
        let limit = Decimal(20)
        #expect(try context.fetchCount(FetchDescriptor<Product>(predicate: #Predicate { $0.price < limit })) == 1)
        let sale = Movement.Reason.sale
        let sales = try context.fetch(FetchDescriptor<Movement>(predicate: #Predicate { $0.reason == sale }))
        #expect(sales.map { $0.product?.sku } == ["m"])
    }

    @Test func contextHelpers() throws {
        let top = try context.firstOrInsert(#Predicate<Shelf> { $0.name == "Top" }) { Shelf(name: "Top", aisle: 1) }
        #expect(context.unsavedTypeNames == ["Shelf"])
        try context.save()
        #expect(context.unsavedTypeNames.isEmpty)
        let again = try context.firstOrInsert(#Predicate<Shelf> { $0.name == "Top" }) { Shelf(name: "Top", aisle: 9) }
        #expect(again === top)

        top.products = [try product("1", "1", 1), try product("2", "2", 2)]
        try context.save()
        #expect(top.products.allSatisfy { $0.shelf === top })
        context.deleteAll(top.products)
        #expect(context.deletedModelsArray.count == 2)
        try context.save()
        #expect(top.products.isEmpty)
    }
}
