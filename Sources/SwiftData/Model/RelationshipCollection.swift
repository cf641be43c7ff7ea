/// The declared type of a relationship to many objects: an array of models, or an optional one.
///
/// Source: Apple's `RelationshipCollection`. Do not conform other types to it; the requirements that begin with an
/// underscore are how the framework takes such a collection apart and puts one together.
public protocol RelationshipCollection {
    /// The class of the objects in the relationship.
    associatedtype PersistentElement: PersistentModel

    /// The objects in order; nil where the optional collection is nil.
    var _elements: [PersistentElement]? { get }
    /// The collection of these objects; nil where the type cannot hold them.
    static func _make(_ elements: [PersistentElement]?) -> Self?
    /// Adds an object at the end.
    mutating func _append(_ element: PersistentElement)
}

extension RelationshipCollection {
    /// The objects in order, none where the optional collection is nil.
    ///
    /// What converts a whole array asks the runtime for each object's conformance, which is known here.
    var models: [any PersistentModel] {
        guard let elements = _elements else { return [] }
        var models: [any PersistentModel] = []
        models.reserveCapacity(elements.count)
        for element in elements { models.append(element) }
        return models
    }
}

extension Array: RelationshipCollection where Element: PersistentModel {
    /// The class of the objects in the relationship.
    public typealias PersistentElement = Element

    /// The array itself.
    public var _elements: [Element]? { self }

    /// The objects as an array; an empty one for nil.
    public static func _make(_ elements: [Element]?) -> [Element]? { elements ?? [] }

    /// Adds an object at the end.
    public mutating func _append(_ element: Element) { append(element) }
}

extension Optional: RelationshipCollection where Wrapped: Sequence, Wrapped.Element: PersistentModel {
    /// The class of the objects in the relationship.
    public typealias PersistentElement = Wrapped.Element

    /// The wrapped objects in order, or nil.
    public var _elements: [Wrapped.Element]? {
        guard let self else { return nil }
        return Array(self)
    }

    /// The objects wrapped; nil, meaning impossible, for a sequence type other than an array.
    public static func _make(_ elements: [Wrapped.Element]?) -> Wrapped?? {
        guard let elements else { return .some(nil) }
        guard let wrapped = elements as? Wrapped else { return nil }
        return .some(wrapped)
    }

    /// Adds an object at the end; nil becomes a collection of one.
    public mutating func _append(_ element: Wrapped.Element) {
        let all = (_elements ?? []) + [element]
        if let made = Self._make(all) { self = made }
    }
}
