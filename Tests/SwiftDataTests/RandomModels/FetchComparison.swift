import Testing

@testable import SwiftData

enum FetchComparisonLimits {
    /// What a fetch may leave to memory, as Documentation/predicates.md says.
    static let reasons = [
        "not a value that a column can hold", "a captured collection of Array<Optional<Array<",
        "a captured collection of Array<Set<", "a captured collection of Array<Optional<Set<",
        "a captured collection of Array<RandomSpot>", "a captured collection of Array<Optional<RandomSpot>>",
        "a captured collection of Array<RandomSign>", "a captured collection of Array<Optional<RandomSign>>",
        "a captured collection of Array<Dictionary<", "a captured collection of Array<Optional<Dictionary<",
        "a dictionary's member",
        "equality of values kept as JSON",
    ]
}

/// Fetches of one random model beside the same work in plain Swift.
struct FetchComparison<Shape: SomeModelShape> {
    let shape: Shape
    let context: ModelContext
    private var objects: [Shape.Model]
    /// How many of the fetches were SQL alone.
    private(set) var inSQL = 0
    var random: SeededGenerator

    init(_ shape: Shape, _ context: ModelContext, _ random: SeededGenerator) throws {
        self.shape = shape
        self.context = context
        self.random = random
        objects = try context.fetch(FetchDescriptor<Shape.Model>())
    }

    mutating func run(rounds: Int) throws {
        for round in 0..<rounds {
            let condition = shape.condition(depth: random.number(0...3), links: 2, &random)
            try compare(condition, shape.orders(links: true, &random), "\(shape.name), round \(round)")
        }
    }

    /// The same with changed and new objects that are not saved, so that fetches merge them in.
    mutating func runUnsaved(rounds: Int) throws {
        edit()
        for round in 0..<rounds {
            let condition = shape.condition(depth: random.number(0...3), links: 2, &random)
            try compare(condition, shape.orders(links: true, &random), "\(shape.name), unsaved round \(round)")
        }
    }

    /// The same after edits and deletions were taken back: memory shows what the store has again.
    mutating func runRolledBack(rounds: Int) throws {
        edit()
        for object in objects where random.chance(10) { context.delete(object) }
        _ = try context.fetch(FetchDescriptor<Shape.Model>())
        context.rollback()
        objects = try context.fetch(FetchDescriptor<Shape.Model>())
        try run(rounds: rounds)
    }

    private mutating func edit() {
        for object in objects where random.chance(25) { change(object) }
        for _ in 0..<3 {
            let object = shape.make()
            context.insert(object)
            change(object)
            objects.append(object)
        }
    }

    private mutating func change(_ object: Shape.Model) {
        for property in shape.properties where property.isValue { property.fill(object, [], &random) }
    }

    private mutating func compare(
        _ condition: any Condition<Shape.Model>,
        _ orders: [RandomOrder<Shape.Model>],
        _ name: String
    ) throws {
        let predicate = condition.predicate
        var descriptor = FetchDescriptor(predicate: predicate, sortBy: orders.map(\.descriptor))
        let matching = objects.filter { (try? predicate.evaluate($0)) ?? false }.sorted(by: orders)
        let offset = random.chance(30) ? random.number(0...10) : nil
        let limit = random.chance(30) ? random.number(0...10) : nil
        (descriptor.fetchOffset, descriptor.fetchLimit) = (offset, limit)
        let wanted = matching.dropFirst(offset ?? 0).prefix(limit ?? .max).map(\.persistentModelID)
        let words = """
            \(name): \(condition.text) by \(orders.map(\.text)), offset \(offset ?? 0), limit \(limit.map(String.init) ?? "none")
            """
        let inMemory = try context.explain(descriptor).inMemory
        if inMemory.isEmpty { inSQL += 1 }
        let unknown = inMemory.filter { reason in !FetchComparisonLimits.reasons.contains { reason.contains($0) } }
        #expect(unknown == [], "\(words)")
        #expect(try context.fetch(descriptor).map(\.persistentModelID) == wanted, "\(words)")
        #expect(try context.fetchCount(descriptor) == wanted.count, "\(words)")
    }
}
