import CloudKitWebServices

/// What the grants of a record type allow in the public database, and to whom.
///
/// `_world` is everybody, `_icloud` whoever has signed in, `_creator` who created the record. A type without a grant of
/// its own has those that Apple's service gives a new one: everybody reads, whoever has signed in creates, creators
/// write. To change and to delete is to write. A role that a schema creates is that of the accounts to which an operator has
/// given it. Private databases ask for no grants.
///
/// Unlike on Apple's service, nobody writes without an account, whatever `_world` is granted: it holds for the others.
public struct SchemaRights: Hashable, Sendable {
    /// What may be granted.
    public enum Permission: String, Hashable, Sendable, CaseIterable {
        /// To get a record.
        case read = "READ"
        /// To make a new one.
        case create = "CREATE"
        /// To change or delete one.
        case write = "WRITE"
    }

    /// Everybody.
    public static let world = "_world"
    /// Whoever has signed in.
    public static let signedIn = "_icloud"
    /// Who created the record.
    public static let creator = "_creator"
    /// The roles that are there without being created.
    static let systemRoles: Set<String> = [world, signedIn, creator]

    /// The grants of a type that has none of its own.
    static let standard = [
        SchemaGrant(permissions: [Permission.write.rawValue], role: creator),
        SchemaGrant(permissions: [Permission.create.rawValue], role: signedIn),
        SchemaGrant(permissions: [Permission.read.rawValue], role: world),
    ]

    private let grants: [SchemaGrant]
    /// The roles that whoever asks was given.
    private let roles: Set<String>

    /// The grants that hold for a type, whether it has any of its own or not.
    static func grants(of type: RecordType) -> [SchemaGrant] {
        type.grants.isEmpty ? standard : type.grants
    }

    /// The rights that grants give to somebody who was given some of the schema's roles.
    public init(_ grants: [SchemaGrant], roles: Set<String> = []) {
        self.grants = grants.isEmpty ? Self.standard : grants
        self.roles = roles
    }

    /// Whether somebody may do something.
    ///
    /// - Parameters:
    ///   - permission: What.
    ///   - user: The user's record name; nil for whoever has not signed in.
    ///   - creator: Who created the record; nil where it is about records that are not there yet, or about all.
    /// - Returns: Whether it is granted.
    public func allows(_ permission: Permission, to user: String?, creator: String? = nil) -> Bool {
        guard user != nil || permission == .read else { return false }
        return grants.contains { grant in
            guard grant.permissions.contains(permission.rawValue) else { return false }
            return switch grant.role {
            case Self.world: true
            case Self.signedIn: user != nil
            case Self.creator: user != nil && user == creator
            default: user != nil && roles.contains(grant.role)
            }
        }
    }

    /// Whether whoever has signed in may do something, with any record.
    func allowsAllSignedIn(_ permission: Permission) -> Bool {
        allows(permission, to: "")
    }

    /// Whether somebody may read no record but those of their own.
    func allowsOnlyOwn(_ user: String) -> Bool {
        !allows(.read, to: user) && allows(.read, to: user, creator: user)
    }
}

extension RecordSchema {
    /// What the schema grants that nobody can make use of, for people; one sentence each.
    public var idleGrants: [String] {
        var sentences: [String] = []
        for (type, description) in types.sorted(by: { $0.key < $1.key }) {
            let isOpen = description.grants.contains { grant in
                grant.role == SchemaRights.world && grant.permissions != [SchemaRights.Permission.read.rawValue]
            }
            if isOpen { sentences.append("\(type): without an account nobody writes, whatever _world is granted.") }
        }
        return sentences
    }
}
