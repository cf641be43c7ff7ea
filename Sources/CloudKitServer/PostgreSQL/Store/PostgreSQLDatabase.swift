import Foundation

/// The PostgreSQL database in which one or several servers keep everything but assets.
///
/// A server that was killed leaves nothing behind that another would wait for: locks end with their connections.
public final class PostgreSQLDatabase: Sendable {
    /// Connections for transactions that write, two for each core; each waits for its own commit, and they share the disk's
    /// work.
    ///
    /// With more, fewer requests share a transaction, and each costs more.
    static let writers = min(max(4, 2 * ProcessInfo.processInfo.activeProcessorCount), 16)
    /// Connections for reads, so that these never wait behind writers that wait for a lock.
    static let readers = 4

    let address: String
    let writer: PostgreSQLPool
    let reader: PostgreSQLPool
    /// One connection for hints to other servers.
    let notifier: PostgreSQLPool

    /// Connects, and brings the tables up to date.
    ///
    /// - Parameters:
    ///   - address: A URL, such as `postgresql://cloudkit@db.example.org/cloudkit`, or what else libpq takes. Several
    ///     hosts in it are tried in turn, and the one is taken that takes writes.
    ///   - surroundings: Its random numbers spread repeated tries.
    /// - Throws: An error that says why, if it cannot be reached or is of a newer version.
    public convenience init(address: String, surroundings: Surroundings) async throws {
        try await self.init(address: address, surroundings: surroundings, gate: nil)
    }

    /// Connects to a database whose transactions begin when a gate lets them.
    ///
    /// - Throws: An error that says why, if it cannot be reached or is of a newer version.
    package init(address: String, surroundings: Surroundings, gate: (any TransactionGate)?) async throws {
        self.address = address
        let randomBytes = surroundings.randomBytes
        let parts = TableParts()
        func pool(_ connections: Int) -> PostgreSQLPool {
            PostgreSQLPool(address, connections: connections, parts: parts, randomBytes: randomBytes, gate: gate)
        }
        (writer, reader) = (pool(Self.writers), pool(Self.readers))
        notifier = PostgreSQLPool(address, connections: 1, randomBytes: randomBytes)
        do {
            try await PostgreSQLTables.prepare(in: writer)
        } catch {
            await close()
            throw error
        }
        await parts.look(in: writer)
    }

    /// A secret of this service: made once, kept in the database, the same for all servers on it.
    ///
    /// - Parameter make: Makes it, if there is none.
    /// - Returns: Its bytes.
    /// - Throws: What the database throws.
    public func secret(_ make: @escaping @Sendable () -> [UInt8]) async throws -> [UInt8] {
        try await writer.run(.write) { db in
            let insert = "INSERT INTO setting (name, value) VALUES ('secret', $1) ON CONFLICT (name) DO NOTHING"
            _ = try db.query(insert, [.bytes(make())])
            // Another server may have been first.
            return try db.query("SELECT value FROM setting WHERE name = 'secret'").first?.bytes(0) ?? []
        }
    }

    /// Closes the connections; what runs is finished first.
    public func close() async {
        await writer.close()
        await reader.close()
        await notifier.close()
    }
}
