import CloudKitWebServices

extension CloudKitService {
    /// `users/caller`.
    func callingUser(_ call: Call) async throws -> StoredAnswer {
        try await makeUserRecord(call)
        return CallerResponse(user: WireUserIdentity(userRecordName: try name(of: call))).answer()
    }

    /// `users/current`, the old form.
    func currentUser(_ call: Call) async throws -> StoredAnswer {
        try await makeUserRecord(call)
        return CurrentUserResponse(userRecordName: try name(of: call)).answer()
    }

    /// `users/discover`; without a body it asks for everybody in the caller's address book, of which nothing is known here.
    func discoverUsers(_ call: Call) async throws -> StoredAnswer {
        if call.isWithoutBody { return UsersResponse(users: []).answer() }
        let request: DiscoverUsersRequest = try call.read()
        return try await found(request.lookupInfos, call)
    }

    /// `users/lookup/email` and `users/lookup/id`, the old forms.
    func lookUpUsers(_ call: Call) async throws -> StoredAnswer {
        let request: LookupUsersRequest = try call.read()
        return try await found(request.users, call)
    }

    /// Those of the users looked for that may be found.
    ///
    /// These are the callers themselves and, as on Apple's service, those who let others find them in this app
    /// (``Accounts/setDiscoverable(_:accountNamed:in:)``). Of anybody else callers do not learn whether there is such an
    /// account.
    private func found(_ wanted: [WireLookupInfo], _ call: Call) async throws -> StoredAnswer {
        try checkCount(wanted.count)
        guard case .user = call.caller else { throw needsUser }
        let own = try name(of: call)
        let schema = SchemaKey(container: call.path.container, environment: call.path.environment)
        var users: [WireUserIdentity] = []
        for info in wanted {
            guard let name = try await userRecordName(of: info, in: schema) else { continue }
            if name != own, try await !accounts.isDiscoverable(name, in: schema) { continue }
            users.append(WireUserIdentity(userRecordName: name, lookupInfo: info))
        }
        return UsersResponse(users: users.map { .success($0) }).answer()
    }

    /// The name of the user's record of whom somebody means, whoever that is; nil for nobody.
    private func userRecordName(of info: WireLookupInfo, in schema: SchemaKey) async throws -> String? {
        guard let email = info.emailAddress else { return info.userRecordName }
        guard let account = try await accounts.store.account(named: email) else { return nil }
        return accounts.userRecordName(of: account.id, in: schema.container)
    }

    private func name(of call: Call) throws -> String {
        guard let name = call.userRecordName else { throw needsUser }
        return name
    }

    private var needsUser: ServiceFault {
        ServiceFault(.authenticationRequired, ErrorReason.needsAuthorization)
    }
}
