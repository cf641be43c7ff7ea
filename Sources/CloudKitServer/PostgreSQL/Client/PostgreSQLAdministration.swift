import Foundation

/// Makes and drops databases on a server of PostgreSQL, for tests and simulations.
package struct PostgreSQLAdministration: Sendable {
    /// The URL of the server, with a database in which nothing is changed.
    package let server: String

    package init(server: String) { self.server = server }

    /// The URL of a database on the server.
    package func address(of name: String) -> String {
        guard var url = URLComponents(string: server) else { return server }
        url.path = "/" + name
        return url.string ?? server
    }

    /// Makes a database, empty or as another one that nobody uses.
    ///
    /// - Throws: What PostgreSQL says against it.
    package func create(_ name: String, from template: String? = nil) async throws {
        try await run("CREATE DATABASE \(name)\(template.map { " TEMPLATE \($0)" } ?? "")")
    }

    /// Drops a database, if there is one, and the connections to it.
    ///
    /// - Throws: What PostgreSQL says against it.
    package func drop(_ name: String) async throws {
        try await run("DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
    }

    /// One statement that allows no transaction, on a connection of its own.
    private func run(_ sql: String) async throws {
        let pool = PostgreSQLPool(server, connections: 1, randomBytes: { [UInt8](repeating: 0, count: $0) })
        let result: Result<Void, any Error>
        do {
            result = .success(try await pool.run(.single) { db in try db.run(script: sql) })
        } catch {
            result = .failure(error)
        }
        await pool.close()
        try result.get()
    }
}
