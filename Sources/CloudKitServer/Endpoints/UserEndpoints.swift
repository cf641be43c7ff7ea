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
    /// On Apple's service these are the ones who let others find them. Here nobody can say so yet, so callers find
    /// themselves and nobody else, and do not learn who has an account.
    private func found(_ wanted: [WireLookupInfo], _ call: Call) async throws -> StoredAnswer {
        try checkCount(wanted.count)
        guard case .user(let account, _) = call.caller else { throw needsUser }
        let own = try name(of: call)
        var users: [WireUserIdentity] = []
        for info in wanted {
            let isCaller: Bool
            if let email = info.emailAddress {
                isCaller = try await accounts.store.account(named: email)?.id == account
            } else {
                isCaller = info.userRecordName == own
            }
            if isCaller { users.append(WireUserIdentity(userRecordName: own, lookupInfo: info)) }
        }
        return UsersResponse(users: users.map { .success($0) }).answer()
    }

    private func name(of call: Call) throws -> String {
        guard let name = call.userRecordName else { throw needsUser }
        return name
    }

    private var needsUser: ServiceFault {
        ServiceFault(.authenticationRequired, ErrorReason.needsAuthorization)
    }
}
