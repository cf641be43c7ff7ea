import CloudKitWebServices

/// What a caller may do, by the grants of the schema; in private databases, and with a server's key, everything.
struct CallerRights: Sendable {
    private let user: String?
    /// The grants by record type; nil where nobody asks for any.
    private let grants: [String: [SchemaGrant]]?
    /// The roles of the schema that the user was given.
    private let roles: Set<String>

    fileprivate init(user: String?, grants: [String: [SchemaGrant]]?, roles: Set<String> = []) {
        (self.user, self.grants, self.roles) = (user, grants, roles)
    }

    fileprivate func rights(to type: String) -> SchemaRights? {
        grants.map { SchemaRights($0[type] ?? [], roles: roles) }
    }

    /// Why no file may come in for records of a type: the caller may save none, not even their own; nil if it may.
    func uploadRefusal(_ type: String, recordName: String) -> WireError? {
        guard let rights = rights(to: type) else { return nil }
        if rights.allows(.create, to: user) || rights.allows(.write, to: user, creator: user) { return nil }
        return WireError(.accessDenied, reason: ErrorReason.mayNotCreate(type), recordName: recordName)
    }

    /// Why a record is not handed out; nil if it is.
    ///
    /// - Throws: `AUTHENTICATION_REQUIRED` for the whole request if nobody has signed in: then it may be repeated as a
    ///   whole.
    func refusal(of record: StoredRecord) throws(ServiceFault) -> WireError? {
        guard let rights = rights(to: record.type) else { return nil }
        if rights.allows(.read, to: user, creator: record.created.user) { return nil }
        guard user != nil else { throw ServiceFault(.authenticationRequired, ErrorReason.needsAuthorization) }
        return WireError(.accessDenied, reason: ErrorReason.mayNotRead(record.type), recordName: record.name)
    }
}

extension CloudKitService {
    /// What the caller may read of records that were found.
    func callerRights(to found: [StoredRecord?], in database: DatabaseKey, _ call: Call) async throws -> CallerRights {
        try await callerRights(to: Set(found.compactMap { $0?.type }), in: database, call)
    }

    /// What the caller may do with records of some types.
    func callerRights(to types: Set<String>, in database: DatabaseKey, _ call: Call) async throws -> CallerRights {
        if case .server = call.caller { return CallerRights(user: nil, grants: nil) }
        guard database.scope == .public else { return CallerRights(user: nil, grants: nil) }
        let grants = try await records.grants(of: types, in: database.schema)
        // Who has which role is asked only where something is granted to one.
        let asksForRoles = grants.values.joined().contains { !SchemaRights.systemRoles.contains($0.role) }
        let roles = asksForRoles ? try await roles(of: call.caller, in: database.schema) : []
        return CallerRights(user: call.userRecordName, grants: grants, roles: roles)
    }

    /// The roles of a schema that the caller was given.
    func roles(of caller: Caller, in schema: SchemaKey) async throws -> Set<String> {
        guard case .user(let account, _) = caller else { return [] }
        return Set(try await accounts.store.roles(of: account).filter { $0.schema == schema }.map(\.name))
    }

    /// A query as the caller may ask it: where creators alone read, it is for the caller's own records.
    ///
    /// - Throws: `ACCESS_DENIED` where the caller may read none, `AUTHENTICATION_REQUIRED` if nobody has signed in.
    func permitted(_ query: WireQuery, in database: DatabaseKey, _ call: Call) async throws -> WireQuery {
        let type = query.recordType
        let known = try await callerRights(to: [type], in: database, call)
        guard let rights = known.rights(to: type), !rights.allows(.read, to: call.userRecordName) else { return query }
        guard let user = call.userRecordName else {
            throw ServiceFault(.authenticationRequired, ErrorReason.needsAuthorization)
        }
        guard rights.allowsOnlyOwn(user) else { throw ServiceFault(.accessDenied, ErrorReason.mayNotRead(type)) }
        var query = query
        let own = WireField(.reference(WireReference(recordName: user)))
        query.filterBy.append(WireFilter(.equals, systemFieldName: .createdUserRecordName, fieldValue: own))
        return query
    }
}
