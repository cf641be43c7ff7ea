/// What attributes, relationships, indices and unique constraints of an entity have in common.
///
/// Source: Apple's `SchemaProperty`.
public protocol SchemaProperty: Codable, Hashable {
    /// The property's name in the model.
    var name: String { get set }
    /// The name under which earlier versions stored it; the present name where it was never renamed.
    var originalName: String { get set }
    /// The declared type, optional included.
    var valueType: any Any.Type { get set }
    /// Whether it is a value.
    var isAttribute: Bool { get }
    /// Whether it leads to other models.
    var isRelationship: Bool { get }
    /// Whether it is never written.
    var isTransient: Bool { get }
    /// Whether it may be nil.
    var isOptional: Bool { get }
    /// Whether no two objects may have the same value.
    var isUnique: Bool { get }
    /// Which of this package's kinds it is; not on Apple's systems. Answered without a cast, because each cast to a
    /// protocol costs a search through every conformance of the process, and a start makes many.
    var _kind: _SchemaPropertyKind { get }
}

/// The kinds of ``SchemaProperty``; not on Apple's systems.
public enum _SchemaPropertyKind {
    /// A value.
    case attribute(Schema.Attribute)
    /// A way to other models.
    case relationship(Schema.Relationship)
    /// Sets of properties whose values together occur once.
    case unique([[AnyKeyPath]])
    /// Sets of properties with an index each.
    case index([[AnyKeyPath]])
    /// A type from outside, which a schema does not use.
    case other

    var attribute: Schema.Attribute? {
        if case .attribute(let attribute) = self { attribute } else { nil }
    }

    var relationship: Schema.Relationship? {
        if case .relationship(let relationship) = self { relationship } else { nil }
    }
}

extension SchemaProperty {
    /// False, unless the type says otherwise.
    public var isAttribute: Bool { false }
    /// False, unless the type says otherwise.
    public var isRelationship: Bool { false }
    /// False, unless the type says otherwise.
    public var isTransient: Bool { false }
    /// Whether the declared type is an optional.
    public var isOptional: Bool { valueType is any OptionalType.Type }
    /// False, unless the type says otherwise.
    public var isUnique: Bool { false }
    /// Not one of this package's kinds, unless the type says otherwise.
    public var _kind: _SchemaPropertyKind { .other }
}
