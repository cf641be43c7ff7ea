import CloudKitWebServices
import Crypto

/// The number of an account: the first part of the key of everything that is stored.
///
/// Accounts of people are random positive numbers. The public database of a container belongs to nobody; it has a
/// negative number that follows from the container and the environment, so that nothing needs to be looked up.
public struct AccountID: Hashable, Sendable {
    /// The number.
    public let rawValue: Int64

    /// An account from its number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The account that owns the public database, and the schema, of a container in an environment.
    public static func publicOwner(container: String, environment: ServiceEnvironment) -> AccountID {
        let digest = SHA256.hash(data: Array("public\n\(container)\n\(environment.rawValue)".utf8))
        let number = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return AccountID(rawValue: Int64(bitPattern: number | 1 << 63))
    }

    /// What stands for a server's key among those who subscribe to a public database.
    static func subscriber(keyID: String) -> AccountID {
        let digest = SHA256.hash(data: Array("subscriber\n\(keyID)".utf8))
        let number = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return AccountID(rawValue: Int64(bitPattern: number | 1 << 63))
    }

    /// Whether this is the owner of a public database.
    public var isPublic: Bool {
        rawValue < 0
    }
}

/// Which database: one person's private one, or the public one, of a container in an environment.
public struct DatabaseKey: Hashable, Sendable {
    /// Whose it is.
    public let account: AccountID
    /// The container, such as `iCloud.org.example.notes`.
    public let container: String
    /// Development or production; they share nothing.
    public let environment: ServiceEnvironment

    /// A person's private database.
    public init(account: AccountID, container: String, environment: ServiceEnvironment) {
        self.account = account
        self.container = container
        self.environment = environment
    }

    /// The public database.
    public init(publicIn container: String, environment: ServiceEnvironment) {
        account = .publicOwner(container: container, environment: environment)
        self.container = container
        self.environment = environment
    }

    /// The account that keeps the schema of this container in this environment.
    public var schemaOwner: AccountID {
        .publicOwner(container: container, environment: environment)
    }

    /// Public or private.
    public var scope: DatabaseScope {
        account.isPublic ? .public : .private
    }
}

/// Who writes, as records remember it and as permissions ask for it.
public struct Author: Hashable, Sendable {
    /// The user's record name, or that of a server's key.
    public let userRecordName: String
    /// The device; nil if the client named none.
    public let deviceID: String?
    /// Whether records of others may be changed: in one's own database, or with a server's key.
    public let mayChangeAll: Bool
    /// The roles of the schema that the user was given.
    var roles: Set<String> = []
    /// Whether this is the service itself, at the end of an account.
    var endsAccount = false

    /// What records say of a device without a name.
    static let unnamedDevice = "1"

    /// An author.
    public init(userRecordName: String, deviceID: String?, mayChangeAll: Bool) {
        self.userRecordName = userRecordName
        self.deviceID = deviceID
        self.mayChangeAll = mayChangeAll
    }
}
