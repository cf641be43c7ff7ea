import Foundation
import Testing

@testable import SwiftData

@Suite("History: limits")
struct HistoryPruningTests {
    private static let day: TimeInterval = 24 * 3600

    /// A transaction a day, the last one today.
    private static func fixture(days: Int) throws -> (HistoryWriterTests.Fixture, now: Date) {
        let fixture = try HistoryWriterTests.Fixture()
        return (fixture, try write(1...days, into: fixture))
    }

    /// Writes a transaction on each of these days.
    ///
    /// - Returns: The last day.
    private static func write(_ days: ClosedRange<Int>, into fixture: HistoryWriterTests.Fixture) throws -> Date {
        for number in days {
            fixture.writer.begin(author: nil, timestamp: Date(timeIntervalSinceReferenceDate: Double(number) * day))
            try fixture.writer.insert(entityIndex: 0, key: Int64(number) * 2)
            _ = try fixture.writer.finish()
        }
        return Date(timeIntervalSinceReferenceDate: Double(days.upperBound) * day)
    }

    @Test func `old transactions go`() throws {
        let (fixture, now) = try Self.fixture(days: 100)
        #expect(try fixture.log.prune(now: now) == 69)
        #expect(try fixture.all().map(\.transactionIdentifier) == Array(70...100))
        #expect(try fixture.log.prune(now: now) == 0)
    }

    @Test func `too many changes go, the oldest first`() throws {
        let (fixture, now) = try Self.fixture(days: 20)
        let limits = HistoryLimits(maximumChanges: 5)
        #expect(try fixture.log.prune(now: now, limits: limits) == 15)
        #expect(try fixture.all().map(\.transactionIdentifier) == Array(16...20))
    }

    @Test func `a live consumer holds what it has not read`() throws {
        let (fixture, now) = try Self.fixture(days: 100)
        let token = DefaultHistoryToken(storeIdentifier: "S", transaction: 12)
        try fixture.log.registerConsumer("widget", at: token, now: now)
        #expect(try fixture.log.prune(now: now, limits: HistoryLimits(maximumChanges: 5)) == 12)
        #expect(try fixture.all().first?.transactionIdentifier == 13)
        try fixture.log.unregisterConsumer("widget")
        #expect(try fixture.log.prune(now: now, limits: HistoryLimits(maximumChanges: 5)) == 83)
    }

    @Test func `a consumer that has read nothing holds everything`() throws {
        let (fixture, now) = try Self.fixture(days: 100)
        try fixture.log.registerConsumer("new", at: nil, now: now)
        #expect(try fixture.log.prune(now: now) == 0)
    }

    @Test func `who reads with a token and no name is waited for, for a week`() throws {
        let (fixture, now) = try Self.fixture(days: 100)
        let limits = HistoryLimits(maximumChanges: 5)
        try fixture.log.recordReader(after: 40, now: now.addingTimeInterval(-6 * Self.day))
        try fixture.log.recordReader(after: 60, now: now.addingTimeInterval(-6 * Self.day))
        #expect(try fixture.log.isReaderNews(after: 90, now: now))
        try fixture.log.recordReader(after: 90, now: now)
        #expect(try !fixture.log.isReaderNews(after: 95, now: now) && fixture.log.isReaderNews(after: 89, now: now))
        #expect(try fixture.log.prune(now: now, limits: limits) == 40)
        #expect(try fixture.log.prune(now: Self.write(101...102, into: fixture), limits: limits) == 0)
        #expect(try fixture.log.prune(now: Self.write(103...103, into: fixture), limits: limits) == 50)
        #expect(try fixture.log.prune(now: Self.write(104...109, into: fixture), limits: limits) == 14)
    }

    @Test(arguments: [8.0, 31, 365, 40_000]) func `a clock that jumps ahead drops no reader`(days: Double) throws {
        let (fixture, now) = try Self.fixture(days: 100)
        let limits = HistoryLimits(maximumChanges: 5)
        try fixture.log.recordReader(after: 95, now: now)
        let ahead = now.addingTimeInterval(days * Self.day)
        #expect(try fixture.log.prune(now: ahead, limits: limits) == 95)
        // It jumps to and fro, and each time something is saved.
        for number in 1...60 {
            let date = number.isMultiple(of: 2) ? now.addingTimeInterval(Double(number)) : ahead
            fixture.writer.begin(author: nil, timestamp: date)
            try fixture.writer.insert(entityIndex: 0, key: 1_000 + Int64(number) * 2)
            _ = try fixture.writer.finish()
            #expect(try fixture.log.prune(now: date, limits: limits) == 0)
        }
    }

    @Test(arguments: [StoreKind.memory, .file]) func `a fetch with a token holds what came after it`(
        kind: StoreKind
    ) throws {
        let store = try TestStore(kind, [LogNote.self, LogFolder.self])
        let context = ModelContext(store.container)
        for title in ["a", "b", "c", "d"] {
            context.insert(LogNote(title))
            try context.save()
        }
        let all = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        let (second, sqlite) = (all[1].token, try #require(store.container.sqliteStores.first))
        func prune() throws -> Int64 {
            try sqlite.writeHistory {
                try $0.prune(now: sqlite.environment.now(), limits: HistoryLimits(maximumChanges: 1))
            }
        }
        let newer = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > second })
        #expect(try context.fetchHistory(newer).count == 2)
        #expect(try prune() == 2)
        #expect(try context.fetchHistory(newer).count == 2)
        #expect(try prune() == 0)
    }

    @Test func `an abandoned consumer does not hold the history for ever`() throws {
        let (fixture, now) = try Self.fixture(days: 100)
        try fixture.log.registerConsumer("old", at: nil, now: now.addingTimeInterval(-91 * Self.day))
        #expect(try fixture.log.prune(now: now) == 69)
    }

    @Test(arguments: [31.0, 59, 365, 40_000]) func `a clock that jumps ahead makes nothing old`(days: Double) throws {
        let (fixture, now) = try Self.fixture(days: 20)
        try fixture.log.registerConsumer("mirror", at: nil, now: now)
        #expect(try fixture.log.prune(now: now.addingTimeInterval(days * Self.day)) == 0)
        #expect(
            try fixture.log.prune(
                now: now.addingTimeInterval(days * Self.day),
                limits: HistoryLimits(maximumChanges: 5)
            ) == 0
        )
        // It jumps to and fro, and each time something is saved.
        for number in 1...60 {
            let date = now.addingTimeInterval(number.isMultiple(of: 2) ? Double(number) : days * Self.day)
            fixture.writer.begin(author: nil, timestamp: date)
            try fixture.writer.insert(entityIndex: 0, key: 1_000 + Int64(number) * 2)
            _ = try fixture.writer.finish()
            try fixture.log.unregisterConsumer("mirror")
            #expect(try fixture.log.prune(now: date) == 0)
        }
    }

    @Test func `what is old is found in a long history, too`() throws {
        let fixture = try HistoryWriterTests.Fixture()
        for number in 1...5_000 {
            let date = Date(timeIntervalSinceReferenceDate: Double(number) * Self.day / 100)
            fixture.writer.begin(author: nil, timestamp: date)
            try fixture.writer.insert(entityIndex: 0, key: Int64(number) * 2)
            _ = try fixture.writer.finish()
        }
        let now = Date(timeIntervalSinceReferenceDate: 50 * Self.day)
        let pruned = try fixture.log.prune(now: now)
        // Twenty days of a hundred transactions each, but for the distance of what is looked at.
        #expect((1_990..<2_000).contains(pruned))
    }

    @Test func `no pruning takes more than a batch`() throws {
        let (fixture, now) = try Self.fixture(days: 3)
        let batch = HistoryLimits.pruneBatch
        // As many more, all as old.
        try fixture.database.execute(
            """
            WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < \(batch))
            INSERT INTO _history(id, entity, kind, pk, pk_last, timestamp, bundle, process)
            SELECT (n + 3) << \(HistorySQL.positionBits), 1, 0, n, n, 0, 'test', 'test' FROM more
            """
        )
        let all = HistoryLimits(maximumChanges: 0)
        #expect(try fixture.log.prune(now: now, limits: all) == batch)
        let kept = try fixture.database.integers("SELECT id >> \(HistorySQL.positionBits) FROM _history ORDER BY id")
        #expect(kept == [batch + 1, batch + 2, batch + 3])
        #expect(try fixture.log.prune(now: now, limits: all) == 3)
        #expect(try fixture.log.prune(now: now, limits: all) == 0)
    }

    @Test func `numbers go on after everything was deleted`() throws {
        let (fixture, now) = try Self.fixture(days: 3)
        let far = now.addingTimeInterval(1_000 * Self.day)
        #expect(try fixture.log.prune(now: far, limits: HistoryLimits(maximumChanges: 0)) == 3)
        #expect(try fixture.log.currentToken().transaction(in: "S") == 3)
        fixture.writer.begin(author: nil, timestamp: far)
        try fixture.writer.insert(entityIndex: 0, key: 1)
        #expect(try fixture.writer.finish() == 4)
        #expect(try fixture.all().map(\.transactionIdentifier) == [4])
        try fixture.log.registerConsumer("", at: nil, now: far)
        #expect(try fixture.log.currentToken().transaction(in: "S") == 4, "a consumer without a name is one as others")
    }

    @Test func `saves prune now and then`() {
        #expect(HistoryLog.isPruneDue(after: 2_048) && !HistoryLog.isPruneDue(after: 2_049))
    }
}
