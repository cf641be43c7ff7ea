import SwiftData

/// Random objects of random models.
struct RandomObjects {
    private static let count = 30
    let schema: RandomSchema

    init(_ schema: RandomSchema) { self.schema = schema }

    func fill(_ context: ModelContext, _ random: inout SeededGenerator) throws {
        var objects: [any PersistentModel] = []
        for shape in schema.shapes { objects += Self.make(shape, context) }
        for shape in schema.shapes { Self.fill(shape, objects, &random) }
        try context.save()
    }

    private static func make<Shape: SomeModelShape>(_ shape: Shape, _ context: ModelContext) -> [Shape.Model] {
        (0..<count).map { _ in
            let object = shape.make()
            context.insert(object)
            return object
        }
    }

    private static func fill<Shape: SomeModelShape>(
        _ shape: Shape,
        _ objects: [any PersistentModel],
        _ random: inout SeededGenerator
    ) {
        // Those of a class that inherits have a shape of their own.
        for object in objects.compactMap({ $0 as? Shape.Model }) where type(of: object) == Shape.Model.self {
            for property in shape.properties { property.fill(object, objects, &random) }
        }
    }
}
