import CloudKitWebServices

@testable import CloudKitServer

/// A store in front of another: what it does not do itself, that one does.
protocol StoreInFront: RecordStore {
    /// The store behind it.
    var base: any RecordStore { get }
}

extension StoreInFront {
    func modify(_ command: ModifyCommand) async throws -> ModifyOutcome {
        try await base.modify(command)
    }

    func changes(of zone: ZoneKey, _ request: FeedRequest) async throws -> ZonePage {
        try await base.changes(of: zone, request)
    }

    func lookUp(_ names: [String], in zone: ZoneKey, bytes: Int64) async throws -> [StoredRecord?] {
        try await base.lookUp(names, in: zone, bytes: bytes)
    }

    func deletions(of names: [String], in zone: ZoneKey) async throws -> [String: StoredDeletion] {
        try await base.deletions(of: names, in: zone)
    }

    func query(_ query: RecordQuery) async throws -> QueryPage {
        try await base.query(query)
    }

    func changedZones(of database: DatabaseKey, since start: FeedStart, limit: Int) async throws -> DatabasePage {
        try await base.changedZones(of: database, since: start, limit: limit)
    }

    func zones(of database: DatabaseKey) async throws -> [ZoneState] {
        try await base.zones(of: database)
    }

    func modifyZones(_ command: ModifyZonesCommand) async throws -> ModifyZonesOutcome {
        try await base.modifyZones(command)
    }

    func subscriptions(of database: DatabaseKey, subscriber: AccountID?) async throws -> [StoredSubscription] {
        try await base.subscriptions(of: database, subscriber: subscriber)
    }

    func modifySubscriptions(_ command: ModifySubscriptionsCommand) async throws -> StoredAnswer {
        try await base.modifySubscriptions(command)
    }

    func removeLostSubscriptions() async throws {
        try await base.removeLostSubscriptions()
    }

    func assets(of account: AccountID, after position: AssetPage.Position?, limit: Int) async throws -> AssetPage {
        try await base.assets(of: account, after: position, limit: limit)
    }

    func removeAnswers(before milliseconds: Int64, limit: Int) async throws -> Int {
        try await base.removeAnswers(before: milliseconds, limit: limit)
    }

    func databases(of account: AccountID) async throws -> [DatabaseKey] {
        try await base.databases(of: account)
    }

    func publicDatabases() async throws -> [DatabaseKey] {
        try await base.publicDatabases()
    }

    func checkReady() async throws {
        try await base.checkReady()
    }

    var queueLength: Int { base.queueLength }

    func pruneTombstones(before milliseconds: Int64, limit: Int) async throws -> Int {
        try await base.pruneTombstones(before: milliseconds, limit: limit)
    }

    func schema(of key: SchemaKey) async throws -> RecordSchema {
        try await base.schema(of: key)
    }

    func grants(of recordTypes: Set<String>, in key: SchemaKey) async throws -> [String: [SchemaGrant]] {
        try await base.grants(of: recordTypes, in: key)
    }

    func changeSchema(
        of key: SchemaKey,
        _ change: @escaping @Sendable (RecordSchema) throws -> RecordSchema
    ) async throws {
        try await base.changeSchema(of: key, change)
    }

    func verify() async throws -> StoreReport {
        try await base.verify()
    }

    func raiseEpochs(now milliseconds: Int64) async throws {
        try await base.raiseEpochs(now: milliseconds)
    }
}
