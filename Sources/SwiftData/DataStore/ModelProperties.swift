import Foundation
import Synchronization

/// The persisted properties of a model class in ordinal order, as the class itself tells them.
enum ModelProperties {
    /// One property.
    struct Property: @unchecked Sendable {
        let name: String
        let keyPath: AnyKeyPath
        let defaultValue: Any?
        /// What keeps the value, where that is a transformer.
        let transformer: _Transformer?

        /// A value of the property on its way into a snapshot.
        func snapshotValue(_ value: Any) -> SnapshotValue {
            guard let transformer else { return SnapshotValue(value) }
            let data = flattened(value).flatMap { try? transformer.data(of: $0) }
            return data.map { .attribute($0) } ?? .null
        }

        /// The value that a transformer kept in a snapshot; nil for properties without one.
        func value<Value>(of stored: SnapshotValue, as type: Value.Type) -> Value? {
            guard let transformer, let data: Data = stored.attribute(as: Data.self) else { return nil }
            return transformer.value(of: data, as: type)
        }
    }

    private static let known = Mutex<[ObjectIdentifier: [Property]]>([:])

    /// Every persisted property, inherited ones first.
    static func all(of type: any PersistentModel.Type) -> [Property] {
        if let known = known.withLock({ $0[ObjectIdentifier(type)] }) { return known }
        let found = properties(of: type)
        known.withLock { $0[ObjectIdentifier(type)] = found }
        return found
    }

    private static func properties(of type: any PersistentModel.Type) -> [Property] {
        var found = type._$modelSuperclass.map { all(of: $0) } ?? []
        for metadata in type.schemaMetadata {
            // Indexes and constraints stand in the same list; inherited properties are repeated in subclasses.
            guard !(Swift.type(of: metadata.keypath).rootType == Schema.self),
                !found.contains(where: { $0.name == metadata.name })
            else { continue }
            found.append(
                Property(
                    name: metadata.name,
                    keyPath: metadata.keypath,
                    defaultValue: metadata.defaultValue,
                    transformer: metadata.metadata?._kind.attribute?.transformerName.map(_Transformer.init)
                )
            )
        }
        return found
    }

    /// The property at a key path of the class or a superclass.
    static func property(at keyPath: AnyKeyPath, in type: any PersistentModel.Type) -> Property? {
        let name = name(of: keyPath, in: type)
        return all(of: type).first { $0.name == name }
    }

    /// The name of the property at a key path of the class or a superclass.
    static func name(of keyPath: AnyKeyPath, in type: any PersistentModel.Type) -> String? {
        all(of: type).first { $0.keyPath == keyPath }?.name ?? KeyPathNames.name(of: keyPath, in: type)
    }

    /// Checks that transformers can write the values of an object.
    ///
    /// A snapshot is made without throwing, and would hold nil for one that cannot be written.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure`.
    static func checkTransformers(of model: any PersistentModel) throws {
        for property in all(of: type(of: model)) {
            guard let transformer = property.transformer, let value = (model as Any)[keyPath: property.keyPath],
                let content = flattened(value)
            else { continue }
            _ = try transformer.data(of: content)
        }
    }

    /// The values of an object, read as any code would read them.
    static func values(of model: any PersistentModel) -> [String: SnapshotValue] {
        guard let graph = model._$state.graph else { return readValues(of: model) }
        return graph.withoutRecordingReads { readValues(of: model) }
    }

    private static func readValues(of model: any PersistentModel) -> [String: SnapshotValue] {
        var values: [String: SnapshotValue] = [:]
        for property in all(of: type(of: model)) {
            guard let value = (model as Any)[keyPath: property.keyPath] else { continue }
            values[property.name] = property.snapshotValue(value)
        }
        return values
    }
}

/// The model classes of this process by the names of their entities: what turns a coded snapshot back into values.
enum SnapshotTypes {
    private static let known = Mutex<[String: any PersistentModel.Type]>([:])

    /// Makes the classes of a container known.
    ///
    /// Of two classes with the same name the later one counts.
    static func register(_ types: [any PersistentModel.Type]) {
        known.withLock { known in
            for type in types { known[Schema.entityName(for: type)] = type }
        }
    }

    static func type(named name: String) -> (any PersistentModel.Type)? {
        known.withLock { $0[name] }
    }
}
