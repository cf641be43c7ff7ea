import Foundation
import TestSupport
import Testing

@testable import SwiftData

/// Some models that belong together.
struct RandomSchema {
    let shapes: [any SomeModelShape]

    var types: [any PersistentModel.Type] { shapes.map { Self.type(of: $0) } }

    private static func type<Shape: SomeModelShape>(of shape: Shape) -> any PersistentModel.Type { Shape.Model.self }
}

/// Random models with random data: what SQL gives for random predicates and orders is what `evaluate` and Swift's
/// sorting give.
@Suite struct RandomModelTests {
    private static let seed: UInt64 = 2
    private static let rounds = Effort.rounds(32, proof: 160)
    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "GeneratedModels.swift")

    /// After a change of what is drawn, run once with `REGENERATE_GOLDEN=1` in the environment.
    @Test func theModelsAreWhatIsDrawn() throws {
        var source = RandomModelSource(seed: Self.seed)
        let drawn = source.text(schemas: 6)
        if ProcessInfo.processInfo.environment["REGENERATE_GOLDEN"] == "1" {
            try drawn.write(to: Self.file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: Self.file, encoding: .utf8) == drawn)
        #expect(GeneratedModels.schemas.flatMap(\.shapes).count >= 16)
    }

    @Test(arguments: GeneratedModels.schemas.indices, StoreKind.allCases)
    func sqlEqualsMemory(number: Int, kind: StoreKind) throws {
        let schema = GeneratedModels.schemas[number]
        let store = try TestStore(kind, schema.types)
        var random = SeededGenerator(seed: UInt64(number) + 1)
        try RandomObjects(schema).fill(store.makeContext(), &random)
        let context = try store.makeFreshContext()
        var inSQL = 0
        for shape in schema.shapes { inSQL += try Self.compare(shape, context, &random) }
        #expect(inSQL > Self.rounds * schema.shapes.count / 2, "most of it is SQL's work")
    }

    @Test(arguments: GeneratedModels.schemas.indices, StoreKind.allCases)
    func sqlEqualsMemoryAfterRollbacks(number: Int, kind: StoreKind) throws {
        let schema = GeneratedModels.schemas[number]
        let store = try TestStore(kind, schema.types)
        var random = SeededGenerator(seed: UInt64(number) + 100)
        try RandomObjects(schema).fill(store.makeContext(), &random)
        let context = try store.makeFreshContext()
        for shape in schema.shapes { try Self.compareRolledBack(shape, context, &random) }
    }

    private static func compareRolledBack(
        _ shape: some SomeModelShape,
        _ context: ModelContext,
        _ random: inout SeededGenerator
    ) throws {
        var comparison = try FetchComparison(shape, context, random)
        try comparison.runRolledBack(rounds: rounds / 4)
        random = comparison.random
    }

    private static func compare(
        _ shape: some SomeModelShape,
        _ context: ModelContext,
        _ random: inout SeededGenerator
    ) throws -> Int {
        var comparison = try FetchComparison(shape, context, random)
        try comparison.run(rounds: rounds)
        var unsaved = try FetchComparison(shape, ModelContext(context.container), comparison.random)
        try unsaved.runUnsaved(rounds: rounds / 2)
        random = unsaved.random
        return comparison.inSQL
    }
}
