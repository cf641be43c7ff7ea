import Foundation
import TestSupport

@testable import CloudKitServer

/// The PostgreSQL of the tests: the one that the environment names, or one that is started for this process.
///
/// Each test has a database of its own. They are few, so that tests wait for each other rather than for connections, and
/// they are emptied and used again, since making one takes longer than a test. The tests of the client have this file too.
actor PostgreSQLServer {
    static let shared = PostgreSQLServer()
    private static let databases = 4

    private var url: String?
    private var free: [String] = []
    private var made = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Gives a body the address of an empty database that nobody else uses.
    func withDatabase(_ body: @Sendable (String) async throws -> Void) async throws {
        let address = try await take()
        do {
            try await body(address)
            giveBack(address)
        } catch {
            giveBack(address)
            throw error
        }
    }

    /// Gives a body the address of a database without any tables, which is gone afterwards.
    func withNewDatabase(_ body: @Sendable (String) async throws -> Void) async throws {
        let (server, name) = (PostgreSQLAdministration(server: try address()), Self.newName())
        try await server.create(name)
        do {
            try await body(server.address(of: name))
            try await server.drop(name)
        } catch {
            try? await server.drop(name)
            throw error
        }
    }

    private static func newName() -> String {
        "cloudkit_\(UUID().uuidString.lowercased().replacing("-", with: ""))"
    }

    private func take() async throws -> String {
        while free.isEmpty, made == Self.databases { await withCheckedContinuation { waiting.append($0) } }
        if let address = free.popLast() {
            try await empty(address)
            return address
        }
        made += 1
        let (server, name) = (PostgreSQLAdministration(server: try address()), Self.newName())
        try await server.create(name)
        return server.address(of: name)
    }

    private func giveBack(_ address: String) {
        free.append(address)
        if !waiting.isEmpty { waiting.removeFirst().resume() }
    }

    private func empty(_ address: String) async throws {
        try await Self.run(address) { db in
            let sql = """
                SELECT relname::text FROM pg_class WHERE relnamespace = to_regnamespace('public')
                AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'store_version'
                """
            let tables = try db.query(sql).map { $0.text(0) }
            // A test of connections alone makes none.
            guard !tables.isEmpty else { return }
            try db.run(script: tables.map { "DELETE FROM \($0)" }.joined(separator: ";"))
        }
    }

    /// One transaction, or one statement that allows none, on a connection of its own.
    static func run(
        _ address: String,
        _ work: @escaping @Sendable (PostgreSQLTransaction) throws -> Void
    ) async throws {
        let pool = PostgreSQLPool(address, connections: 1, randomBytes: { [UInt8](repeating: 0, count: $0) })
        do {
            try await pool.run(.single, work)
            await pool.close()
        } catch {
            await pool.close()
            throw error
        }
    }

    private func address() throws -> String {
        if let url { return url }
        let new = try PostgreSQLScript.server()
        url = new
        return new
    }
}
