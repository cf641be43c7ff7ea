/// Finds the property behind a key path, by what the model class and its superclasses say of themselves.
enum KeyPathNames {
    /// The name of the property at `keyPath`; nil where the model keeps no such property.
    static func name(of keyPath: AnyKeyPath, in model: any PersistentModel.Type) -> String? {
        name(of: keyPath, among: metadata(of: model))
    }

    /// The name of the property at `keyPath` among those that a model says of itself, for who asks more than once.
    static func name(of keyPath: AnyKeyPath, among properties: [Schema.PropertyMetadata]) -> String? {
        properties.first { $0.keypath == keyPath }?.name
    }

    /// The key paths of named properties.
    ///
    /// - Throws: `DecodingError` for a name that the model does not have.
    static func keyPaths<Model: PersistentModel>(
        named names: [String],
        in model: Model.Type,
        _ decoder: any Decoder
    ) throws -> [PartialKeyPath<Model>] {
        try names.map { name in
            let found = metadata(of: model).lazy.filter { $0.name == name }
            if let keyPath = found.compactMap({ $0.keypath as? PartialKeyPath<Model> }).first { return keyPath }
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "\(model) has no property \(name)")
            )
        }
    }

    /// What the class and its superclasses say of their properties, nearest first.
    static func metadata(of model: any PersistentModel.Type) -> [Schema.PropertyMetadata] {
        var result: [Schema.PropertyMetadata] = []
        var next: (any PersistentModel.Type)? = model
        while let type = next {
            result += type.schemaMetadata
            next = type._$modelSuperclass
        }
        return result
    }
}
