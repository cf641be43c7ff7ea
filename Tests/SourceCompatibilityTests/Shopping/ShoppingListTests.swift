import SwiftData
import XCTest

final class ShoppingListTests: XCTestCase {
    func testAddAndClear() throws {
        let controller = try ShoppingController(inMemory: true)
        let list = ShoppingList(name: "Saturday")
        controller.context.insert(list)
        controller.add("Milk", to: list, amount: 2, price: 1.25)
        controller.add("Eggs", to: list, price: 3)
        controller.add("Tea", to: list)
        XCTAssertEqual(list.sum, 5.5)
        XCTAssertEqual(list.open.map(\.name), ["Milk", "Eggs", "Tea"])
        list.items[0].done = true
        list.items[2].done = true
        controller.clear(list: list)
        XCTAssertEqual(list.items.map(\.name), ["Eggs"])
        XCTAssertEqual(try controller.context.fetchCount(FetchDescriptor<ShoppingItem>()), 1)
        XCTAssertTrue(list.items[0].list === list)
    }

    func testSurvivesRestart() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("list.store")
        do {
            let controller = try ShoppingController(url: url)
            controller.context.insert(ShoppingList(name: "B", items: [ShoppingItem(name: "Jam")], date: .day(2)))
            controller.context.insert(ShoppingList(name: "A", date: .day(1)))
            try controller.context.save()
        }
        let controller = try ShoppingController(url: url)
        XCTAssertEqual(controller.lists().map(\.name), ["A", "B"])
        XCTAssertEqual(controller.lists().last?.items.map(\.name), ["Jam"])
        try controller.deleteEverything()
        XCTAssertTrue(controller.lists().isEmpty)
        XCTAssertTrue(try ShoppingController(url: url).lists().isEmpty)
    }

    func testDeletingAListKeepsItsItems() throws {
        let controller = try ShoppingController(inMemory: true)
        let list = ShoppingList(name: "x", items: [ShoppingItem(name: "a"), ShoppingItem(name: "b")])
        controller.context.insert(list)
        try controller.context.save()
        controller.context.delete(list)
        try controller.context.save()
        let left = try controller.context.fetch(FetchDescriptor<ShoppingItem>(sortBy: [SortDescriptor(\.name)]))
        XCTAssertEqual(left.map(\.name), ["a", "b"])
        XCTAssertTrue(left.allSatisfy { $0.list == nil })
    }
}
