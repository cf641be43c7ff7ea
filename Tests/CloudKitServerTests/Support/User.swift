import CloudKitWebServices
import Testing

@testable import CloudKitServer

/// A person's app, as tests use it.
struct User: Sendable {
    let world: World
    let credentials: String
    /// What the device calls itself; nothing if it is empty.
    var device = "1"
    var environment = ServiceEnvironment.development

    func path(_ endpoint: ServiceEndpoint, _ database: DatabaseScope = .private) -> String {
        let path = ServicePath(
            container: World.container,
            environment: environment,
            database: database,
            endpoint: endpoint
        )
        return "\(path.path)?\(credentials)" + (device.isEmpty ? "" : "&clientId=\(device)")
    }

    func post(
        _ endpoint: ServiceEndpoint,
        _ body: [UInt8],
        in database: DatabaseScope = .private,
        headers: [String: String] = [:]
    ) async throws -> Reply {
        try await world.send("POST", path(endpoint, database), body, headers: headers)
    }

    func post(
        _ endpoint: ServiceEndpoint,
        _ body: String,
        in database: DatabaseScope = .private,
        headers: [String: String] = [:]
    ) async throws -> Reply {
        try await post(endpoint, Array(body.utf8), in: database, headers: headers)
    }

    // MARK: - Records

    func modify(
        _ operations: [RecordOperation],
        zone: String? = "Notes",
        atomic: Bool? = false,
        database: DatabaseScope = .private,
        id: String? = nil
    ) async throws -> Reply {
        let zoneID = zone.map { WireZoneID(zoneName: $0) }
        let request = ModifyRecordsRequest(operations: operations, zoneID: zoneID, atomic: atomic)
        let headers = id.map { [ServiceHeader.requestUUID: $0] } ?? [:]
        return try await post(.modifyRecords, request.json(), in: database, headers: headers)
    }

    /// One operation, which must be answered with HTTP 200.
    func one(
        _ kind: RecordOperation.Kind,
        _ name: String,
        _ fields: WireFields = [:],
        tag: String? = nil,
        type: String? = "Note",
        zone: String? = "Notes",
        database: DatabaseScope = .private
    ) async throws -> RecordResult {
        let record = WireRecord(recordName: name, recordType: type, recordChangeTag: tag, fields: fields)
        let reply = try await modify([RecordOperation(kind, record)], zone: zone, database: database)
        #expect(reply.status == 200, "\(reply.text)")
        let records = try reply.read(ModifyRecordsResponse.self).records
        return try #require(records.first)
    }

    func saved(
        _ name: String,
        _ fields: WireFields = [:],
        zone: String? = "Notes",
        type: String = "Note"
    ) async throws
        -> WireRecord
    {
        try await one(.forceUpdate, name, fields, type: type, zone: zone).get()
    }

    func lookUp(
        _ names: [String],
        zone: String? = "Notes",
        database: DatabaseScope = .private
    ) async throws
        -> [RecordResult]
    {
        let request = LookupRecordsRequest(
            records: names.map { RecordLookup(recordName: $0) },
            zoneID: zone.map { WireZoneID(zoneName: $0) }
        )
        return try await post(.lookupRecords, request.json(), in: database).read(ModifyRecordsResponse.self).records
    }

    // MARK: - Zones and changes

    @discardableResult
    func zone(_ kind: ZoneOperation.Kind, _ name: String) async throws -> ItemResult<WireZone> {
        let request = ModifyZonesRequest(operations: [ZoneOperation(kind, WireZoneID(zoneName: name))])
        return try #require(try await post(.modifyZones, request.json()).read(ZonesResponse.self).zones.first)
    }

    func changes(
        _ token: String? = nil,
        zone: String = "Notes",
        limit: Int? = nil,
        reverse: Bool? = nil
    ) async throws
        -> ItemResult<ZoneChanges>
    {
        let query = ZoneChangesQuery(
            zoneID: WireZoneID(zoneName: zone),
            syncToken: token,
            options: ZoneChangesOptions(resultsLimit: limit, reverse: reverse)
        )
        let reply = try await post(.zoneChanges, ZoneChangesRequest(zones: [query]).json())
        return try #require(try reply.read(ZoneChangesResponse.self).zones.first)
    }

    /// All pages.
    func allChanges(
        _ token: String? = nil,
        zone: String = "Notes",
        limit: Int? = nil
    ) async throws
        -> (records: [WireRecord], token: String?)
    {
        var (records, token) = ([WireRecord](), token)
        while true {
            let page = try await changes(token, zone: zone, limit: limit).get()
            records += page.records.compactMap(\.item)
            token = page.syncToken
            if !page.moreComing { return (records, token) }
        }
    }

    func query(_ request: QueryRecordsRequest, database: DatabaseScope = .private) async throws -> Reply {
        try await post(.queryRecords, request.json(), in: database)
    }
}
