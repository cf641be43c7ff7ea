import CloudKitWebServices
import Foundation

/// Looking for people. On this project's service everybody finds themselves and nobody else.
extension CKContainer {
    /// The user of an e-mail address; nil if there is none who may be found.
    ///
    /// - Throws: ``CKError``.
    public func userIdentity(forEmailAddress email: String) async throws -> CKUserIdentity? {
        try await identity(CKUserIdentity.LookupInfo(emailAddress: email))
    }

    /// The user of a telephone number; nil if there is none who may be found.
    ///
    /// - Throws: ``CKError``.
    public func userIdentity(forPhoneNumber phoneNumber: String) async throws -> CKUserIdentity? {
        try await identity(CKUserIdentity.LookupInfo(phoneNumber: phoneNumber))
    }

    /// The user whose record has that ID; nil if there is none who may be found.
    ///
    /// - Throws: ``CKError``.
    public func userIdentity(forUserRecordID userRecordID: CKRecord.ID) async throws -> CKUserIdentity? {
        try await identity(CKUserIdentity.LookupInfo(userRecordID: userRecordID))
    }

    /// Everybody in the address book who uses the app: nobody, as the service knows no address books.
    ///
    /// - Throws: ``CKError``.
    public func allUserIdentitiesFromContacts() async throws -> [CKUserIdentity] {
        let answer: UsersResponse =
            try await link.call(.discoverUsers, in: .public, body: nil, options: CallOptions())
        return answer.users.compactMap(\.item).map { CKUserIdentity($0) }
    }

    /// The user of an e-mail address as a participant to add to a share.
    ///
    /// - Throws: ``CKError``: `unknownItem` if nobody was found.
    public func shareParticipant(forEmailAddress email: String) async throws -> CKShare.Participant {
        try await participant(CKUserIdentity.LookupInfo(emailAddress: email))
    }

    /// The user of a telephone number as a participant to add to a share.
    ///
    /// - Throws: ``CKError``: `unknownItem` if nobody was found.
    public func shareParticipant(forPhoneNumber phoneNumber: String) async throws -> CKShare.Participant {
        try await participant(CKUserIdentity.LookupInfo(phoneNumber: phoneNumber))
    }

    /// The user whose record has that ID as a participant to add to a share.
    ///
    /// - Throws: ``CKError``: `unknownItem` if nobody was found.
    public func shareParticipant(forUserRecordID userRecordID: CKRecord.ID) async throws -> CKShare.Participant {
        try await participant(CKUserIdentity.LookupInfo(userRecordID: userRecordID))
    }

    private func identity(_ info: CKUserIdentity.LookupInfo) async throws -> CKUserIdentity? {
        try await identities([info], CallOptions())[info]
    }

    private func participant(_ info: CKUserIdentity.LookupInfo) async throws -> CKShare.Participant {
        guard let result = try await participants([info], CallOptions())[info] else { throw Self.nobody }
        return try result.get()
    }

    /// The users that were found.
    func identities(
        _ infos: [CKUserIdentity.LookupInfo],
        _ options: CallOptions
    ) async throws -> [CKUserIdentity.LookupInfo: CKUserIdentity] {
        var found: [CKUserIdentity.LookupInfo: CKUserIdentity] = [:]
        var rest = infos[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(ServiceLimits.operationsPerRequest)
            rest = rest.dropFirst(chunk.count)
            let body = DiscoverUsersRequest(lookupInfos: chunk.map(\.wire)).json()
            let answer: UsersResponse = try await link.call(.discoverUsers, in: .public, body: body, options: options)
            for user in answer.users.compactMap(\.item) {
                let identity = CKUserIdentity(user)
                let info =
                    identity.lookupInfo ?? identity.userRecordID.map { CKUserIdentity.LookupInfo(userRecordID: $0) }
                if let info { found[info] = identity }
            }
        }
        return found
    }

    /// Each user as a participant, or the error that nobody was found.
    func participants(
        _ infos: [CKUserIdentity.LookupInfo],
        _ options: CallOptions
    ) async throws -> [CKUserIdentity.LookupInfo: Result<CKShare.Participant, any Error>] {
        let found = try await identities(infos, options)
        var results: [CKUserIdentity.LookupInfo: Result<CKShare.Participant, any Error>] = [:]
        for info in infos {
            guard let identity = found[info] else {
                results[info] = .failure(Self.nobody)
                continue
            }
            let wire = WireUserIdentity(userRecordName: identity.userRecordID?.recordName, lookupInfo: info.wire)
            results[info] = .success(
                CKShare.Participant(
                    WireParticipant(
                        userIdentity: wire,
                        type: .user,
                        permission: .readOnly,
                        acceptanceStatus: .invited
                    )
                )
            )
        }
        return results
    }

    private static var nobody: CKError {
        CKError(.unknownItem, reason: "nobody was found who lets others find them")
    }
}
