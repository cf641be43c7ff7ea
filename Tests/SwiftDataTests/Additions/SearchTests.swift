import Foundation
import Testing

@testable import SwiftData

@Suite("Full text: contexts")
struct SearchTests {
    private func newContainer(_ kind: StoreKind, _ folder: TemporaryFolder) throws -> ModelContainer {
        let schema = Schema([Purchase.self])
        var configuration =
            kind == .memory
            ? ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
            : ModelConfiguration(schema: schema, url: folder.file())
        configuration.fullTextIndexes = [FullTextIndex(\Purchase.item, \Purchase.details)]
        return try ModelContainer(for: schema, configurations: configuration)
    }

    @Test(arguments: StoreKind.allCases) func `the newest of matches that are all old`(kind: StoreKind) throws {
        let folder = try TemporaryFolder()
        let context = ModelContext(try newContainer(kind, folder))
        for number in 0..<6_000 {
            let bought = Date(timeIntervalSinceReferenceDate: Double(number))
            context.insert(Purchase(item: number < 600 ? "boat" : "kite", details: nil, bought: bought))
        }
        try context.save()
        var descriptor = FetchDescriptor<Purchase>(sortBy: [SortDescriptor(\.bought, order: .reverse)])
        descriptor.fetchLimit = 3
        let found = try context.search(descriptor, matching: "boat")
        #expect(found.map(\.bought.timeIntervalSinceReferenceDate) == [599, 598, 597])
    }

    /// Two containers on one file are as two processes: only a look at the file tells one what the other saved.
    @Test func `what another process saved, beside unsaved changes`() throws {
        let folder = try TemporaryFolder()
        let first = ModelContext(try newContainer(.file, folder))
        let second = ModelContext(try newContainer(.file, folder))
        for item in ["boat", "kite", "paper"] { first.insert(Purchase(item: item, details: nil, bought: .distantPast)) }
        try first.save()
        let known = try second.fetch(FetchDescriptor<Purchase>(sortBy: [SortDescriptor(\.item)]))
        known[0].details = "red"
        let bought = try first.fetch(FetchDescriptor<Purchase>(sortBy: [SortDescriptor(\.item)]))
        first.delete(bought[0])
        bought[1].item = "boat"
        try first.save()
        #expect(
            try second.search(FetchDescriptor<Purchase>(), matching: "boat").map(\.persistentModelID) == [
                bought[1].persistentModelID
            ]
        )
        #expect(try second.searchCount(FetchDescriptor<Purchase>(), matching: "boat") == 1)
        #expect(known[1].item == "boat" && known[0].modelContext == nil)
    }

    @Test(arguments: StoreKind.allCases, [UInt64(1), 2]) func `saved and unsaved objects alike`(
        kind: StoreKind,
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let folder = try TemporaryFolder()
        let context = ModelContext(try newContainer(kind, folder))
        let words = ["boat", "paper", "日记本", "kite", "日", "Crème", "OR", "boats"]
        func text() -> String {
            (0..<Int.random(in: 1...3, using: &random)).compactMap { _ in words.randomElement(using: &random) }
                .joined(separator: " ")
        }
        var all: [Purchase] = []
        for step in 0..<150 {
            switch Int.random(in: 0...5, using: &random) {
            case 0...2:
                let details = Bool.random(using: &random) ? text() : nil
                let bought = Date(timeIntervalSinceReferenceDate: Double(step))
                let purchase = Purchase(item: text(), details: details, bought: bought)
                context.insert(purchase)
                all.append(purchase)
            case 3: all.randomElement(using: &random)?.item = text()
            case 4 where !all.isEmpty:
                let gone = all.remove(at: Int.random(in: 0..<all.count, using: &random))
                context.delete(gone)
            default: try context.save()
            }
            let query = text()
            let expected = all.filter { FullTextQuery(query).matches([$0.item, $0.details]) }
                .sorted { $0.bought > $1.bought }
            var descriptor = FetchDescriptor<Purchase>(sortBy: [SortDescriptor(\.bought, order: .reverse)])
            #expect(
                try context.search(descriptor, matching: query).map(\.bought) == expected.map(\.bought),
                "seed \(seed): \(query)"
            )
            #expect(
                try context.searchCount(FetchDescriptor<Purchase>(), matching: query) == expected.count,
                "seed \(seed): \(query)"
            )
            descriptor.fetchLimit = 4
            descriptor.fetchOffset = 1
            let window = expected.dropFirst().prefix(4).map(\.bought)
            #expect(try context.search(descriptor, matching: query).map(\.bought) == window, "seed \(seed): \(query)")
        }
    }

    @Test(arguments: [false, true]) func `a predicate that fails on an object does not match it`(isSaved: Bool) throws {
        let folder = try TemporaryFolder()
        let context = ModelContext(try newContainer(.memory, folder))
        context.insert(Purchase(item: "paper boat"))
        context.insert(Purchase(item: "boat", details: "of paper"))
        if isSaved { try context.save() }
        for predicate in [
            #Predicate<Purchase> { $0.details!.count > 2 },
            // A part of this one is not SQL.
            #Predicate<Purchase> { $0.label == "?" || $0.details!.count > 2 },
            #Predicate<Purchase> { $0.label == "?" || 6 / ($0.details?.count ?? 0) == 0 },
        ] {
            let descriptor = FetchDescriptor(predicate: predicate)
            #expect(try context.search(descriptor, matching: "boat").map(\.item) == ["boat"])
            #expect(try context.searchCount(descriptor, matching: "boat") == 1)
        }
    }

    @Test func `an order that only memory can make leaves the count alone`() throws {
        let folder = try TemporaryFolder()
        let context = ModelContext(try newContainer(.memory, folder))
        for number in 0..<5 { context.insert(Purchase(item: "boat \(number)")) }
        try context.save()
        var descriptor = FetchDescriptor(sortBy: [SortDescriptor(\Purchase.label, order: .reverse)])
        descriptor.fetchLimit = 2
        #expect(try context.search(descriptor, matching: "boat").map(\.item) == ["boat 4", "boat 3"])
        #expect(try context.searchCount(descriptor, matching: "boat") == 2)
        #expect(try context.fetchCount(descriptor) == 2)
    }

    @Test func `an entity without an index says so`() throws {
        let store = try TestStore(.memory, [Purchase.self])
        let context = ModelContext(store.container)
        #expect(throws: SwiftDataError.unsupportedKeyPath) {
            try context.search(FetchDescriptor<Purchase>(), matching: "boat")
        }
    }

    @Test func `an index of what is no text is refused`() {
        let schema = Schema([Purchase.self])
        var configuration = ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
        configuration.fullTextIndexes = [FullTextIndex(\Purchase.count)]
        #expect(throws: SwiftDataError.unsupportedKeyPath) {
            try ModelContainer(for: schema, configurations: configuration)
        }
    }

    @Test func `a condition narrows a search`() throws {
        let folder = try TemporaryFolder()
        let context = ModelContext(try newContainer(.file, folder))
        for number in 0..<20 {
            context.insert(Purchase(item: "boat \(number)", kind: number % 4 == 0 ? .book : .food))
        }
        try context.save()
        let book = PurchaseKind.book
        let descriptor = FetchDescriptor<Purchase>(predicate: #Predicate { $0.kind == book })
        #expect(try context.search(descriptor, matching: "boat").count == 5)
        #expect(try context.searchCount(descriptor, matching: "boat") == 5)
    }
}

extension Purchase {
    /// Without a column.
    fileprivate var label: String { item.uppercased() }
}
