import SwiftData
import Testing

/// Names that mean something to SQL.
@Model
final class Order {
    var group: String
    var order: Int
    var index: Int?
    var select: Bool = false
    var `default`: String = "d"
    var pk: Int = 7
    var entity: String = "e"
    var rowid: Int = 8
    // swift-format-ignore: IdentifiersMustBeASCII
    var größe: Double = 1.5
    var group_order: Int = 9
    var table: Transaction?

    init(group: String, order: Int) {
        self.group = group
        self.order = order
    }
}

@Model
final class Transaction {
    var values: [Int] = [1]
    @Relationship(inverse: \Order.table) var from: [Order] = []

    init() {}
}

/// Without any property.
@Model
final class Token {
    init() {}
}

private enum Twins {
    @Model
    final class Token {
        var text: String = ""

        init() {}
    }
}

@Suite struct NameTests {
    private static let types: [any PersistentModel.Type] = [Order.self, Transaction.self, Token.self]

    @Test(arguments: StoreKind.allCases)
    func anyNameWillDo(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let order = Order(group: "g", order: 3)
        (order.pk, order.entity, order.rowid, order.größe) = (-1, "x", -2, 2.5)
        let transaction = Transaction()
        transaction.from = [order, Order(group: "h", order: 4)]
        context.insert(transaction)
        try context.save()
        let (limit, zero) = (2.0, 0)
        let named = #Predicate<Order> { $0.group == "g" && $0.größe > limit && $0.pk < zero }
        let sorting: [SortDescriptor<Order>] = [SortDescriptor(\.order), SortDescriptor(\.rowid)]
        let found = try store.makeFreshContext().fetch(FetchDescriptor(predicate: named, sortBy: sorting))
        #expect(found.count == 1 && found.first?.entity == "x" && found.first?.rowid == -2)
        #expect(found.first?.group_order == 9 && found.first?.table?.values == [1])
        #expect(found.first?.table?.from.map { $0.order } == [3, 4])
    }

    @Test(arguments: StoreKind.allCases)
    func aClassWithoutPropertiesHasRows(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        for _ in 0..<3 { context.insert(Token()) }
        try context.save()
        let fresh = try store.makeFreshContext()
        let tokens = try fresh.all(Token.self)
        #expect(tokens.count == 3)
        tokens.first.map(fresh.delete)
        try fresh.save()
        #expect(try store.makeFreshContext().fetchCount(FetchDescriptor<Token>()) == 2)
    }

    @Test func twoClassesOfOneNameAreRefused() {
        let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
            try ModelContainer(
                for: Token.self,
                Twins.Token.self,
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)
            )
        }
        #expect(error?.description.contains("Token") == true)
    }
}
