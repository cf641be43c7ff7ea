import Foundation
import GRDB
import TestSupport
import Testing

@testable import SwiftData

/// Random schemas, random contents, random changes: what a migration leaves is what the rules say, and the tables are
/// those of a new store.
@Suite struct MigrationPropertyTests {
    @Test(arguments: 1...UInt64(Effort.rounds(50, proof: 600)))
    func keepsEverythingThatTheNewSchemaHasRoomFor(seed: UInt64) throws {
        var schemas = RandomSchemas(seed: seed)
        var random = SeededGenerator(seed: seed &+ 1000)
        var schema = schemas.schema()
        let store = try TemporaryStore()
        try store.create(schema)
        var contents = StoreContents.random(schema, &random)
        try write(contents, schema, to: store)
        #expect(try read(schema, from: store) == normalised(contents, schema), "seed \(seed): as written")
        for generation in 1...3 {
            let (next, defaults) = schemas.successor(of: schema)
            let allDefaults = defaults
            try store.migrate(from: schema, to: next, defaults: allDefaults)
            let expected = contents.expected(from: schema, to: next, defaults: allDefaults)
            let found = try read(next, from: store)
            #expect(found == normalised(expected, next), "seed \(seed), generation \(generation)")
            let fresh = try TemporaryStore()
            try fresh.create(next)
            #expect(try store.shape() == fresh.shape(), "seed \(seed), generation \(generation)")
            schema = next
            contents = expected
        }
    }

    private func write(_ contents: StoreContents, _ schema: SchemaDescription, to store: TemporaryStore) throws {
        let queue = try store.open()
        defer { try? queue.close() }
        try queue.write { try contents.write(schema, to: $0) }
    }

    private func read(_ schema: SchemaDescription, from store: TemporaryStore) throws -> StoreContents {
        let queue = try store.open()
        defer { try? queue.close() }
        return try queue.read { try StoreContents.read(schema, from: $0) }
    }

    /// Entities without objects and relationships without links are there, but empty.
    private func normalised(_ contents: StoreContents, _ schema: SchemaDescription) -> StoreContents {
        let graph = DescriptionGraph(schema)
        var result = contents
        result.values = contents.values.filter { !$0.value.isEmpty }
        for reference in graph.references where graph.property(reference)?.relationship != nil {
            result.links[reference] = contents.links[reference] ?? []
        }
        return result
    }
}
