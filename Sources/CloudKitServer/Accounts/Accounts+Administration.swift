import CloudKitWebServices

extension Accounts {
    /// Accounts that are read at a time.
    private static let pageSize = 500

    /// All accounts, a page after the other.
    ///
    /// - Parameter body: What to do with each.
    /// - Throws: What the store or the body throws.
    public func forEach(_ body: (Account) async throws -> Void) async throws {
        var last: AccountID?
        while true {
            let page = try await store.accounts(after: last, limit: Self.pageSize)
            for account in page { try await body(account) }
            guard page.count == Self.pageSize else { return }
            last = page.last?.id
        }
    }

    /// The account of a name.
    ///
    /// - Throws: ``AccountError/unknownName``.
    public func account(named name: String) async throws -> Account {
        guard let account = try await store.account(named: name) else { throw AccountError.unknownName }
        return account
    }

    /// Lets an account be used, or not; when not, it is signed out everywhere and found by nobody.
    ///
    /// - Throws: ``AccountError/unknownName``.
    public func setEnabled(_ isEnabled: Bool, name: String) async throws {
        let account = try await account(named: name).id
        try await endingSessions { try await store.setEnabled(isEnabled, account) }
        try await setListed(isEnabled, account)
    }

    /// Gives an account another password, which signs it out everywhere.
    ///
    /// - Throws: ``AccountError/unknownName``, ``AccountError/badPassword``.
    public func setPassword(_ password: String, name: String) async throws {
        let account = try await account(named: name)
        let hash = try await hash(password)
        try await endingSessions { try await store.setPassword(hash, of: account.id) }
    }

    /// Ends all sign-ins of an account: its web tokens and the addresses its devices wait at are no use any more.
    ///
    /// - Throws: ``AccountError/unknownName``.
    public func signOutEverywhere(name: String) async throws {
        let account = try await account(named: name).id
        try await endingSessions { try await store.endSessions(of: account) }
    }

    /// Deletes an account with everything in it.
    ///
    /// What it wrote to public databases stays there, as on Apple's service, but for its user records. First nobody can sign in to it any
    /// more, so that little is written while it goes. Its files go once its rows are gone; what cannot be taken away
    /// then, the next sweeps take.
    ///
    /// - Throws: ``AccountError/unknownName``; an error of the system if files are left.
    public func delete(name: String) async throws {
        let account = try await account(named: name)
        try await endingSessions { try await store.setEnabled(false, account.id) }
        try await hide(account.id)
        try await deleteUserRecords(of: account.id)
        try await store.delete(account.id)
        guard let assets else { return }
        try await FileWork.run { try assets.removeAll(of: account.id) }
    }

    /// The records of type `Users` that an account has in public databases.
    private func userRecords(of account: AccountID) async throws -> [(zone: ZoneKey, record: StoredRecord)] {
        guard let records else { return [] }
        var found: [(zone: ZoneKey, record: StoredRecord)] = []
        for database in try await records.publicDatabases() {
            let zone = ZoneKey(database, WireZoneID.defaultName)
            let name = userRecordName(of: account, in: database.container)
            if let record = try await records.lookUp([name], in: zone).first ?? nil { found.append((zone, record)) }
        }
        return found
    }

    private func deleteUserRecords(of account: AccountID) async throws {
        for (zone, record) in try await userRecords(of: account) {
            var author = Author(userRecordName: record.name, deviceID: nil, mayChangeAll: true)
            author.endsAccount = true
            _ = try await records?.modify(
                ModifyCommand(
                    zone: zone,
                    operations: [RecordOperation(.forceDelete, WireRecord(recordName: record.name))],
                    isAtomic: false,
                    author: author,
                    now: surroundings.now(),
                    quota: .unlimited,
                    request: nil
                ) { _, _ in StoredAnswer(status: 200, body: []) }
            )
        }
    }
}
