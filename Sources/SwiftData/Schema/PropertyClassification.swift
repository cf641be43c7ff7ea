/// What a property is, told from its declared type alone.
struct PropertyClassification {
    enum Kind {
        case toOne(any PersistentModel.Type)
        case toMany(any PersistentModel.Type)
        case attribute(AttributeStorage)
        /// No model, no scalar, not `Codable`.
        case unsupported
    }

    let kind: Kind
    let isOptional: Bool
    /// The type without its optional.
    let wrappedType: Any.Type

    /// Tells relationships from values, and how a value is stored.
    ///
    /// The order of the questions is that of the slots' overloads: model, collection of models, scalar, raw value,
    /// any other `Codable`.
    static func classify(_ type: Any.Type) -> PropertyClassification {
        if let plain = PlainScalars[type] {
            return PropertyClassification(
                kind: .attribute(.scalar(plain.type)),
                isOptional: plain.isOptional,
                wrappedType: plain.type
            )
        }
        let wrapped = wrappedType(of: type)
        let isOptional = wrapped != nil
        let bare = wrapped ?? type
        return PropertyClassification(kind: kind(of: bare), isOptional: isOptional, wrappedType: bare)
    }

    /// The same, for a property whose attribute demands the `Codable` form.
    static func classifyAsCodable(_ type: Any.Type) -> PropertyClassification {
        let plain = classify(type)
        guard case .attribute = plain.kind, let codable = plain.wrappedType as? any Codable.Type else { return plain }
        return PropertyClassification(
            kind: .attribute(.json(codable)),
            isOptional: plain.isOptional,
            wrappedType: plain.wrappedType
        )
    }

    /// The same, for a property with the traits of `attribute`.
    static func classify(_ type: Any.Type, as attribute: Schema.Attribute?) -> PropertyClassification {
        guard let name = attribute?.transformerName else {
            return attribute?.isCodable == true ? classifyAsCodable(type) : classify(type)
        }
        let plain = classify(type)
        guard plain.destination == nil else { return plain }
        return PropertyClassification(
            kind: .attribute(.transformed(_Transformer(name))),
            isOptional: plain.isOptional,
            wrappedType: plain.wrappedType
        )
    }

    private static func kind(of type: Any.Type) -> Kind {
        // Whether something is a class at all is known at once.
        if type is AnyClass, let model = type as? any PersistentModel.Type { return .toOne(model) }
        if let collection = type as? any RelationshipCollection.Type { return .toMany(element(of: collection)) }
        if let scalar = type as? any _SQLiteValue.Type { return .attribute(.scalar(scalar)) }
        guard let codable = type as? any Codable.Type else { return .unsupported }
        if let raw = codable as? any RawRepresentable.Type, let value = rawValue(of: raw) {
            return .attribute(.rawValue(type: raw, raw: value))
        }
        return .attribute(.json(codable))
    }

    private static func element<C: RelationshipCollection>(of collection: C.Type) -> any PersistentModel.Type {
        C.PersistentElement.self
    }

    private static func rawValue<R: RawRepresentable>(of type: R.Type) -> (any _SQLiteValue.Type)? {
        R.RawValue.self as? any _SQLiteValue.Type
    }

    var attributeStorage: AttributeStorage? {
        if case .attribute(let storage) = kind { storage } else { nil }
    }

    /// The model at the other end of a relationship.
    var destination: (any PersistentModel.Type)? {
        switch kind {
        case .toOne(let model), .toMany(let model): model
        case .attribute, .unsupported: nil
        }
    }

    var isToMany: Bool {
        if case .toMany = kind { true } else { false }
    }

    /// The name of a type without its optional and without what it is nested in.
    static func typeName(_ type: Any.Type) -> String {
        TypeNames.short(PlainScalars[type]?.type ?? wrappedType(of: type) ?? type)
    }

    /// The type inside of an optional; nil for others.
    private static func wrappedType(of type: Any.Type) -> Any.Type? {
        guard TypeNames.isOptional(TypeNames.short(type)) else { return nil }
        return (type as? any OptionalType.Type)?.wrappedType
    }
}
