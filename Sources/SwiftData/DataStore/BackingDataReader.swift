/// Reads every property of backing data, whoever conforms, through the overload that fits the property's type.
enum BackingDataReader {
    /// The values by name; targets of relationships as the objects themselves where the backing data has them.
    static func values(of backingData: any BackingData) -> [String: SnapshotValue] {
        if let named = backingData as? any NamedValues { return named.values }
        return values(opening: backingData)
    }

    private static func values<Data: BackingData>(opening backingData: Data) -> [String: SnapshotValue] {
        var values: [String: SnapshotValue] = [:]
        for property in ModelProperties.all(of: Data.Model.self) {
            values[property.name] = value(of: property, in: backingData)
        }
        return values
    }

    private static func value<Data: BackingData>(
        of property: ModelProperties.Property,
        in backingData: Data
    ) -> SnapshotValue {
        let keyPath = property.keyPath
        if property.transformer != nil { return property.snapshotValue(transformed(keyPath, backingData)) }
        return switch type(of: keyPath).valueType {
        case let type as any PersistentModel.Type: model(type, keyPath, backingData)
        case let type as any OptionalModel.Type: type.read(keyPath, backingData)
        case let type as any RelationshipCollection.Type: collection(type, keyPath, backingData)
        case let type as any Decodable.Type: attribute(type, keyPath, backingData)
        default: .null
        }
    }

    private static func transformed<Data: BackingData>(_ keyPath: AnyKeyPath, _ backingData: Data) -> Any {
        func open<Value>(_ type: Value.Type) -> Any {
            guard let keyPath = keyPath as? KeyPath<Data.Model, Value> else { return Any?.none as Any }
            return backingData.getTransformableValue(forKey: keyPath)
        }
        return _openExistential(type(of: keyPath).valueType, do: open)
    }

    private static func model<Target: PersistentModel, Data: BackingData>(
        _ type: Target.Type,
        _ keyPath: AnyKeyPath,
        _ backingData: Data
    ) -> SnapshotValue {
        guard let keyPath = keyPath as? KeyPath<Data.Model, Target> else { return .null }
        return .model(backingData.getValue(forKey: keyPath))
    }

    private static func collection<Targets: RelationshipCollection, Data: BackingData>(
        _ type: Targets.Type,
        _ keyPath: AnyKeyPath,
        _ backingData: Data
    ) -> SnapshotValue {
        guard let keyPath = keyPath as? KeyPath<Data.Model, Targets> else { return .null }
        return SnapshotValue(backingData.getValue(forKey: keyPath))
    }

    private static func attribute<Value: Decodable, Data: BackingData>(
        _ type: Value.Type,
        _ keyPath: AnyKeyPath,
        _ backingData: Data
    ) -> SnapshotValue {
        guard let keyPath = keyPath as? KeyPath<Data.Model, Value> else { return .null }
        return SnapshotValue(backingData.getValue(forKey: keyPath))
    }
}

/// An optional of a model class.
private protocol OptionalModel {
    static func read<Data: BackingData>(_ keyPath: AnyKeyPath, _ backingData: Data) -> SnapshotValue
}

extension Optional: OptionalModel where Wrapped: PersistentModel {
    fileprivate static func read<Data: BackingData>(_ keyPath: AnyKeyPath, _ backingData: Data) -> SnapshotValue {
        guard let keyPath = keyPath as? KeyPath<Data.Model, Wrapped?> else { return .null }
        return backingData.getValue(forKey: keyPath).map { .model($0) } ?? .null
    }
}
