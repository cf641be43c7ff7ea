import Foundation
import Observation

/// A class whose instances a store keeps.
///
/// Conform by attaching `@Model`, never by hand.
///
/// Source: Apple's `PersistentModel`. Requirements whose names begin with an underscore and a dollar sign are how the
/// generated code and the framework talk to each other.
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype {
    /// The class itself, unless a conformance says otherwise.
    associatedtype Root: PersistentModel = Self

    /// Makes an instance over values kept elsewhere.
    init(backingData: any BackingData<Self>)
    /// The values of the instance as backing data.
    var persistentBackingData: any BackingData<Self> { get set }
    /// The persisted properties that the class itself declares, in source order.
    static var schemaMetadata: [Schema.PropertyMetadata] { get }

    /// The instance's standing: its context, key and unsaved changes.
    var _$state: _ModelState { get }
    /// Makes an instance of the current row.
    init(_$row row: inout _RowReader)
    /// Binds the value of one property.
    func _$bind(_ ordinal: Int, to writer: inout _RowWriter)
    /// Hands the slot of one property to a visitor.
    func _$visit(_ ordinal: Int, _ visitor: inout some _SlotVisitor)
    /// The number of persisted properties, inherited ones included.
    static var _$propertyCount: Int { get }
    /// The superclass, where it is a model too.
    static var _$modelSuperclass: (any PersistentModel.Type)? { get }
    /// The key paths of the persisted properties from an optional instance, such as `\Boat?.?.name`, by ordinal.
    static var _$optionalKeyPaths: [AnyKeyPath] { get }
}

extension PersistentModel {
    /// The identity of the instance's row.
    ///
    /// Given at `insert`, never changed by `save`.
    ///
    /// Differs from Apple, where the first save replaces a temporary identifier: here the identifier is final as soon as the
    /// instance is in a context.
    public var persistentModelID: PersistentIdentifier { _$state.identifier(of: self) }

    /// The same as ``persistentModelID``, unless the class declares an `id` of its own.
    public var id: PersistentIdentifier { persistentModelID }

    /// The context that the instance belongs to; nil before `insert` and after its deletion was saved.
    public var modelContext: ModelContext? { _$state.registry?.graph.facade }

    /// Whether the instance has changes that are not saved.
    public var hasChanges: Bool {
        !_$state.flags.isDisjoint(with: [.inserted, .changed, .deleted])
    }

    /// Whether the instance was deleted and the deletion is not saved yet.
    public var isDeleted: Bool { _$state.flags.contains(.deleted) }

    /// Backing data without values for a new instance.
    public static func createBackingData<P: PersistentModel>() -> some BackingData<P> {
        SnapshotBackingData<P>(for: P.self)
    }

    /// Whether two instances stand for the same row.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs === rhs || lhs.persistentModelID == rhs.persistentModelID
    }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(persistentModelID)
    }

    /// The registrar of the instance, made when an observer first needs it.
    public var _$registrar: ObservationRegistrar { _$state.registrar }
}
