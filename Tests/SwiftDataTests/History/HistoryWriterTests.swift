import Foundation
import Testing

@testable import SwiftData

/// The writer and the reader against a plain list, over a plain connection.
@Suite("History: rows")
struct HistoryWriterTests {
    /// One change as a test remembers it.
    struct Change: Equatable {
        var kind: HistoryKind
        var entity: String
        var key: Int64
        var mask: UInt64
    }

    struct Fixture {
        let database: RawDatabase
        let writer: HistoryWriter
        let log: HistoryLog

        init() throws {
            database = try RawDatabase()
            let entities = [
                (name: "LogNote", properties: ["title", "slug", "body", "weight", "folder"]),
                (name: "LogFolder", properties: ["name", "notes"]),
            ]
            let numbers = try HistorySQL.prepare(database.handle, entities: entities)
            writer = try HistoryWriter(
                database.handle,
                entityNumbers: numbers,
                bundleIdentifier: "test",
                processIdentifier: "test"
            )
            log = HistoryLog(
                connection: database.handle,
                storeIdentifier: "S",
                modelTypes: ["LogNote": LogNote.self, "LogFolder": LogFolder.self]
            )
        }

        func all() throws -> [DefaultHistoryTransaction] {
            try log.fetch(HistoryDescriptor<DefaultHistoryTransaction>())
        }
    }

    @Test func `a save that changes nothing leaves nothing`() throws {
        let fixture = try Fixture()
        fixture.writer.begin(author: "a", timestamp: Date(timeIntervalSinceReferenceDate: 0))
        #expect(try fixture.writer.finish() == nil)
        #expect(try fixture.all().isEmpty)
    }

    @Test func `a bulk insert costs one row`() throws {
        let fixture = try Fixture()
        fixture.writer.begin(author: nil, timestamp: Date(timeIntervalSinceReferenceDate: 5))
        for key in 1...1_000 { try fixture.writer.insert(entityIndex: 0, key: Int64(key)) }
        #expect(try fixture.writer.finish() == 1)
        #expect(try fixture.database.integer("SELECT count(*) FROM _history") == 1)
        let transaction = try #require(try fixture.all().first)
        #expect(transaction.changes.count == 1_000)
        #expect(transaction.timestamp == Date(timeIntervalSinceReferenceDate: 5))
        #expect(transaction.author == nil)
    }

    @Test(arguments: [UInt64(1), 2, 3]) func `what is written is read, in order`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixture = try Fixture()
        var expected: [[Change]] = []
        for number in 0..<60 {
            var changes: [Change] = []
            fixture.writer.begin(author: "\(number)", timestamp: Date(timeIntervalSinceReferenceDate: Double(number)))
            var key = Int64.random(in: 1...50, using: &random)
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                let entity = Int.random(in: 0...1, using: &random)
                key = Bool.random(using: &random) ? key + 1 : Int64.random(in: 1...50, using: &random)
                let name = entity == 0 ? "LogNote" : "LogFolder"
                switch Int.random(in: 0...2, using: &random) {
                case 0:
                    try fixture.writer.insert(entityIndex: entity, key: key)
                    changes.append(Change(kind: .insert, entity: name, key: key, mask: 0))
                case 1:
                    let mask = UInt64.random(in: 1...3, using: &random)
                    try fixture.writer.update(entityIndex: entity, key: key, mask: mask)
                    changes.append(Change(kind: .update, entity: name, key: key, mask: mask))
                default:
                    try fixture.writer.delete(entityIndex: entity, key: key)
                    changes.append(Change(kind: .delete, entity: name, key: key, mask: 0))
                }
            }
            let token = try fixture.writer.finish()
            #expect((token == nil) == changes.isEmpty, "seed \(seed)")
            if !changes.isEmpty { expected.append(changes) }
        }
        let found = try fixture.all().map { $0.changes.map(Self.change) }
        #expect(found == expected, "seed \(seed)")
    }

    @Test func `numbers of changes rise, across transactions too`() throws {
        let fixture = try Fixture()
        for _ in 0..<3 {
            fixture.writer.begin(author: nil, timestamp: Date(timeIntervalSinceReferenceDate: 0))
            for key in [1, 2, 3, 9] { try fixture.writer.insert(entityIndex: 0, key: Int64(key)) }
            _ = try fixture.writer.finish()
        }
        let numbers = try fixture.all().flatMap(\.changes).map { change -> Int64 in
            guard case .insert(let insert as DefaultHistoryInsert<LogNote>) = change else { return -1 }
            return insert.changeIdentifier
        }
        #expect(numbers.count == 12)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `history outlives a change of the schema`() throws {
        let fixture = try Fixture()
        fixture.writer.begin(author: nil, timestamp: Date(timeIntervalSinceReferenceDate: 0))
        try fixture.writer.update(entityIndex: 0, key: 7, mask: 0b11000)
        _ = try fixture.writer.finish()
        // The next version has its properties in another order and lost one.
        let numbers = try HistorySQL.prepare(
            fixture.database.handle,
            entities: [(name: "LogNote", properties: ["weight", "title"])]
        )
        let writer = try HistoryWriter(
            fixture.database.handle,
            entityNumbers: numbers,
            bundleIdentifier: "",
            processIdentifier: ""
        )
        writer.begin(author: nil, timestamp: Date(timeIntervalSinceReferenceDate: 1))
        try writer.update(entityIndex: 0, key: 7, mask: 0b01)
        _ = try writer.finish()
        let updates = try fixture.all().flatMap(\.changes).compactMap { change -> Set<AnyKeyPath>? in
            guard case .update(let update as DefaultHistoryUpdate<LogNote>) = change else { return nil }
            return Set(update.updatedAttributes.map { $0 as AnyKeyPath })
        }
        #expect(updates == [[\LogNote.weight, \LogNote.folder], [\LogNote.weight]])
    }

    @Test func `an entity that is gone from the schema leaves its transaction without changes`() throws {
        let fixture = try Fixture()
        fixture.writer.begin(author: nil, timestamp: Date(timeIntervalSinceReferenceDate: 0))
        try fixture.writer.insert(entityIndex: 1, key: 1)
        _ = try fixture.writer.finish()
        let log = HistoryLog(
            connection: fixture.database.handle,
            storeIdentifier: "S",
            modelTypes: ["LogNote": LogNote.self]
        )
        let found = try log.fetch(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(found.map(\.changes.count) == [0])
    }

    private static func change(_ change: HistoryChange) -> Change {
        let identifier = change.changedPersistentIdentifier
        let key = identifier._rowKey ?? -1
        switch change {
        case .insert: return Change(kind: .insert, entity: identifier.entityName, key: key, mask: 0)
        case .delete: return Change(kind: .delete, entity: identifier.entityName, key: key, mask: 0)
        case .update(let update as DefaultHistoryUpdate<LogNote>):
            return Change(kind: .update, entity: "LogNote", key: key, mask: mask(update, [\.title, \.slug]))
        case .update(let update as DefaultHistoryUpdate<LogFolder>):
            return Change(kind: .update, entity: "LogFolder", key: key, mask: mask(update, [\.name, \.notes]))
        case .update: return Change(kind: .update, entity: "?", key: key, mask: 0)
        }
    }

    private static func mask<Model>(_ update: DefaultHistoryUpdate<Model>, _ order: [PartialKeyPath<Model>]) -> UInt64 {
        order.enumerated().reduce(0) { $0 | (update.containsAttribute($1.element) ? 1 << UInt64($1.offset) : 0) }
    }
}
