import Foundation
import SwiftData
import Testing

/// Predicates over unsaved objects whose arithmetic has no result: they must neither match nor end the process.
@Suite("Predicates: what has no value")
struct OverflowTests {
    private let context: ModelContext

    init() throws {
        let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
        context = ModelContext(try ModelContainer(for: Ledger.self, LedgerLine.self, configurations: configuration))
        for (name, count, small) in [("max", Int.max, Int8.max), ("min", .min, .min), ("zero", 0, 0), ("six", 6, 6)] {
            let ledger = Ledger(name, count: count, small: small)
            context.insert(ledger)
            ledger.entries = [LedgerLine(amount: small), LedgerLine(amount: 1)]
        }
    }

    /// Asks about the pending objects, then about the rows: both must say the same.
    private func names(_ predicate: Predicate<Ledger>) throws -> [String] {
        let descriptor = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\Ledger.name)])
        let pending = try context.fetch(descriptor).map(\.name)
        let count = try context.fetchCount(descriptor)
        try context.save()
        let stored = try ModelContext(context.container).fetch(descriptor).map(\.name)
        #expect(pending == stored)
        #expect(count == pending.count)
        return pending
    }

    @Test func sums() throws {
        #expect(try names(#Predicate { $0.count + 1 > 5 }) == ["six"])
    }

    @Test func differences() throws {
        #expect(try names(#Predicate { $0.count - 1 < 5 }) == ["zero"])
    }

    @Test func products() throws {
        #expect(try names(#Predicate { $0.count * 2 == 12 || $0.name == "zero" }) == ["six", "zero"])
    }

    @Test func negation() throws {
        #expect(try names(#Predicate { -$0.count < 0 }) == ["max", "six"])
    }

    @Test func `division by zero`() throws {
        #expect(try names(#Predicate { 12 / $0.count == 2 }) == ["six"])
    }

    @Test func `remainder by zero`() throws {
        #expect(try names(#Predicate { 13 % $0.count == 1 }) == ["six"])
    }

    @Test func `division that overflows`() throws {
        let divisor = -1
        #expect(try names(#Predicate { $0.count / divisor < 0 }) == ["max", "six"])
    }

    @Test func `small integers`() throws {
        #expect(try names(#Predicate { $0.small + 1 > 0 }) == ["six", "zero"])
    }

    @Test func `within a collection`() throws {
        #expect(try names(#Predicate { $0.entries.contains { $0.amount + 100 > 104 } }) == ["six"])
    }

    @Test func `within an optional`() throws {
        let six = try #require(
            try context.fetch(FetchDescriptor<Ledger>(predicate: #Predicate { $0.name == "six" })).first
        )
        six.bonus = .max
        #expect(try names(#Predicate { ($0.bonus ?? 1) + 1 == 2 }) == ["max", "min", "zero"])
    }

    @Test func `within another predicate`() throws {
        let inner = #Predicate<Ledger> { $0.count + 1 > 5 }
        #expect(try names(#Predicate { inner.evaluate($0) && $0.name != "" }) == ["six"])
    }

    @Test func `in a composed predicate`() throws {
        let parts = [#Predicate<Ledger> { $0.count + 1 > 5 }, #Predicate<Ledger> { $0.small + 1 > 5 }]
        #expect(try names(Predicate(all: parts)) == ["six"])
    }

    @Test func `bounds the wrong way round`() throws {
        let lower = 9
        #expect(try names(#Predicate { (lower...$0.count).contains(10) }) == ["max"])
    }

    @Test func `what never comes to pass is not computed`() throws {
        #expect(try names(#Predicate { $0.count == 0 || 12 / $0.count == 2 }) == ["six", "zero"])
    }
}

@Model final class Ledger {
    var name: String
    var count: Int
    var small: Int8
    var bonus: Int?
    @Relationship(deleteRule: .cascade, inverse: \LedgerLine.ledger) var entries: [LedgerLine] = []

    init(_ name: String, count: Int, small: Int8) {
        self.name = name
        self.count = count
        self.small = small
    }
}

@Model final class LedgerLine {
    var amount: Int8
    var ledger: Ledger?

    init(amount: Int8) { self.amount = amount }
}
