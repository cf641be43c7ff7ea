import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("The tables in PostgreSQL")
struct PostgreSQLDatabaseTests {
    private static func drop(_ address: String) async throws {
        let database = try await PostgreSQLDatabase(address: address, surroundings: OpenStore.surroundings)
        try await database.writer.run(.single) { db in
            try db.run(script: "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        }
        await database.close()
    }

    @Test("Servers that start at once make the tables and the secret once")
    func together() async throws {
        try await PostgreSQLServer.shared.withDatabase { address in
            try await Self.drop(address)
            let secrets = try await withThrowingTaskGroup(of: [UInt8].self) { group in
                for number in 1...4 {
                    group.addTask {
                        let database = try await PostgreSQLDatabase(
                            address: address,
                            surroundings: OpenStore.surroundings
                        )
                        let secret = try await database.secret { [UInt8](repeating: UInt8(number), count: 32) }
                        await database.close()
                        return secret
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(secrets.count == 1 && secrets.first?.count == 32)
        }
    }

    @Test("Whatever of a table another server has made first, it is waited for", arguments: ["TABLE", "TYPE"])
    func clash(_ kind: String) async throws {
        try await PostgreSQLServer.shared.withDatabase { address in
            let database = try await PostgreSQLDatabase(address: address, surroundings: OpenStore.surroundings)
            func run(_ script: String) async throws {
                try await database.writer.run(.single) { try $0.run(script: script) }
            }
            let (name, columns) = ("made_as_\(kind.lowercased())", kind == "TYPE" ? "AS (a int)" : "(a int)")
            try await run("CREATE \(kind) \(name) \(columns)")
            let error = await #expect(throws: PostgreSQLError.self) { try await run("CREATE TABLE \(name) (a int)") }
            #expect(error?.isClashOfTables == true, "\(String(describing: error))")
            try await run("DROP \(kind) \(name)")
            await database.close()
        }
    }

    @Test("Tables of a newer version are left alone")
    func newer() async throws {
        try await StoreKind.postgreSQL.with { store in
            let database = try #require(store.database)
            try await store.server.records.checkReady()
            try await store.execute("UPDATE store_version SET version = version + 1")
            await #expect(throws: PostgreSQLError.self) { try await store.server.records.checkReady() }
            await #expect(throws: PostgreSQLError.self) {
                _ = try await PostgreSQLDatabase(address: database.address, surroundings: OpenStore.surroundings)
            }
            try await store.execute("UPDATE store_version SET version = version - 1")
            try await store.server.close()
        }
    }

    @Test("Every key begins with the account, and every table of an account's things is divided by it")
    func keys() async throws {
        try await StoreKind.postgreSQL.with { store in
            let database = try #require(store.database)
            let (bad, undivided) = try await database.reader.run(.single) { db in
                let indexes = """
                    SELECT i.indexrelid::regclass::text FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
                    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
                    WHERE c.relkind = 'p' AND a.attname <> 'account_id'
                    """
                let tables = """
                    SELECT c.relname::text FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
                    WHERE c.relnamespace = 'public'::regnamespace AND a.attname = 'account_id' AND c.relkind = 'r'
                    AND NOT c.relispartition
                    """
                return (try db.query(indexes).map { $0.text(0) }, try db.query(tables).map { $0.text(0) })
            }
            #expect(bad.isEmpty && undivided == ["account"])
            try await store.server.close()
        }
    }
}
