import Foundation
import Testing

@testable import SwiftData

/// What SQL finds must be what Foundation's own evaluation finds.
@Suite("History: predicates")
struct HistoryPredicateTests {
    private static func fixture(_ random: inout SeededGenerator) throws -> HistoryWriterTests.Fixture {
        let fixture = try HistoryWriterTests.Fixture()
        let authors: [String?] = [nil, "app", "sync", ""]
        for number in 1...40 {
            fixture.writer.begin(
                author: authors.randomElement(using: &random) ?? nil,
                timestamp: Date(timeIntervalSinceReferenceDate: Double(number / 3))
            )
            try fixture.writer.insert(entityIndex: 0, key: Int64(number))
            _ = try fixture.writer.finish()
        }
        return fixture
    }

    @Test(arguments: [UInt64(11), 12, 13, 14]) func `SQL and memory agree`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixture = try Self.fixture(&random)
        let all = try fixture.all()
        let number = Int64.random(in: 0...41, using: &random)
        let token = DefaultHistoryToken(storeIdentifier: "S", transaction: number)
        let date = Date(timeIntervalSinceReferenceDate: Double.random(in: 0...14, using: &random))
        let me = "app"
        let nobody: String? = nil
        let predicates: [Predicate<DefaultHistoryTransaction>] = [
            #Predicate { $0.token > token }, #Predicate { $0.token >= token }, #Predicate { $0.token < token },
            #Predicate { $0.token == token }, #Predicate { token < $0.token },
            #Predicate { $0.transactionIdentifier > number }, #Predicate { $0.timestamp >= date },
            #Predicate { $0.author == me }, #Predicate { $0.author != me }, #Predicate { $0.author == nil },
            #Predicate { $0.author == nobody }, #Predicate { $0.author != nil },
            #Predicate { $0.transactionIdentifier > number && ($0.author == nil || $0.author != me) },
            #Predicate { !($0.timestamp < date) || $0.author == me },
            #Predicate { $0.storeIdentifier == "S" && $0.token > token },
            #Predicate { $0.changes.count == 1 && $0.token > token },
        ]
        for (index, predicate) in predicates.enumerated() {
            let found = try fixture.log.fetch(HistoryDescriptor(predicate: predicate))
            let expected = try all.filter { try predicate.evaluate($0) }
            #expect(found == expected, "seed \(seed), predicate \(index)")
        }
    }

    @Test(arguments: [Int64.min, -1, 0, 1, 20, 40, 41, 1 << 35, .max])
    func `numbers of transactions are compared as numbers`(number: Int64) throws {
        var random = SeededGenerator(seed: 31)
        let fixture = try Self.fixture(&random)
        let all = try fixture.all()
        let predicates: [Predicate<DefaultHistoryTransaction>] = [
            #Predicate { $0.transactionIdentifier > number }, #Predicate { $0.transactionIdentifier >= number },
            #Predicate { $0.transactionIdentifier < number }, #Predicate { $0.transactionIdentifier <= number },
            #Predicate { $0.transactionIdentifier == number }, #Predicate { $0.transactionIdentifier != number },
            #Predicate { number < $0.transactionIdentifier }, #Predicate { number >= $0.transactionIdentifier },
            #Predicate { $0.transactionIdentifier == $0.id },
        ]
        for (index, predicate) in predicates.enumerated() {
            let found = try fixture.log.fetch(HistoryDescriptor(predicate: predicate))
            #expect(try found == all.filter { try predicate.evaluate($0) }, "predicate \(index)")
        }
    }

    @Test("Where a reader goes on is found, however long the history is before it")
    func search() throws {
        let fixture = try HistoryWriterTests.Fixture()
        let (number, token) = (Int64(3), DefaultHistoryToken(storeIdentifier: "S", transaction: 3))
        let predicates: [Predicate<DefaultHistoryTransaction>] = [
            #Predicate { $0.transactionIdentifier > number }, #Predicate { $0.token > token },
        ]
        for predicate in predicates {
            let query = HistoryQuery(HistoryDescriptor(predicate: predicate), storeIdentifier: "S")
            let plan = try QueryPlan.lines(of: query.sql, on: fixture.log.connection)
            #expect(plan.first == "SEARCH _history USING INTEGER PRIMARY KEY (rowid>?)")
        }
    }

    @Test func `usual predicates are SQL, odd ones are not`() {
        let token = DefaultHistoryToken(storeIdentifier: "S", transaction: 3)
        let usual = HistoryDescriptor<DefaultHistoryTransaction>(
            predicate: #Predicate { $0.token > token && $0.author != "me" },
            sortBy: [SortDescriptor(\.token)]
        )
        #expect(HistoryQuery(usual, storeIdentifier: "S").isComplete)
        let odd = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.changes.isEmpty })
        #expect(!HistoryQuery(odd, storeIdentifier: "S").isComplete)
    }

    @Test(arguments: [UInt64(21), 22]) func `orders and limits`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixture = try Self.fixture(&random)
        let all = try fixture.all()
        let orders: [[SortDescriptor<DefaultHistoryTransaction>]] = [
            [SortDescriptor(\.token)], [SortDescriptor(\.token, order: .reverse)],
            [SortDescriptor(\.transactionIdentifier, order: .reverse)],
            [SortDescriptor(\.timestamp, order: .reverse), SortDescriptor(\.transactionIdentifier)],
            [SortDescriptor(\.author), SortDescriptor(\.token, order: .reverse)],
        ]
        for order in orders {
            var descriptor = HistoryDescriptor<DefaultHistoryTransaction>(sortBy: order)
            #expect(try fixture.log.fetch(descriptor) == all.sorted(using: order), "seed \(seed)")
            descriptor.fetchLimit = 7
            #expect(try fixture.log.fetch(descriptor) == Array(all.sorted(using: order).prefix(7)), "seed \(seed)")
        }
    }

    @Test func `a token that is older than the history has expired`() throws {
        var random = SeededGenerator(seed: 5)
        let fixture = try Self.fixture(&random)
        try fixture.log.delete(transactions: 1...10)
        func newer(than number: Int64) throws -> Int {
            let token = DefaultHistoryToken(storeIdentifier: "S", transaction: number)
            return try fixture.log.fetch(HistoryDescriptor(predicate: #Predicate { $0.token > token })).count
        }
        #expect(throws: SwiftDataError.historyTokenExpired) { try newer(than: 9) }
        #expect(try newer(than: 10) == 30)
        #expect(try newer(than: 40) == 0)
        try fixture.log.delete(HistoryDescriptor())
        #expect(throws: SwiftDataError.historyTokenExpired) { try newer(than: 39) }
        #expect(try newer(than: 40) == 0)
    }

    @Test func `deleting takes what matches and nothing else`() throws {
        var random = SeededGenerator(seed: 6)
        let fixture = try Self.fixture(&random)
        let mine = try fixture.all().filter { $0.author == "app" }
        let others = try fixture.all().filter { $0.author != "app" }
        #expect(!mine.isEmpty)
        try fixture.log.delete(HistoryDescriptor(predicate: #Predicate { $0.author == "app" }))
        #expect(try fixture.all() == others)
        #expect(try fixture.all().allSatisfy { $0.changes.count == 1 })
        let changes = try fixture.database.integer("SELECT count(*) FROM _history")
        #expect(changes == Int64(others.count))
    }

    @Test func `tokens of several stores`() {
        let both = DefaultHistoryToken(["A": 3, "B": 7])
        #expect(DefaultHistoryToken(["A": 4]) > both)
        #expect(DefaultHistoryToken(["B": 8]) > both)
        #expect(!(DefaultHistoryToken(["B": 7]) > both))
        #expect(both.merging(DefaultHistoryToken(["A": 9, "C": 1])).tokenValue == ["A": 9, "B": 7, "C": 1])
    }
}
