import SwiftData
import Synchronization

/// What each class of records is like now: the versions that are under way.
///
/// Classes are few, and a seed makes up its versions anew. So a class says of itself what stands here.
enum RecordShapes {
    /// What a class is like.
    struct ClassShape: Sendable {
        let entity: EntityShape
        let superclass: Record.Type?
        /// All properties, the inherited ones first.
        let properties: [RecordProperty]
        /// Where its own properties begin.
        let firstOwn: Int
        /// For its own relationships, by name, the class at the other end.
        let targets: [String: Record.Type]
    }

    private static let state = Mutex((classes: [ObjectIdentifier: ClassShape](), number: 0))

    static subscript(_ type: Record.Type) -> ClassShape? { state.withLock { $0.classes[ObjectIdentifier(type)] } }

    static func properties(of type: Record.Type) -> [RecordProperty] { Self[type]?.properties ?? [] }

    static func superclass(of type: Record.Type) -> Record.Type? { Self[type]?.superclass }

    static func property(_ name: String, of record: Record) -> RecordProperty? {
        properties(of: type(of: record)).first { $0.shape.name == name }
    }

    /// Numbers from which values are made, another one each time.
    static func nextNumber() -> Int {
        state.withLock { state in
            state.number += 1
            return 1_000 + state.number
        }
    }

    /// Forgets all classes.
    static func reset() { state.withLock { $0 = ([:], 0) } }

    /// Makes the classes of a version known.
    ///
    /// - Parameters:
    ///   - shape: The version.
    ///   - classes: The class of each entity.
    static func install(_ shape: SchemaShape, _ classes: [String: Record.Type]) {
        for entity in shape.entities {
            guard let type = classes[entity.name] else { continue }
            var ordinal = 0
            var properties: [RecordProperty] = []
            let inherited = shape.properties(of: entity.name).filter { $0.name.entity != entity.name }
            let own = entity.properties.map { (PropertyName(entity: entity.name, property: $0.name), $0) }
            for (_, property) in inherited + own {
                let target = property.link.flatMap { classes[$0.destination] }
                guard let made = PropertyFactory.property(property, ordinal, target: target) else { continue }
                properties.append(made)
                ordinal += 1
            }
            let targets = entity.properties.compactMap { property in
                property.link.flatMap { classes[$0.destination] }.map { (property.name, $0) }
            }
            let described = ClassShape(
                entity: entity,
                superclass: entity.parent.flatMap { classes[$0] },
                properties: properties,
                firstOwn: inherited.count,
                targets: Dictionary(targets, uniquingKeysWith: { first, _ in first })
            )
            state.withLock { $0.classes[ObjectIdentifier(type)] = described }
        }
    }

    // MARK: What `@Model` generates

    /// The properties that a class declares itself, its constraints, and the inherited ones as seen from the class.
    static func metadata<Model: Record>(of model: Model.Type) -> [Schema.PropertyMetadata] {
        guard let shape = Self[model] else { return [] }
        let own = shape.properties[shape.firstOwn...].map { metadata($0, shape, in: model) }
        let inherited = shape.properties[..<shape.firstOwn].map {
            Schema.PropertyMetadata(name: $0.shape.name, keypath: $0.keyPath(in: model))
        }
        return own + constraints(shape, in: model) + inherited
    }

    static func optionalKeyPaths<Model: Record>(of model: Model.Type) -> [AnyKeyPath] {
        properties(of: model).map { $0.optionalKeyPath(in: model) }
    }

    private static func metadata<Model: Record>(
        _ property: RecordProperty,
        _ shape: ClassShape,
        in model: Model.Type
    ) -> Schema.PropertyMetadata {
        Schema.PropertyMetadata(
            name: property.shape.name,
            keypath: property.keyPath(in: model),
            defaultValue: property.defaultValue(),
            metadata: declaration(property.shape, shape)
        )
    }

    /// What stands in `@Attribute` or `@Relationship`; nil where there is none.
    private static func declaration(_ property: PropertyShape, _ shape: ClassShape) -> (any SchemaProperty)? {
        switch property.content {
        case .attribute(let attribute):
            var options: [Schema.Attribute.Option] = []
            if attribute.isUnique { options.append(.unique) }
            if attribute.isExternal { options.append(.externalStorage) }
            if attribute.isFullText { options.append(.fullText) }
            guard !options.isEmpty || property.originalName != nil else { return nil }
            let made = Schema.Attribute(originalName: property.originalName)
            made.options = options
            return made
        case .link(let link):
            let inverse =
                link.namesInverse ? link.inverse.flatMap { shape.targets[property.name]?.keyPath(named: $0) } : nil
            return Schema.Relationship(
                deleteRule: link.deleteRule,
                originalName: property.originalName,
                inverse: inverse
            )
        }
    }

    private static func constraints<Model: Record>(
        _ shape: ClassShape,
        in model: Model.Type
    ) -> [Schema.PropertyMetadata] {
        func keyPaths(_ names: [String]) -> [PartialKeyPath<Model>] {
            names.compactMap { name in
                shape.properties.first { $0.shape.name == name }?.keyPath(in: model)
            }
        }
        let indexes = shape.entity.indexes.map {
            Schema.PropertyMetadata(
                name: "SwiftData.Schema.Index",
                keypath: \Schema.encodingVersion,
                metadata: Schema.Index<Model>(keyPaths($0))
            )
        }
        let uniques = shape.entity.uniqueKeys.map {
            Schema.PropertyMetadata(
                name: "SwiftData.Schema.Unique",
                keypath: \Schema.encodingVersion,
                metadata: Schema.Unique<Model>(keyPaths($0))
            )
        }
        return indexes + uniques
    }
}

extension Record {
    /// The key path of one of the class's properties.
    class func keyPath(named name: String) -> AnyKeyPath? {
        RecordShapes.properties(of: Self.self).first { $0.shape.name == name }?.keyPath(in: Self.self)
    }
}
