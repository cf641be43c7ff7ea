import CloudKitWebServices
import Crypto

/// Who calls.
enum Caller: Sendable {
    /// An app that nobody has signed in to.
    case nobody
    /// A person, with the sign-in.
    case user(AccountID, token: WebToken)
    /// A server with a key of its own.
    case server(keyID: String)
}

/// A request that may proceed: who, where, what.
struct Call: Sendable {
    let path: ServicePath
    let caller: Caller
    /// The user's record name in this container; for a server's key, that of the key.
    let userRecordName: String?
    /// What the device calls itself; nil if it does not.
    let deviceID: String?
    let wantsSyncToken: Bool
    /// What the addresses in answers begin with.
    let baseURL: String
    let body: [UInt8]
    let requestKey: RequestKey?

    /// The database that the path names, of the caller.
    func database() throws -> DatabaseKey {
        switch (path.database, caller) {
        case (.public, _): return DatabaseKey(publicIn: path.container, environment: path.environment)
        case (.private, .user(let account, _)), (nil, .user(let account, _)):
            return DatabaseKey(account: account, container: path.container, environment: path.environment)
        case (.shared, _): throw ServiceFault(.accessDenied, "sharing is not offered yet")
        default: throw ServiceFault(.authenticationRequired, ErrorReason.needsAuthorization)
        }
    }

    /// Who writes.
    func author(in database: DatabaseKey) throws -> Author {
        guard let userRecordName else { throw ServiceFault(.authenticationRequired, ErrorReason.needsAuthorization) }
        let isServer = if case .server = caller { true } else { false }
        return Author(
            userRecordName: userRecordName,
            deviceID: deviceID,
            mayChangeAll: isServer || database.scope == .private
        )
    }

    /// Whether the request came as a GET, or might as well have.
    var isWithoutBody: Bool {
        body.isEmpty
    }

    /// The body, read.
    func read<Request: WireReadable>(_ type: Request.Type = Request.self) throws -> Request {
        try Request(json: body)
    }

    /// The call of an endpoint that asks for nothing: a body is allowed, and must be an object.
    ///
    /// - Throws: ``JSONError``.
    func withNothingToSay() throws -> Call {
        guard !body.isEmpty else { return self }
        let value: RawJSON = try read()
        guard value.bytes.first == UInt8(ascii: "{") else { throw JSONError(offset: 0, expected: "an object") }
        return self
    }

    /// The zone that an ID means.
    ///
    /// - Throws: `ZONE_NOT_FOUND` for what cannot be the caller's, as for what is not there.
    func zone(_ id: WireZoneID?, in database: DatabaseKey) throws(WireError) -> ZoneKey {
        let id = id ?? .defaultZone
        let isOwn = id.isOwnedByCaller || (database.scope == .private && id.ownerRecordName == userRecordName)
        let mayExist = id.isDefault || (database.scope == .private && Names.isZoneName(id.zoneName))
        guard isOwn || (database.scope == .public && id.isDefault), mayExist else {
            throw WireError(.zoneNotFound, reason: ErrorReason.zoneNotFound(id.zoneName), zoneID: id)
        }
        return ZoneKey(database, id.zoneName)
    }

    /// The ID of a zone, as answers have it.
    func zoneID(_ name: String, in database: DatabaseKey) -> WireZoneID {
        let isDefault = name == WireZoneID.defaultName
        return WireZoneID(
            zoneName: name,
            ownerRecordName: database.scope == .private ? userRecordName : nil,
            zoneType: isDefault ? .defaultZone : .customZone
        )
    }

    /// What signatures of places in this database are bound to.
    static func place(_ database: DatabaseKey) -> String {
        "\(database.account.rawValue)\n\(database.container)\n\(database.environment.rawValue)"
    }
}

extension ServiceFault {
    /// Runs something whose errors are those of a whole request.
    static func whole<Value>(_ body: () throws(WireError) -> Value) throws(ServiceFault) -> Value {
        do throws(WireError) {
            return try body()
        } catch {
            throw ServiceFault(error)
        }
    }
}
