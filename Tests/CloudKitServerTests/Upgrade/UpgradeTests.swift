import CloudKitWebServices
import Foundation
import Synchronization
import Testing

@testable import CloudKitServer

@Suite("A store of the first version, opened by this one")
struct UpgradeTests {
    private static let zone = ZoneKey(FirstTables.database, "Notes")

    /// Opens such a store twice: the second time nothing is left to do.
    private static func run(_ kind: StoreKind, _ body: @Sendable (ServerStore) async throws -> Void) async throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        switch kind {
        case .embedded:
            let path = folder.path + "/s.sqlite"
            try await FirstTables.make(kind, path)
            for _ in 0..<2 {
                let file = try SQLiteDatabase(path: path)
                try await body(try OpenStore(file, folder: folder.path, beforeCommit: nil).server)
                try file.close()
            }
        case .postgreSQL:
            try await PostgreSQLServer.shared.withNewDatabase { address in
                try await FirstTables.make(kind, address)
                for _ in 0..<2 {
                    let database = try await PostgreSQLDatabase(address: address, surroundings: OpenStore.surroundings)
                    try await body(try await OpenStore(database, folder: folder.path, beforeCommit: nil).server)
                    await database.close()
                }
            }
        }
    }

    @Test("Accounts, sign-ins, tokens, keys and the secret are there", arguments: StoreKind.allCases)
    func accounts(_ kind: StoreKind) async throws {
        try await Self.run(kind) { store in
            #expect(store.secret == FirstTables.secret)
            let account = try await store.accounts.account(named: "Anna")
            let hash = PasswordHash(text: "none")
            #expect(account == Account(id: FirstTables.account, name: "anna", password: hash, created: 3))
            let session = try await store.accounts.session(FirstTables.session, of: FirstTables.account)
            #expect(session?.container == World.container && session?.expires == 9_000_000_000_000)
            let tokenHash = Accounts.hash(ofAPIToken: FirstTables.apiToken)
            let token = APIToken(
                hash: tokenHash,
                container: World.container,
                environment: nil,
                origins: ["https://a.example"],
                created: 5
            )
            #expect(try await store.accounts.apiToken(tokenHash) == token)
            #expect(try await store.accounts.apiTokens(after: nil, limit: 10) == [token])
            let key = ServerKey(id: "key", container: World.container, environment: nil, publicKey: "pem", created: 6)
            #expect(try await store.accounts.serverKey("key") == key)
            #expect(try await store.accounts.serverKeys(after: nil, limit: 10) == [key])
            // What was not there then can be written.
            try await store.accounts.add(Invitation(hash: [1], created: 1, expires: 2))
            try await store.accounts.removeExpired(before: 3)
            #expect(try await store.accounts.invitation([1]) == nil)
        }
    }

    @Test("Records, tombstones, zones, subscriptions and the schema are there", arguments: StoreKind.allCases)
    func records(_ kind: StoreKind) async throws {
        try await Self.run(kind) { store in
            let records = store.records
            try await records.checkReady()
            let report = try await records.verify()
            #expect(report.isClean && report.records == 3, "\(report.findings)")
            let page = try await records.changes(of: Self.zone, since: .beginning, limit: 200)
            #expect(page.records.map(\.name) == ["A", "R", "P"])
            let token = SyncToken(kind: .zone, epoch: page.token.epoch, sequence: 2)
            let rest = try await records.changes(of: Self.zone, since: .token(token), limit: 200).records
            #expect(rest.map(\.name) == ["T", "P"] && rest[0].isDeleted && rest[0].deletion != nil)
            let found = try #require(try await records.lookUp(["A"], in: Self.zone).first ?? nil)
            #expect(String(decoding: found.fields, as: UTF8.self) == FirstTables.fields)
            #expect(found.created == StoredRecord.Stamp(milliseconds: 5, user: "_u", device: "phone"))
            #expect(found.modified == StoredRecord.Stamp(milliseconds: 6, user: "_u", device: "laptop"))
            let assets = try await records.assets(of: FirstTables.account, after: nil, limit: 10)
            #expect(assets.assets == [FirstTables.photo])
            #expect(try await records.databases(of: FirstTables.account) == [FirstTables.database])
            let zones = try await records.changedZones(of: FirstTables.database, since: .beginning, limit: 10)
            #expect(zones.zones.map(\.name) == ["Notes"])
            let subscriptions = try await records.subscriptions(of: FirstTables.database)
            #expect(subscriptions.map(\.subscription.subscriptionType) == [.database])
            let schema = try await records.schema(of: FirstTables.database.schema)
            let fields = schema.types["Note"]?.fields.mapValues(\.type)
            #expect(fields == ["s": "STRING", "r": "REFERENCE", "p": "ASSETID"])
            let filter = WireFilter(.equals, fieldName: "s", fieldValue: WireField(.string("x")))
            let query = RecordQuery(
                place: .zone(Self.zone),
                query: WireQuery(recordType: "Note", filterBy: [filter]),
                limit: 10,
                position: nil
            )
            #expect(try await records.query(query).records.map(\.record.name) == ["A"])
        }
    }

    /// A change under a request's name.
    private static func change(
        _ operation: RecordOperation,
        _ records: any RecordStore,
        _ request: RequestKey? = nil
    ) async throws -> OperationResult? {
        let results = ResultBox()
        let command = ModifyCommand(
            zone: zone,
            operations: [operation],
            isAtomic: false,
            author: Author(userRecordName: "_u", deviceID: nil, mayChangeAll: true),
            now: 10,
            quota: .unlimited,
            request: request
        ) { outcome, _ in
            results.set(outcome.first)
            return StoredAnswer(status: 200, body: [])
        }
        _ = try await records.modify(command)
        return results.get()
    }

    @Test("What was kept of the past still holds: answers, graves and references", arguments: StoreKind.allCases)
    func past(_ kind: StoreKind) async throws {
        try await Self.run(kind) { store in
            let records = store.records
            let create = RecordOperation(.create, WireRecord(recordName: "N", recordType: "Note"))
            // The retry of a request of then: nothing is done, and there is no answer to be made.
            #expect(try await Self.change(create, records, FirstTables.request) == nil)
            #expect(try await records.lookUp(["N"], in: Self.zone) == [nil])
            // The answer of then is counted, so there is room for the marks of no more than this one.
            let next = { RequestKey(id: $0, digest: [], room: AnswerRoom(bytes: 200)) }
            await #expect(throws: ServiceFault.self) { _ = try await Self.change(create, records, next("next")) }
            let update = RecordOperation(.update, WireRecord(recordName: "G", recordType: "Note", recordChangeTag: "1"))
            guard case .failed(let error) = try await Self.change(update, records) else {
                Issue.record("a buried record was changed")
                return
            }
            #expect(error.serverErrorCode == .notFound && error.wasDeleted == true)
            let delete = RecordOperation(.forceDelete, WireRecord(recordName: "A"))
            guard try await records.lookUp(["A"], in: Self.zone) != [nil] else { return }
            #expect(try await Self.change(delete, records) == .deleted(name: "A"))
            #expect(try await records.lookUp(["A", "R"], in: Self.zone) == [nil, nil], "what points at it goes along")
            #expect(try await records.verify().isClean)
        }
    }
}

private final class ResultBox: Sendable {
    private let value = Mutex<OperationResult?>(nil)

    func set(_ result: OperationResult?) { value.withLock { $0 = result } }
    func get() -> OperationResult? { value.withLock { $0 } }
}
