import CloudKitWebServices
import Foundation
import GRDB
import Testing

@testable import CloudKitServer

@Suite("Subscriptions of an older store")
struct SubscriberUpgradeTests {
    private static let account: Int64 = 7
    private static let body = WireSubscription(subscriptionID: "all", subscriptionType: .database).json()
    private static let key = DatabaseKey(
        account: AccountID(rawValue: account),
        container: World.container,
        environment: .development
    )

    private static func check(_ records: any RecordStore) async throws {
        let found = try await records.subscriptions(of: key)
        #expect(found.map(\.id) == ["all"] && found.first?.subscriber == nil)
        let operations: [Result<ModifySubscriptionsCommand.Operation, WireError>] = [.success(.delete(id: "all"))]
        _ = try await records.modifySubscriptions(
            ModifySubscriptionsCommand(database: key, operations: operations, request: nil, now: 0) { results in
                #expect(results.allSatisfy { (try? $0.get()) != nil })
                return StoredAnswer(status: 200, body: [])
            }
        )
        #expect(try await records.subscriptions(of: key).isEmpty)
    }

    @Test("A file is brought up to date with them in it")
    func embedded() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("server-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/s.sqlite"
        let old = try DatabasePool(path: path)
        try SQLiteDatabase.migrator.migrate(old, upTo: "indexes")
        try await old.write { db in
            try db.execute(
                sql: """
                    INSERT INTO database (account_id, database_id, container, environment)
                    VALUES (?1, 1, ?2, 'development')
                    """,
                arguments: [Self.account, World.container]
            )
            try db.execute(
                sql:
                    "INSERT INTO subscription (account_id, database_id, subscription_id, body) VALUES (?, 1, 'all', ?)",
                arguments: [Self.account, Data(Self.body)]
            )
        }
        try old.close()
        let file = try SQLiteDatabase(path: path)
        try await Self.check(SQLiteRecordStore(file))
        try file.close()
    }

    /// The tables as they were in the fourth version.
    private static let back = """
        DROP INDEX subscription_of_type;
        ALTER TABLE subscription DROP CONSTRAINT subscription_pkey;
        ALTER TABLE subscription DROP COLUMN subscriber;
        ALTER TABLE subscription DROP COLUMN record_type;
        ALTER TABLE subscription ADD PRIMARY KEY (account_id, database_id, subscription_id);
        DROP INDEX answer_age;
        CREATE INDEX answer_age ON answer (created_ms);
        DROP INDEX record_tombstone;
        CREATE INDEX record_tombstone ON record (modified_ms) WHERE is_deleted;
        ALTER TABLE session DROP COLUMN api_token;
        DROP TABLE account_role;
        ALTER TABLE graveyard DROP COLUMN deletion;
        UPDATE store_version SET version = 4 WHERE part = 'tables'
        """

    @Test("Tables in PostgreSQL are brought up to date with them in it")
    func postgreSQL() async throws {
        // Of its own: where this fails, its tables are of no version that others could use.
        try await PostgreSQLServer.shared.withNewDatabase { address in
            let old = try await PostgreSQLDatabase(address: address, surroundings: OpenStore.surroundings)
            try await old.writer.run(.write) { db in
                try db.run(script: Self.back)
                let database = """
                    INSERT INTO database (account_id, database_id, container, environment)
                    VALUES ($1, 1, $2, 'development')
                    """
                _ = try db.query(database, [.integer(Self.account), .text(World.container)])
                let subscription = """
                    INSERT INTO subscription (account_id, database_id, subscription_id, body) VALUES ($1, 1, 'all', $2)
                    """
                _ = try db.query(subscription, [.integer(Self.account), .bytes(Self.body)])
            }
            await old.close()
            let new = try await PostgreSQLDatabase(address: address, surroundings: OpenStore.surroundings)
            try await Self.check(PostgreSQLRecordStore(new))
            let indexes =
                "SELECT count(*) FROM pg_indexes WHERE indexname IN ('answer_age', 'record_tombstone') "
                + "AND indexdef LIKE '%(account_id, %'"
            let count = try await new.reader.run(.single) { db in try db.query(indexes).first?.integer(0) }
            #expect(count == 2)
            await new.close()
        }
    }
}
