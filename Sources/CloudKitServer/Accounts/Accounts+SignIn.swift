import CloudKitWebServices

/// What somebody typed to sign in, and from where.
struct Credentials: Sendable {
    let name: String
    let password: String
    /// The address the request came from.
    let address: String
}

extension Accounts {
    /// Signs in with a password, through an app's API token, and returns the first web token.
    ///
    /// What the person says of being found holds from now on, in the environments that the token is good for; what they leave
    /// open stays as it was.
    ///
    /// - Throws: ``AccountError``; ``RevocationError/unknownToken`` if the API token is gone.
    func signIn(
        _ credentials: Credentials,
        through apiToken: APIToken,
        staysSignedIn: Bool,
        isDiscoverable: Bool?
    ) async throws -> String {
        let account = try await check(credentials)
        let token = try await beginSession(
            of: account,
            container: apiToken.container,
            staysSignedIn: staysSignedIn,
            through: apiToken.hash
        )
        guard let isDiscoverable else { return token }
        for environment in apiToken.environment.map({ [$0] }) ?? ServiceEnvironment.allCases {
            let schema = SchemaKey(container: apiToken.container, environment: environment)
            try await setDiscoverable(isDiscoverable, account.id, in: schema)
        }
        return token
    }

    /// Ends all sign-ins of an account, for somebody who has its password.
    ///
    /// - Throws: ``AccountError``.
    func signOutEverywhere(_ credentials: Credentials) async throws {
        let account = try await check(credentials).id
        try await endingSessions { try await store.endSessions(of: account) }
    }

    /// The account that a password opens.
    ///
    /// It takes as long where there is no such account.
    private func check(_ credentials: Credentials) async throws -> Account {
        let (name, address, now) = (credentials.name, credentials.address, surroundings.now())
        guard Account.isName(name) else {
            // What cannot be a name is nobody's; a store may take the beginning of it for somebody's.
            try throttle.begin(address: address, now: now)
            throw AccountError.wrongPassword
        }
        try throttle.begin(name: name, address: address, now: now)
        let account: Account?
        let isRight: Bool
        do {
            account = try await store.account(named: name)
            let hash = account?.password ?? .nobodys(passwordCosts)
            isRight = try await passwords.run { hash.matches(credentials.password) }
        } catch {
            // No password was tried.
            throttle.succeeded(name: name, address: address)
            throw error
        }
        guard let account, isRight else { throw AccountError.wrongPassword }
        throttle.succeeded(name: name, address: address)
        guard account.isEnabled else { throw AccountError.disabled }
        return account
    }

    /// Makes an invitation and returns what its link carries.
    ///
    /// - Parameter seconds: For how long it is good.
    /// - Returns: The secret; only its hash is kept.
    /// - Throws: What the store throws.
    public func invite(seconds: Int64 = Invitation.standardSeconds) async throws -> String {
        let secret = surroundings.randomBytes(24)
        let now = surroundings.now()
        try await store.add(
            Invitation(
                hash: Self.hash(ofAPIToken: Base64URL.encode(secret)),
                created: now,
                expires: now + seconds * 1_000
            )
        )
        return Base64URL.encode(secret)
    }

    /// Whether an invitation is still good.
    func isGood(_ invitation: String) async throws -> Bool {
        let found = try await store.invitation(Self.hash(ofAPIToken: invitation))
        return (found?.expires ?? 0) > surroundings.now()
    }

    /// Makes an account for somebody who was invited.
    ///
    /// - Throws: ``AccountError``.
    func join(_ credentials: Credentials, invitation: String) async throws {
        try throttle.begin(address: credentials.address, now: surroundings.now())
        guard try await isGood(invitation) else { throw AccountError.badInvitation }
        let account = try await prepare(name: credentials.name, password: credentials.password)
        try await store.add(account, using: Self.hash(ofAPIToken: invitation))
        throttle.succeeded(name: nil, address: credentials.address)
    }
}
