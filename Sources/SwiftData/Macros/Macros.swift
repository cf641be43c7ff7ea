// The macros of SwiftData. Their expansions are written in the target SwiftDataMacros.

/// Makes a class a persistent model: its stored properties become attributes and relationships that a store keeps.
///
/// Attach it to a class that is not generic. Every stored property that is neither `static` nor marked
/// ``Transient()`` is persisted. A subclass of a model is attached with `@Model` too.
///
/// Source: Apple's `@Model`. Differs from Apple: values live in typed slots of the object, the default values
/// `.now` or `.a` need no type in front where the property's type is written, and observers (`didSet`) that are not
/// called are warned about.
@attached(
    member,
    conformances: Observable,
    PersistentModel,
    Sendable,
    names: named(_$state),
    named(_$backingData),
    named(persistentBackingData),
    named(schemaMetadata),
    named(init),
    named(_$bind),
    named(_$visit),
    named(_$propertyCount),
    named(_$modelSuperclass),
    named(_$RootModel),
    named(_$firstOrdinal),
    named(_$inheritableMetadata),
    named(_$optionalKeyPaths),
    named(_$inheritableOptionalKeyPaths),
    named(_$observationRegistrar),
    named(_SwiftDataNoType),
    named(access),
    named(withMutation)
)
@attached(memberAttribute)
@attached(extension, conformances: Observable, PersistentModel, Sendable)
public macro Model() = #externalMacro(module: "SwiftDataMacros", type: "PersistentModelMacro")

/// Describes how an attribute of a model is kept.
///
/// - Parameters:
///   - options: What is special about the attribute, such as `.unique` or `.externalStorage`.
///   - originalName: The name that the attribute had in an earlier version of the schema.
///   - hashModifier: A mark that makes the schema count as changed although its shape is the same.
///
/// Source: Apple's `@Attribute`.
@attached(peer)
public macro Attribute(
    _ options: Schema.Attribute.Option...,
    originalName: String? = nil,
    hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "AttributePropertyMacro")

/// Describes a relationship of a model to one or to many others.
///
/// - Parameters:
///   - options: What is special about the relationship.
///   - deleteRule: What happens to the targets when the object is deleted.
///   - minimumModelCount: The fewest targets that a save accepts; 0 for no bound.
///   - maximumModelCount: The most targets that a save accepts; 0 for no bound.
///   - originalName: The name that the relationship had in an earlier version of the schema.
///   - inverse: The property on the other side. Write it on one side only.
///   - hashModifier: A mark that makes the schema count as changed although its shape is the same.
///
/// Source: Apple's `@Relationship`.
@attached(peer)
public macro Relationship(
    _ options: Schema.Relationship.Option...,
    deleteRule: Schema.Relationship.DeleteRule = .nullify,
    minimumModelCount: Int? = 0,
    maximumModelCount: Int? = 0,
    originalName: String? = nil,
    inverse: AnyKeyPath? = nil,
    hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "RelationshipPropertyMacro")

/// Keeps a stored property of a model out of the store. The property starts with its default value in every instance.
///
/// Source: Apple's `@Transient`.
@attached(peer)
public macro Transient() = #externalMacro(module: "SwiftDataMacros", type: "TransientPropertyMacro")

/// Names combinations of properties whose values no two objects of a model may share. Each list is one combination.
///
/// Stands in the body of the model class, once. Saving an object that clashes with a stored one updates that one.
///
/// Source: Apple's `#Unique`.
@freestanding(declaration)
public macro Unique<T: PersistentModel>(
    _ constraints: [PartialKeyPath<T>]...
) = #externalMacro(module: "SwiftDataMacros", type: "UniqueMacro")

/// Asks for indices over properties of a model, which make fetches that filter or sort by them fast. Each list is one
/// index.
///
/// Source: Apple's `#Index`.
@freestanding(declaration)
public macro Index<T: PersistentModel>(
    _ indices: [PartialKeyPath<T>]...
) = #externalMacro(module: "SwiftDataMacros", type: "IndexMacro")

/// Asks for indices of a given kind over properties of a model.
///
/// Source: Apple's `#Index`.
@freestanding(declaration)
public macro Index<T: PersistentModel>(
    _ indices: Schema.Index<T>.Types<T>...
) = #externalMacro(module: "SwiftDataMacros", type: "IndexMacro")

/// Makes an actor one that works with a model context of its own, on that context's queue.
///
/// Adds `modelExecutor`, `modelContainer`, `init(modelContainer:)` and the conformance to `ModelActor`.
///
/// Source: Apple's `@ModelActor`.
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() = #externalMacro(module: "SwiftDataMacros", type: "ModelActorMacro")

/// Gives a persisted property its accessors and its slot. `@Model` attaches it; source does not.
///
/// - Parameter ordinal: The property's place among the persisted ones of its class.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_))
public macro _PersistedProperty(_ ordinal: Int) =
    #externalMacro(
        module: "SwiftDataMacros",
        type: "PersistedPropertyMacro"
    )

/// Gives a persisted property of a class that may inherit from a model its accessors and its slot.
///
/// - Parameter offset: The property's place among the persisted ones that its class itself declares.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_))
public macro _PersistedProperty(offset: Int) =
    #externalMacro(
        module: "SwiftDataMacros",
        type: "PersistedPropertyMacro"
    )

/// Gives a property that is stored through a value transformer its accessors and its slot.
///
/// - Parameter ordinal: The property's place among the persisted ones of its class.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_))
public macro _TransformablePersistedProperty(_ ordinal: Int) =
    #externalMacro(
        module: "SwiftDataMacros",
        type: "TransformablePersistedPropertyMacro"
    )

/// Gives a transformable property of a class that may inherit from a model its accessors and its slot.
///
/// - Parameter offset: The property's place among the persisted ones that its class itself declares.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_))
public macro _TransformablePersistedProperty(offset: Int) =
    #externalMacro(
        module: "SwiftDataMacros",
        type: "TransformablePersistedPropertyMacro"
    )
