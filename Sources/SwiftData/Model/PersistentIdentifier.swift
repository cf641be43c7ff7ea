import Foundation
import Synchronization

/// Names one row of one entity of one store; may cross isolation, unlike the instance itself.
///
/// Source: Apple's `PersistentIdentifier`. Differs from Apple: final from `insert` on. Where another process holds the
/// store at that moment, it is temporary until the save, and the temporary one leads to the instance afterwards, too. Its
/// coded form is Apple's.
public struct PersistentIdentifier: Hashable, Comparable, Codable, Sendable, Identifiable {
    /// The identifier itself.
    public struct ID: Hashable, Comparable, Sendable {
        let scope: IdentifierScope
        let key: RowKey

        /// Orders by entity, then by key.
        public static func < (lhs: ID, rhs: ID) -> Bool {
            lhs.scope === rhs.scope ? lhs.key < rhs.key : lhs.scope < rhs.scope
        }
    }

    /// What tells the row from the others of its entity.
    enum RowKey: Hashable, Comparable, Sendable {
        case row(Int64)
        case named(String)
        case temporary(Int64)
    }

    /// The value that `Identifiable` asks for.
    public let id: ID

    init(scope: IdentifierScope, key: RowKey) {
        id = ID(scope: scope, key: key)
    }

    /// The name of the entity.
    public var entityName: String { id.scope.entityName }
    /// The store's identifier; nil while the identifier is temporary.
    public var storeIdentifier: String? { id.scope.storeIdentifier }
    /// Whether the instance is in no store yet.
    public var isTemporary: Bool {
        if case .temporary = id.key { true } else { false }
    }

    /// The primary key in a store of ours; nil for custom stores' keys and temporary ones.
    var _rowKey: Int64? {
        if case .row(let key) = id.key { key } else { nil }
    }

    /// Orders by entity, then by key.
    public static func < (lhs: PersistentIdentifier, rhs: PersistentIdentifier) -> Bool { lhs.id < rhs.id }

    /// An identifier for a row of a custom store.
    ///
    /// - Throws: `EncodingError` where `primaryKey` does not encode.
    public static func identifier(
        for storeIdentifier: String,
        entityName: String,
        primaryKey: some Comparable & CustomStringConvertible & Codable & Hashable
    ) throws -> PersistentIdentifier {
        let scope = IdentifierScope.shared(storeIdentifier: storeIdentifier, entityName: entityName)
        if let number = primaryKey as? Int64 { return PersistentIdentifier(scope: scope, key: .row(number)) }
        if let number = primaryKey as? Int { return PersistentIdentifier(scope: scope, key: .row(Int64(number))) }
        _ = try JSONEncoder().encode(primaryKey)
        let name = primaryKey.description
        return PersistentIdentifier(scope: scope, key: rowKey(name).map { .row($0) } ?? .named(name))
    }

    /// The number in a key that is written as those of rows are: `p12`.
    ///
    /// A key of a custom store may look like that, and is the same one after coding.
    private static func rowKey(_ text: String) -> Int64? {
        Int64(text.dropFirst()).flatMap { text == "p\($0)" ? $0 : nil }
    }

    /// A new identifier for an instance that is in no store.
    static func temporary(entityName: String) -> PersistentIdentifier {
        let number = temporaryCounter.wrappingAdd(1, ordering: .relaxed).newValue
        let scope = IdentifierScope.shared(storeIdentifier: nil, entityName: entityName)
        return PersistentIdentifier(scope: scope, key: .temporary(number))
    }

    /// Begins anywhere: a coded identifier of another process must not be that of an instance of this one.
    private static let temporaryCounter = Atomic<Int64>(TemporaryNumbers.first)
}

extension PersistentIdentifier: CustomStringConvertible {
    /// The identifier as a URI in Apple's form.
    public var description: String { Coded(self).uriRepresentation }
}

// MARK: - Coded form

extension PersistentIdentifier {
    /// The coded form: several public apps decode it into a structure of their own.
    private struct Coded: Codable {
        var primaryKey: String
        var uriRepresentation: String
        var isTemporary: Bool
        var storeIdentifier: String?
        var entityName: String

        init(_ identifier: PersistentIdentifier) {
            entityName = identifier.entityName
            storeIdentifier = identifier.storeIdentifier
            isTemporary = identifier.isTemporary
            primaryKey =
                switch identifier.id.key {
                case .row(let key): "p\(key)"
                case .named(let name): name
                case .temporary(let number): "t\(number)"
                }
            uriRepresentation = "x-coredata://\(storeIdentifier ?? "")/\(entityName)/\(primaryKey)"
        }

        var identifier: PersistentIdentifier {
            let scope = IdentifierScope.shared(storeIdentifier: storeIdentifier, entityName: entityName)
            let digits = primaryKey.dropFirst()
            if isTemporary, primaryKey.first == "t", let number = Int64(digits) {
                return PersistentIdentifier(scope: scope, key: .temporary(number))
            }
            if let key = PersistentIdentifier.rowKey(primaryKey) {
                return PersistentIdentifier(scope: scope, key: .row(key))
            }
            return PersistentIdentifier(scope: scope, key: .named(primaryKey))
        }
    }

    private enum CodingKeys: CodingKey { case implementation }

    /// Reads Apple's form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self = try container.decode(Coded.self, forKey: .implementation).identifier
    }

    /// Writes Apple's form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Coded(self), forKey: .implementation)
    }
}

/// Store and entity of an identifier, shared by all identifiers of the entity so that comparing them never touches
/// the strings.
final class IdentifierScope: Hashable, Comparable, Sendable {
    let storeIdentifier: String?
    let entityName: String

    private init(storeIdentifier: String?, entityName: String) {
        self.storeIdentifier = storeIdentifier
        self.entityName = entityName
    }

    /// By entity, then by store; the empty name is that of no store.
    private static let known = Mutex<[String: [String: IdentifierScope]]>([:])

    /// The one scope of this name.
    static func shared(storeIdentifier: String?, entityName: String) -> IdentifierScope {
        known.withLock { known in
            let store = storeIdentifier.map { "of \($0)" } ?? ""
            if let scope = known[entityName]?[store] { return scope }
            let scope = IdentifierScope(storeIdentifier: storeIdentifier, entityName: entityName)
            known[entityName, default: [:]][store] = scope
            return scope
        }
    }

    static func == (lhs: IdentifierScope, rhs: IdentifierScope) -> Bool { lhs === rhs }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    static func < (lhs: IdentifierScope, rhs: IdentifierScope) -> Bool {
        (lhs.storeIdentifier ?? "", lhs.entityName) < (rhs.storeIdentifier ?? "", rhs.entityName)
    }
}
