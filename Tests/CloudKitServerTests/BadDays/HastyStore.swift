import CloudKitWebServices
import Synchronization

@testable import CloudKitServer

/// A store that does what ours must not: it takes the numbers of changes before it has the lock, as a sequence would,
/// and shows each change as soon as it is committed.
///
/// For the test that looks for gaps: here it must find some.
final class HastyStore: RecordStore {
    private struct Zone {
        var number: Int64 = 0
        var head: Int64 = 0
        /// The last number that a token says its holder has.
        var told: Int64 = 0
        var commands = 0
        var records: [String: StoredRecord] = [:]
    }

    private let base: any RecordStore
    private let zone = Mutex(Zone())

    init(_ base: any RecordStore) {
        self.base = base
    }

    /// Every fourth command dawdles before its commit until a reader has gone past its numbers, or for some time.
    private func pause(_ command: Int, with number: Int64) async {
        guard command % 4 == 0 else { return }
        for _ in 0..<20_000 where zone.withLock({ $0.told < number }) { await Task.yield() }
    }

    func modify(_ command: ModifyCommand) async throws -> ModifyOutcome {
        let stamp = StoredRecord.Stamp(milliseconds: command.now, user: command.author.userRecordName, device: "1")
        let (records, count) = zone.withLock { zone in
            zone.commands += 1
            let records = command.operations.map { operation in
                zone.number += 1
                return StoredRecord(
                    name: operation.record.recordName ?? "",
                    type: operation.record.recordType ?? "",
                    sequence: zone.number,
                    fields: StoredRecord.noFields,
                    created: stamp,
                    modified: stamp
                )
            }
            return (records, zone.commands)
        }
        await pause(count, with: records.last?.sequence ?? 0)
        zone.withLock { zone in
            for record in records where record.sequence > zone.records[record.name]?.sequence ?? 0 {
                zone.records[record.name] = record
                zone.head = max(zone.head, record.sequence)
            }
        }
        let answer = command.answer(records.map(OperationResult.saved), try await state(command.zone))
        return ModifyOutcome(answer: answer, hints: [])
    }

    func changes(of zone: ZoneKey, _ request: FeedRequest) async throws -> ZonePage {
        var state = try await state(zone)
        let (head, records) = self.zone.withLock { ($0.head, Array($0.records.values)) }
        state.head = head
        let window = try FeedWindow(request.start, state.feed)
        let found = records.filter { $0.sequence > window.after }.sorted { $0.sequence < $1.sequence }
        let page = ZonePage(of: state, found, window, room: request.room)
        self.zone.withLock { $0.told = max($0.told, page.token.sequence) }
        return page
    }

    private func state(_ key: ZoneKey) async throws -> ZoneState {
        guard let state = try await base.zones(of: key.database).first(where: { $0.name == key.name }) else {
            throw key.missing
        }
        return state
    }
}

/// What no test of it asks for is the base's.
extension HastyStore {
    func lookUp(_ names: [String], in zone: ZoneKey, bytes: Int64) async throws -> [StoredRecord?] {
        try await base.lookUp(names, in: zone, bytes: bytes)
    }

    func deletedNames(among names: [String], in zone: ZoneKey) async throws -> Set<String> {
        try await base.deletedNames(among: names, in: zone)
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

    func forgetLostSubscriptions() async throws {
        try await base.forgetLostSubscriptions()
    }

    func assets(of account: AccountID, after position: AssetPage.Position?, limit: Int) async throws -> AssetPage {
        try await base.assets(of: account, after: position, limit: limit)
    }

    func forgetAnswers(before milliseconds: Int64, limit: Int) async throws -> Int {
        try await base.forgetAnswers(before: milliseconds, limit: limit)
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
