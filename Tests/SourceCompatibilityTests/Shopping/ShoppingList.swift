import Foundation
import SwiftData

// first app :)  items on lists

@Model
class ShoppingList {
    var name: String
    var items: [ShoppingItem]
    var date: Date

    init(name: String, items: [ShoppingItem] = [], date: Date = .now) {
        self.name = name
        self.items = items
        self.date = date
    }
}

@Model
class ShoppingItem {
    var name: String
    var amount: Int = 1
    var done = false
    var price: Double = 0.0
    var list: ShoppingList?

    init(name: String, amount: Int = 1, price: Double = 0.0) {
        self.name = name
        self.amount = amount
        self.price = price
    }

    var total: Double {
        return Double(amount) * price
    }
}

extension ShoppingList {
    var open: [ShoppingItem] { items.filter { !$0.done } }
    var sum: Double { items.map { $0.total }.reduce(0, +) }
}

class ShoppingController {
    let container: ModelContainer
    let context: ModelContext

    init(inMemory: Bool = false, url: URL? = nil) throws {
        if let url {
            let config = ModelConfiguration(url: url)
            container = try ModelContainer(for: ShoppingList.self, ShoppingItem.self, configurations: config)
        } else {
            container = try ModelContainer(
                for: ShoppingList.self,
                ShoppingItem.self,
                configurations: ModelConfiguration(isStoredInMemoryOnly: inMemory)
            )
        }
        context = ModelContext(container)
        context.autosaveEnabled = true
    }

    func lists() -> [ShoppingList] {
        (try? context.fetch(FetchDescriptor<ShoppingList>(sortBy: [SortDescriptor(\.date)]))) ?? []
    }

    func add(_ name: String, to list: ShoppingList, amount: Int = 1, price: Double = 0) {
        list.items.append(ShoppingItem(name: name, amount: amount, price: price))
        try? context.save()
    }

    func clear(list: ShoppingList) {
        for item in list.items where item.done {
            context.delete(item)
        }
        try? context.save()
    }

    func deleteEverything() throws {
        try context.delete(model: ShoppingItem.self)
        try context.delete(model: ShoppingList.self)
        try context.save()
    }
}
