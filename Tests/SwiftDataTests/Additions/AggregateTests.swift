import Foundation
import SwiftData
import Testing

@Suite("Aggregates")
struct AggregateTests {
    private static func purchase(_ random: inout SeededGenerator) -> Purchase {
        Purchase(
            item: ["saw", "Bread", "Ärger", "本", ""].randomElement(using: &random) ?? "",
            count: .random(in: -1_000...1_000, using: &random),
            small: .random(in: -1...1, using: &random),
            wide: .random(in: 0...9_000_000_000, using: &random),
            weight: Double(Int.random(in: -64...64, using: &random)) / 8,
            price: Decimal(Int.random(in: 0...99_999, using: &random)) / 100,
            discount: Bool.random(using: &random) ? Decimal(Int.random(in: 1...9, using: &random)) / 10 : nil,
            bought: Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0...50, using: &random))),
            kind: PurchaseKind.allCases.randomElement(using: &random) ?? .tool,
            rating: Bool.random(using: &random) ? .random(in: 1...5, using: &random) : nil
        )
    }

    /// The store's answers are those of the same sums over the objects, saved or not.
    @Test(arguments: StoreKind.allCases, [UInt64(1), 2]) func `store and memory agree`(
        kind: StoreKind,
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let store = try TestStore(kind, [Purchase.self])
        let context = ModelContext(store.container)
        for _ in 0..<200 { context.insert(Self.purchase(&random)) }
        try context.save()
        for isPending in [false, true] {
            if isPending { context.insert(Self.purchase(&random)) }
            let limit = Int.random(in: -300...300, using: &random)
            var descriptor = FetchDescriptor<Purchase>(
                predicate: #Predicate { $0.count > limit },
                sortBy: [SortDescriptor(\.count)]
            )
            try check(context, descriptor, "seed \(seed), pending \(isPending)")
            descriptor.fetchLimit = 17
            descriptor.fetchOffset = 3
            try check(context, descriptor, "seed \(seed), limited, pending \(isPending)")
        }
        try check(context, FetchDescriptor<Purchase>(predicate: #Predicate { $0.count > 5_000 }), "none")
    }

    private func check(_ context: ModelContext, _ descriptor: FetchDescriptor<Purchase>, _ about: Comment) throws {
        let all = try context.fetch(descriptor)
        #expect(try context.sum(of: \.count, matching: descriptor) == all.reduce(0) { $0 + $1.count }, about)
        #expect(try context.sum(of: \.wide, matching: descriptor) == all.reduce(0) { $0 + $1.wide }, about)
        #expect(try context.sum(of: \.weight, matching: descriptor) == all.reduce(0) { $0 + $1.weight }, about)
        #expect(try context.sum(of: \.price, matching: descriptor) == all.reduce(0) { $0 + $1.price }, about)
        #expect(
            try context.sum(of: \.discount, matching: descriptor) == all.reduce(0) { $0 + ($1.discount ?? 0) },
            about
        )
        #expect(try context.min(of: \.price, matching: descriptor) == all.map(\.price).min(), about)
        #expect(try context.max(of: \.bought, matching: descriptor) == all.map(\.bought).max(), about)
        #expect(try context.max(of: \.wide, matching: descriptor) == all.map(\.wide).max(), about)
        #expect(try context.min(of: \.item, matching: descriptor) == all.map(\.item).min(), about)
        #expect(try context.max(of: \.rating, matching: descriptor) == all.compactMap(\.rating).max(), about)
        let ratings = all.compactMap(\.rating)
        let mean = ratings.isEmpty ? nil : Double(ratings.reduce(0, +)) / Double(ratings.count)
        #expect(try context.average(of: \.rating, matching: descriptor) == mean, about)
        let price = all.isEmpty ? nil : all.reduce(0) { $0 + $1.price } / Decimal(all.count)
        #expect(try context.average(of: \.price, matching: descriptor) == price, about)
        let kinds = Dictionary(grouping: all, by: \.kind).mapValues(\.count)
        #expect(try context.groupedCounts(by: \.kind, matching: descriptor) == kinds, about)
        let rated = Dictionary(grouping: all, by: \.rating).mapValues(\.count)
        #expect(try context.groupedCounts(by: \.rating, matching: descriptor) == rated, about)
    }

    @Test func `a sum that does not fit is an error, not a crash`() throws {
        let store = try TestStore(.memory, [Purchase.self])
        let context = ModelContext(store.container)
        for _ in 0..<2 { context.insert(Purchase(item: "big", count: .max, small: 100, wide: .max)) }
        for _ in [1, 2] {
            #expect(throws: StoreError.self) { try context.sum(of: \Purchase.count) }
            #expect(throws: StoreError.self) { try context.sum(of: \Purchase.small) }
            #expect(throws: StoreError.self) { try context.sum(of: \Purchase.wide) }
            try context.save()
        }
        #expect(try context.max(of: \Purchase.wide) == UInt64.max)
    }
}
