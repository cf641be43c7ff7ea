import CloudKitWebServices
import Foundation
import Synchronization
import Testing

@testable import CloudKitServer

@Suite("Connections to PostgreSQL")
struct PostgreSQLPoolTests {
    /// A pool on an empty database.
    private static func with(connections: Int = 1, _ body: @Sendable (PostgreSQLPool) async throws -> Void) async throws
    {
        try await PostgreSQLServer.shared.withDatabase { address in
            let pool = PostgreSQLPool(address, connections: connections, randomBytes: OpenStore.randomBytes)
            do {
                try await body(pool)
                await pool.close()
            } catch {
                await pool.close()
                throw error
            }
        }
    }

    @Test("Values come back as they went")
    func values() async throws {
        try await Self.with { pool in
            try await pool.run(.single) { db in
                let sql =
                    "SELECT $1::bigint, $2::text, $3::bytea, $4::boolean, $5::float8, $6::bytea, $7::text, $8::text"
                let values: [PostgreSQLValue] = [
                    .integer(.min), .text("Zoë\u{301} 𝄞"), .bytes([0, 255, 0]), .boolean(true), .double(-0.1),
                    .bytes([]), .text(""), .text(nil),
                ]
                let row = try #require(try db.query(sql, values).first)
                #expect(row.integer(0) == .min && row.text(1) == "Zoë\u{301} 𝄞" && row.bytes(2) == [0, 255, 0])
                #expect(row.boolean(3) && row.double(4) == -0.1)
                #expect(row.optionalBytes(5) == [] && !row.isNull(6) && row.text(6).isEmpty && row.isNull(7))
                // PostgreSQL has no character zero; what clients send must not fail for it.
                #expect(try db.query("SELECT $1::text", [.text("a\0b")]).first?.text(0) == "a␀b")
            }
        }
    }

    @Test("Arrays become rows, with nulls and without any element")
    func arrays() async throws {
        try await Self.with { pool in
            try await pool.run(.single) { db in
                let sql = """
                    SELECT a, b, c, d FROM unnest($1::bigint[], $2::text[], $3::bytea[], $4::boolean[])
                    WITH ORDINALITY AS t (a, b, c, d, n) ORDER BY n
                    """
                let values: [PostgreSQLValue] = [
                    .integers([1, -2]), .texts(["x", ""]), .byteStrings([nil, [7]]), .booleans([false, true]),
                ]
                let rows = try db.query(sql, values).map { $0 }
                #expect(rows.map { $0.integer(0) } == [1, -2] && rows.map { $0.text(1) } == ["x", ""])
                #expect(rows.map { $0.optionalBytes(2) } == [nil, [7]] && rows.map { $0.boolean(3) } == [false, true])
                let none: [PostgreSQLValue] = [.integers([]), .texts([]), .byteStrings([]), .booleans([])]
                #expect(try db.query(sql, none).count == 0)
            }
        }
    }

    @Test("An error undoes its transaction and nothing else; the connection goes on")
    func errors() async throws {
        try await Self.with { pool in
            try await pool.run(.single) { db in try db.run(script: "CREATE TABLE IF NOT EXISTS scratch (n bigint)") }
            await #expect(throws: PostgreSQLError.self) {
                try await pool.run(.write) { db in
                    db.later("INSERT INTO scratch VALUES ($1)", [.integer(1)])
                    db.later("SELECT 1 / $1::bigint", [.integer(0)])
                    db.later("INSERT INTO scratch VALUES ($1)", [.integer(2)])
                }
            }
            await #expect(throws: CancellationError.self) {
                try await pool.run(.write) { db in
                    _ = try db.query("INSERT INTO scratch VALUES ($1)", [.integer(3)])
                    throw CancellationError()
                }
            }
            try await pool.run(.write) { db in db.later("INSERT INTO scratch VALUES ($1)", [.integer(4)]) }
            let numbers = try await pool.run(.single) { try $0.query("SELECT n FROM scratch").map { $0.integer(0) } }
            #expect(numbers == [4])
        }
    }

    @Test("Work that PostgreSQL gives up is done again as a whole, but not for ever", arguments: ["40001", "40P01"])
    func retries(_ state: String) async throws {
        try await Self.with { pool in
            let raise = "DO $$ BEGIN RAISE EXCEPTION 'given up' USING ERRCODE = '\(state)'; END $$"
            let tries = Mutex(0)
            let value = try await pool.run(.write) { db in
                let number = tries.withLock { tries in
                    tries += 1
                    return tries
                }
                if number < 4 { try db.run(script: raise) }
                return try db.query("SELECT 7::bigint").first?.integer(0)
            }
            #expect(value == 7 && tries.withLock { $0 } == 4)
            let error = await #expect(throws: PostgreSQLError.self) {
                try await pool.run(.write) { db in
                    tries.withLock { $0 += 1 }
                    try db.run(script: raise)
                }
            }
            #expect(error?.state == state && tries.withLock { $0 } == 4 + PostgreSQLPool.attempts)
        }
    }

    @Test("A connection that was cut is made again, and what was not committed is done again")
    func cut() async throws {
        try await Self.with { pool in
            let cuts = Mutex(0)
            let value = try await pool.run(.write) { db in
                let isFirst = cuts.withLock { cuts in
                    cuts += 1
                    return cuts == 1
                }
                if isFirst { _ = try db.query("SELECT pg_terminate_backend(pg_backend_pid())") }
                return try db.query("SELECT 7::bigint").first?.integer(0)
            }
            #expect(value == 7 && cuts.withLock { $0 } == 2)
        }
    }

    @Test("If the connection goes during the commit, nobody says that it was kept, and it is not done again")
    func unknownCommit() async throws {
        try await Self.with { pool in
            try await pool.run(.single) { db in
                try db.run(
                    script: """
                        DROP TABLE IF EXISTS doomed;
                        CREATE TABLE doomed (n bigint);
                        CREATE OR REPLACE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS
                        $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
                        CREATE CONSTRAINT TRIGGER cut AFTER INSERT ON doomed DEFERRABLE INITIALLY DEFERRED
                        FOR EACH ROW EXECUTE FUNCTION cut()
                        """
                )
            }
            let tries = Mutex(0)
            let fault = await #expect(throws: ServiceFault.self) {
                try await pool.run(.write) { db in
                    tries.withLock { $0 += 1 }
                    db.later("INSERT INTO doomed VALUES ($1)", [.integer(1)])
                }
            }
            #expect(fault?.status == 503 && fault?.error.retryAfter == 1 && tries.withLock { $0 } == 1)
            #expect(try await pool.run(.single) { try $0.query("SELECT 1").count } == 1)
        }
    }

    @Test("A PostgreSQL that is not there is an answer to try again, without its password")
    func unreachable() async throws {
        let address = "postgresql://anna:geheim@127.0.0.1:1/none"
        let pool = PostgreSQLPool(address, connections: 1, randomBytes: OpenStore.randomBytes)
        let fault = await #expect(throws: ServiceFault.self) {
            try await pool.run(.single) { _ = try $0.query("SELECT 1") }
        }
        await pool.close()
        #expect(fault?.status == 503 && fault?.error.retryAfter != nil)
        #expect(throws: PostgreSQLError.self) { try PostgreSQLConnection(address) }
        do { _ = try PostgreSQLConnection(address) } catch { #expect(!"\(error)".contains("geheim")) }
    }

    @Test("More than may wait is turned away")
    func bounded() async throws {
        try await Self.with { pool in
            let gate = Gate()
            let total = PostgreSQLPool.capacity + 10
            let refused = Counter()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<total {
                    group.addTask {
                        do {
                            try await pool.run(.single) { _ in gate.wait() }
                        } catch {
                            // The first that is refused lets all others go on.
                            if refused.next() == 1 { gate.open() }
                        }
                    }
                }
            }
            // One was being done; its place in the line was free.
            #expect((1...10).contains(refused.value))
        }
    }
}

private final class Counter: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

/// Holds up threads until it is opened.
private final class Gate: @unchecked Sendable {
    private let condition = NSCondition()
    private var isOpen = false

    func open() {
        condition.withLock {
            isOpen = true
            condition.broadcast()
        }
    }

    func wait() {
        condition.withLock { while !isOpen { condition.wait() } }
    }
}
