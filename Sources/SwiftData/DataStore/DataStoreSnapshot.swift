/// What a value in a snapshot must be.
///
/// Source: Apple's `DataStoreSnapshotValue`.
public typealias DataStoreSnapshotValue = Codable & Sendable

/// The values of one object at one moment, as they go between a context and a store.
///
/// Source: Apple's `DataStoreSnapshot`. A snapshot type of your own is read through its coding: each property under
/// its name (``DataStoreSnapshotCodingKey``), relationships as identifiers.
public protocol DataStoreSnapshot: Codable, Sendable {
    /// Which object.
    var persistentIdentifier: PersistentIdentifier { get }
    /// Takes the values of an object.
    init(from backingData: any BackingData, relatedBackingDatas: inout [PersistentIdentifier: any BackingData])
    /// The same values under another identifier, with identifiers in relationships replaced where the map has them.
    func copy(
        persistentIdentifier: PersistentIdentifier,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
    ) -> Self
}

/// The keys of a coded snapshot.
///
/// Source: Apple's `DataStoreSnapshotCodingKey`.
public enum DataStoreSnapshotCodingKey: CodingKey, Hashable, Sendable {
    /// The object's identifier.
    case persistentIdentifier
    /// A property, by name.
    case modeledProperty(String)

    private static let identifierKey = "persistentIdentifier"

    /// The name of the property, or that of the identifier.
    public var stringValue: String {
        switch self {
        case .persistentIdentifier: Self.identifierKey
        case .modeledProperty(let name): name
        }
    }

    /// The key of this name.
    public init?(stringValue: String) {
        self = stringValue == Self.identifierKey ? .persistentIdentifier : .modeledProperty(stringValue)
    }

    /// Always nil: the keys are names.
    public var intValue: Int? { nil }

    /// Always nil: the keys are names.
    public init?(intValue: Int) {
        nil
    }
}
