import CloudKitWebServices
import Crypto

/// Makes accounts, sign-ins and tokens.
public struct Accounts: Sendable {
    /// How long a sign-in lasts at most, for people who stay signed in: its tokens are renewed as it is used.
    static let sessionMilliseconds: Int64 = 365 * 24 * 60 * 60 * 1_000
    /// How long one lasts at most for others.
    static let shortSessionMilliseconds: Int64 = 24 * 60 * 60 * 1_000

    let store: any AccountStore
    let sealer: Sealer
    let surroundings: Surroundings
    let passwordCosts: PasswordHash.Costs
    /// The files that records hold, which go with their account.
    let assets: AssetFolder?
    /// The records, of which the account's user records go with it.
    let records: (any RecordStore)?
    let passwords = PasswordWork()
    let throttle = SignInThrottle()
    let apiTokens = APITokenCache()
    let sessions = SessionCache()

    /// Accounts in a store.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - sealer: What signs their tokens.
    ///   - surroundings: Time and randomness.
    ///   - assets: The files that records hold; a deleted account's are taken away.
    ///   - records: The records; a deleted account's user records in public databases are taken away.
    public init(
        store: any AccountStore,
        sealer: Sealer,
        surroundings: Surroundings,
        assets: AssetFolder? = nil,
        records: (any RecordStore)? = nil
    ) {
        self.init(
            store: store,
            sealer: sealer,
            surroundings: surroundings,
            assets: assets,
            records: records,
            passwordCosts: .ofProgram
        )
    }

    init(
        store: any AccountStore,
        sealer: Sealer,
        surroundings: Surroundings,
        assets: AssetFolder?,
        records: (any RecordStore)? = nil,
        passwordCosts: PasswordHash.Costs
    ) {
        self.store = store
        self.sealer = sealer
        self.surroundings = surroundings
        self.assets = assets
        self.records = records
        self.passwordCosts = passwordCosts
    }

    /// Whether there is any account.
    public func hasAny() async throws -> Bool {
        try await store.hasAccounts()
    }

    /// Makes an account.
    ///
    /// - Throws: ``AccountError``.
    @discardableResult
    public func create(name: String, password: String) async throws -> Account {
        let account = try await prepare(name: name, password: password)
        try await store.add(account)
        return account
    }

    /// An account that is not stored yet.
    func prepare(name: String, password: String) async throws -> Account {
        guard Account.isName(name) else { throw AccountError.badName }
        let number = surroundings.randomBytes(8).bigEndian(at: 0) & .max
        return Account(
            id: AccountID(rawValue: max(1, number)),
            name: name,
            password: try await hash(password),
            created: surroundings.now()
        )
    }

    /// The hash of a new password.
    func hash(_ password: String) async throws -> PasswordHash {
        guard PasswordHash.length.contains(password.count) else { throw AccountError.badPassword }
        let salt = surroundings.randomBytes(PasswordHash.saltLength)
        return try await passwords.run { try PasswordHash(password, salt: salt, costs: passwordCosts) }
    }

    /// Signs an account in to a container without asking for its password, and returns its first web token.
    ///
    /// - Throws: ``AccountError/unknownName``.
    public func signIn(name: String, container: String) async throws -> String {
        guard let account = try await store.account(named: name), account.isEnabled else {
            throw AccountError.unknownName
        }
        return try await beginSession(of: account, container: container, staysSignedIn: true)
    }

    /// Begins a sign-in and returns its first web token.
    ///
    /// - Parameters:
    ///   - account: Whose.
    ///   - container: The only container that it is good for.
    ///   - staysSignedIn: Whether it lasts for long.
    ///   - apiToken: The hash of the API token that it is made with; when that is revoked, it ends.
    /// - Returns: The web token.
    /// - Throws: ``RevocationError/unknownToken`` if the API token is gone; what the store throws.
    func beginSession(
        of account: Account,
        container: String,
        staysSignedIn: Bool,
        through apiToken: [UInt8]? = nil
    ) async throws -> String {
        let now = surroundings.now()
        let token = WebToken(
            account: account.id,
            secret: surroundings.randomBytes(WebToken.secretLength),
            isLong: staysSignedIn,
            now: now
        )
        let session = Session(
            account: account.id,
            hash: token.sessionHash,
            container: container,
            created: now,
            expires: now + (staysSignedIn ? Self.sessionMilliseconds : Self.shortSessionMilliseconds)
        )
        try await store.add(session, through: apiToken)
        return token.text(sealer, container: container)
    }

    /// A sign-in, unless it or its account was ended.
    func session(_ hash: [UInt8], of account: AccountID) async throws -> Session? {
        try await sessions.session(hash, of: account, in: store, now: surroundings.now())
    }

    /// Does what ends sign-ins.
    func endingSessions<Value>(_ end: () async throws -> Value) async throws -> Value {
        // Also where it failed, since it may have been done nevertheless.
        defer { sessions.removeAll() }
        return try await end()
    }

    /// The name of an account's user in a container.
    func userRecordName(of account: AccountID, in container: String) -> String {
        sealer.userRecordName(of: account, in: container)
    }
}

extension Sealer {
    /// The name of an account's user in a container: it follows from both, and tells neither.
    func userRecordName(of account: AccountID, in container: String) -> String {
        "_" + digest("user\n\(account.rawValue)\n\(container)", count: 16).hexadecimal
    }

    /// What tells the names of users in a database's container.
    func userNames(in database: DatabaseKey) -> @Sendable (AccountID) -> String {
        { account in userRecordName(of: account, in: database.container) }
    }
}
