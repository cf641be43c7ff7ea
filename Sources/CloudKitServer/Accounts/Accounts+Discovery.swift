import CloudKitWebServices

/// Who may be found by other people who use the same app: who said so, for each app and environment.
///
/// Source: on Apple's service too, people let others find them, app by app. Nobody finds who has not.
extension Accounts {
    /// Lets an account be found, or not.
    ///
    /// One that is disabled is found once it is enabled again.
    ///
    /// - Throws: ``AccountError/unknownName``; what the store throws.
    public func setDiscoverable(_ isDiscoverable: Bool, accountNamed name: String, in schema: SchemaKey) async throws {
        let account = try await account(named: name)
        try await setDiscoverable(isDiscoverable, account.id, isEnabled: account.isEnabled, in: schema)
    }

    /// Where an account may be found, by container and environment.
    ///
    /// - Throws: ``AccountError/unknownName``; what the store throws.
    public func discoverability(ofAccountNamed name: String) async throws -> [SchemaKey] {
        try await discoverability(of: try await account(named: name).id)
    }

    func discoverability(of account: AccountID) async throws -> [SchemaKey] {
        try await store.roles(of: account).compactMap(\.discoverableIn)
    }

    func setDiscoverable(
        _ isDiscoverable: Bool,
        _ account: AccountID,
        isEnabled: Bool = true,
        in schema: SchemaKey
    ) async throws {
        let own = AccountRole.discoverable(in: schema)
        // What the account has says where it is listed: so it is there for as long as the other may be.
        if isDiscoverable {
            try await store.give(own, to: account)
            if isEnabled { try await setListed(true, account, in: schema) }
        } else if try await store.has(own, account) {
            try await setListed(false, account, in: schema)
            _ = try await store.take(own, from: account)
        }
    }

    private func setListed(_ isListed: Bool, _ account: AccountID, in schema: SchemaKey) async throws {
        let listed = AccountRole.discoverable(in: schema, as: userRecordName(of: account, in: schema.container))
        if isListed {
            try await store.give(listed, to: schema.owner)
        } else {
            _ = try await store.take(listed, from: schema.owner)
        }
    }

    /// Lists an account wherever it may be found, or nowhere while it is disabled; it keeps where that is.
    func setListed(_ isListed: Bool, _ account: AccountID) async throws {
        for schema in try await discoverability(of: account) { try await setListed(isListed, account, in: schema) }
    }

    /// Whether the user of a name may be found.
    func isDiscoverable(_ userRecordName: String, in schema: SchemaKey) async throws -> Bool {
        try await store.has(.discoverable(in: schema, as: userRecordName), schema.owner)
    }

    /// Takes an account out of all lists.
    func hide(_ account: AccountID) async throws {
        for schema in try await discoverability(of: account) { try await setDiscoverable(false, account, in: schema) }
    }
}

/// Being found is kept as a role is, under a container's name that no container has: so no schema's grants ever mean it.
extension AccountRole {
    private static let mark = "#discoverable"

    /// That an account may be found; with a name, that its user of this name may, which whoever owns the schema has.
    fileprivate static func discoverable(in schema: SchemaKey, as userRecordName: String = "") -> AccountRole {
        let place = SchemaKey(container: schema.container + mark, environment: schema.environment)
        return AccountRole(schema: place, name: userRecordName)
    }

    /// Where it says that an account may be found; nil for a role of a schema.
    fileprivate var discoverableIn: SchemaKey? {
        guard schema.container.hasSuffix(Self.mark) else { return nil }
        return SchemaKey(
            container: String(schema.container.dropLast(Self.mark.count)),
            environment: schema.environment
        )
    }

    /// Whether it is one of a schema.
    var isOfSchema: Bool {
        discoverableIn == nil
    }
}
