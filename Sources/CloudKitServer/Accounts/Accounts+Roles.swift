/// The roles of accounts.
extension Accounts {
    /// Gives an account a role; one that it has already it keeps.
    ///
    /// - Throws: ``AccountError/unknownName``; ``RoleError/unknownRole(known:)``; what the store throws.
    public func giveRole(_ role: AccountRole, toAccountNamed name: String) async throws {
        let account = try await account(named: name)
        let known = try await records?.schema(of: role.schema).roles ?? []
        guard known.contains(role.name) else { throw RoleError.unknownRole(known: known) }
        try await store.give(role, to: account.id)
    }

    /// Takes a role away from an account, also one that the schema has no more.
    ///
    /// - Throws: ``AccountError/unknownName``; ``RoleError/isNotGiven``; what the store throws.
    public func takeRole(_ role: AccountRole, fromAccountNamed name: String) async throws {
        let account = try await account(named: name)
        guard try await store.take(role, from: account.id) else { throw RoleError.isNotGiven }
    }

    /// The roles of an account, by container, environment and name.
    ///
    /// - Throws: ``AccountError/unknownName``; what the store throws.
    public func roles(ofAccountNamed name: String) async throws -> [AccountRole] {
        try await store.roles(of: try await account(named: name).id).filter(\.isOfSchema)
    }
}
