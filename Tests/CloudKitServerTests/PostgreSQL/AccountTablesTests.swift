import CloudKitWebServices
import TestSupport
import Testing

@testable import CloudKitServer

@Suite("The parts of the tables in PostgreSQL")
struct AccountTablesTests {
    @Test("Every account is in the part that its number says")
    func parts() async throws {
        let seed = Effort.seed
        var random = SeededGenerator(seed: seed)
        let accounts = (0..<5_000).map { _ in Int64.random(in: .min ... .max, using: &random) }
        try await StoreKind.postgreSQL.with { store in
            let database = try #require(store.database)
            let sql = """
                SELECT count(*) FROM unnest($1::bigint[], $2::bigint[]) AS own (account, part)
                WHERE satisfies_hash_partition('record'::regclass, 16, part::int, account)
                """
            let numbers = accounts.map { Int64(AccountTables.part(of: $0)) }
            let (right, names) = try await database.reader.run(.single) { db in
                let right = try db.query(sql, [.integers(accounts), .integers(numbers)]).first?.integer(0)
                return (right, accounts.map { db.tables(of: $0).record })
            }
            #expect(right == 5_000, "seed \(seed)")
            #expect(Set(names).count == 16 && names == numbers.map { "record_\($0)" }, "seed \(seed)")
            try await store.server.close()
        }
    }

    @Test("Where a part has another name, or another share, the whole tables are used")
    func others() async throws {
        let changes = [
            "ALTER TABLE zone_3 RENAME TO zone_three",
            """
            ALTER TABLE answer DETACH PARTITION answer_3;
            CREATE TABLE answer_35 PARTITION OF answer FOR VALUES WITH (MODULUS 32, REMAINDER 3);
            ALTER TABLE answer_3 RENAME TO answer_old;
            CREATE TABLE answer_3 PARTITION OF answer FOR VALUES WITH (MODULUS 32, REMAINDER 19)
            """,
        ]
        for change in changes {
            try await PostgreSQLServer.shared.withNewDatabase { address in
                let first = try await PostgreSQLDatabase(address: address, surroundings: OpenStore.surroundings)
                try await first.writer.run(.write) { db in try db.run(script: change) }
                await first.close()
                let database = try await PostgreSQLDatabase(address: address, surroundings: OpenStore.surroundings)
                let store = PostgreSQLRecordStore(database)
                // One account for each part, as the numbers are spread.
                for account in Int64(1)...64 {
                    let key = DatabaseKey(
                        account: AccountID(rawValue: account),
                        container: World.container,
                        environment: .development
                    )
                    let zone = ZoneKey(key, WireZoneID.defaultName)
                    _ = try await store.modify(.creation(of: "A", in: zone, request: "request \(account)"))
                    #expect(
                        try await store.changes(of: zone, since: .beginning, limit: 10).records.map(\.name) == ["A"]
                    )
                }
                let names = try await database.reader.run(.single) { db in db.tables(of: 1).record }
                #expect(names == "record")
                #expect(try await store.verify().isClean)
                await database.close()
            }
        }
    }
}

extension ModifyCommand {
    /// Creates a record without fields.
    static func creation(of name: String, in zone: ZoneKey, request: String? = nil) -> ModifyCommand {
        ModifyCommand(
            zone: zone,
            operations: [RecordOperation(.create, WireRecord(recordName: name, recordType: "Note"))],
            isAtomic: false,
            author: Author(userRecordName: "_u", deviceID: nil, mayChangeAll: true),
            now: 10,
            quota: .unlimited,
            request: request.map { RequestKey(id: $0, digest: [1]) }
        ) { results, zone in
            StoredAnswer(status: 200, body: Array("\(results) \(zone.head)".utf8))
        }
    }
}
