import CloudKitWebServices

/// Where accounts, sign-ins and keys are kept.
///
/// Secrets are never kept themselves, only their hashes.
public protocol AccountStore: Sendable {
    /// Adds an account.
    ///
    /// - Throws: ``AccountError/nameTaken``.
    func add(_ account: Account) async throws
    /// The account of a name, in any case of letters.
    func account(named name: String) async throws -> Account?

    /// Whether there is any account.
    func hasAccounts() async throws -> Bool
    /// Some accounts in the order of their numbers, those after a number only.
    func accounts(after id: AccountID?, limit: Int) async throws -> [Account]
    /// Whether there is such an account, and it may be used.
    func isEnabled(_ account: AccountID) async throws -> Bool
    /// Lets an account be used, or not; when not, all its sign-ins end with the same commit.
    func setEnabled(_ isEnabled: Bool, _ account: AccountID) async throws
    /// Replaces an account's password and ends all its sign-ins with the same commit.
    func setPassword(_ password: PasswordHash, of account: AccountID) async throws
    /// Deletes an account and every row, of every table, whose key begins with it, in one transaction.
    func delete(_ account: AccountID) async throws

    /// Adds an invitation.
    func add(_ invitation: Invitation) async throws
    /// An invitation by its hash, also one that has run out.
    func invitation(_ hash: [UInt8]) async throws -> Invitation?
    /// Adds an account and takes the invitation away, both or neither.
    ///
    /// - Throws: ``AccountError/nameTaken``; ``AccountError/badInvitation`` if it is not there, or was used meanwhile.
    func add(_ account: Account, using invitation: [UInt8]) async throws
    /// Removes invitations and sign-ins that ended before a time, in milliseconds since 1970, and sign-ins whose API token
    /// is gone.
    func removeExpired(before milliseconds: Int64) async throws

    /// Adds a sign-in.
    ///
    /// - Parameters:
    ///   - session: The sign-in.
    ///   - apiToken: The hash of the API token that it is made with, and ends with; nil for none.
    /// - Throws: ``RevocationError/unknownToken`` if there is no such token any more.
    func add(_ session: Session, through apiToken: [UInt8]?) async throws
    /// A sign-in, unless it or its account was ended.
    func session(_ hash: [UInt8], of account: AccountID) async throws -> Session?
    /// Ends all sign-ins of an account.
    func endSessions(of account: AccountID) async throws

    /// Gives an account a role, if it has it not.
    func give(_ role: AccountRole, to account: AccountID) async throws
    /// Takes a role away; says whether the account had it.
    func take(_ role: AccountRole, from account: AccountID) async throws -> Bool
    /// Whether an account has a role.
    func has(_ role: AccountRole, _ account: AccountID) async throws -> Bool
    /// The roles of an account, by container, environment and name.
    func roles(of account: AccountID) async throws -> [AccountRole]

    /// Adds an API token.
    func add(_ token: APIToken) async throws
    /// An API token by its hash.
    func apiToken(_ hash: [UInt8]) async throws -> APIToken?
    /// Some API tokens in the order of their hashes, those after a hash only.
    func apiTokens(after hash: [UInt8]?, limit: Int) async throws -> [APIToken]
    /// Takes an API token away, and with it the sign-ins that were made with it; says whether there was one.
    func revokeAPIToken(_ hash: [UInt8]) async throws -> Bool
    /// Adds the public half of a server's key.
    func add(_ key: ServerKey) async throws
    /// A server's key by its ID.
    func serverKey(_ id: String) async throws -> ServerKey?
    /// Some servers' keys in the order of their IDs, those after an ID only.
    func serverKeys(after id: String?, limit: Int) async throws -> [ServerKey]
    /// Takes a server's key away; says whether there was one.
    func revokeServerKey(_ id: String) async throws -> Bool
}

/// Why an account cannot be made.
public enum AccountError: Error, Hashable, Sendable {
    /// The name is not allowed.
    case badName
    /// The name is taken.
    case nameTaken
    /// The password is too short or too long.
    case badPassword
    /// There is no such account.
    case unknownName
    /// The password is not this account's, or there is no such account: which of the two is not said.
    case wrongPassword
    /// The password was right, but an operator has disabled the account.
    case disabled
    /// There is no such invitation, or it was used or has run out.
    case badInvitation
    /// Too many attempts; try again after so many seconds.
    case tooManyAttempts(retryAfter: Int)
}

/// A person's account.
public struct Account: Hashable, Sendable {
    /// Its number: 63 random bits, so that accounts spread evenly over machines.
    public let id: AccountID
    /// What its owner signs in as.
    public let name: String
    /// The password's hash.
    public let password: PasswordHash
    /// Whether it may be used.
    public let isEnabled: Bool
    /// When it was made, in milliseconds since 1970.
    public let created: Int64

    /// An account.
    public init(id: AccountID, name: String, password: PasswordHash, isEnabled: Bool = true, created: Int64) {
        self.id = id
        self.name = name
        self.password = password
        self.isEnabled = isEnabled
        self.created = created
    }

    /// Whether an account may be called so: 1 to 100 letters, digits and `.-_@+`.
    public static func isName(_ name: String) -> Bool {
        1...100 ~= name.count && name.allSatisfy { $0.isLetter || $0.isNumber || ".-_@+".contains($0) }
    }
}

/// A sign-in, behind any number of web tokens.
public struct Session: Hashable, Sendable {
    /// Whose.
    public let account: AccountID
    /// The hash of what its web tokens carry.
    public let hash: [UInt8]
    /// The only container that it is good for.
    public let container: String
    /// When it began, in milliseconds since 1970.
    public let created: Int64
    /// When it ends at the latest.
    public let expires: Int64

    /// A sign-in.
    public init(account: AccountID, hash: [UInt8], container: String, created: Int64, expires: Int64) {
        self.account = account
        self.hash = hash
        self.container = container
        self.created = created
        self.expires = expires
    }
}
