import CloudKitServer
import Foundation
import Logging

/// Where the simulated service has its records and accounts.
protocol ServerStorage: AnyObject {
    /// The folder of the service: its files of assets lie below it, whatever has the rest.
    var folder: URL { get }

    /// Opens the store.
    func open(_ parts: StorageParts) throws -> ServerStore
    /// Closes it.
    func close() throws
    /// Closes it as the end of a process does: what was committed by now is what the next one finds.
    func endProcess() throws
    /// Removes what is not in the folder.
    func remove() throws
}

/// What a store of the service gets from its world.
struct StorageParts {
    let scheduler: TransactionScheduler
    let surroundings: CloudKitServer.Surroundings
    let line: JobLine
    let logger: Logger
}

/// The embedded store, in a file.
final class FileStorage: ServerStorage {
    private(set) var folder: URL
    private var file: SQLiteDatabase?
    private var lives = 0

    init(_ folder: URL) { self.folder = folder }

    func open(_ parts: StorageParts) throws -> ServerStore {
        let path = folder.appending(path: StoreBackup.databaseName).path
        let file = try SQLiteDatabase(path: path, gate: parts.scheduler)
        self.file = file
        return try ServerStore(file, surroundings: parts.surroundings, logger: parts.logger)
    }

    func close() throws { try file?.close() }

    func endProcess() throws {
        lives += 1
        let next = folder.deletingLastPathComponent().appending(path: "server-\(lives)", directoryHint: .isDirectory)
        try FileManager.default.copyItem(at: folder, to: next)
        try close()
        try FileManager.default.removeItem(at: folder)
        folder = next
    }

    func remove() {}
}

/// A database of PostgreSQL, one for each run.
final class DatabaseStorage: ServerStorage {
    let folder: URL
    private let administration: PostgreSQLAdministration
    private let name: String
    private let line: JobLine
    private var database: PostgreSQLDatabase?

    /// Makes the database, empty or as another one.
    ///
    /// - Throws: What PostgreSQL says against it.
    init(_ folder: URL, server: String, name: String, from template: String? = nil, line: JobLine) throws {
        (self.folder, self.name, self.line) = (folder, name, line)
        let administration = PostgreSQLAdministration(server: server)
        self.administration = administration
        try line.exclusively {
            try await administration.drop(name)
            try await administration.create(name, from: template)
        }
    }

    func open(_ parts: StorageParts) throws -> ServerStore {
        let (address, surroundings, scheduler, logger) = (
            administration.address(of: name), parts.surroundings, parts.scheduler, parts.logger
        )
        let (database, store) = try line.exclusively {
            let database = try await PostgreSQLDatabase(address: address, surroundings: surroundings, gate: scheduler)
            return (database, try await ServerStore(singleNode: database, surroundings: surroundings, logger: logger))
        }
        self.database = database
        return store
    }

    func close() throws {
        guard let database else { return }
        try line.exclusively { await database.close() }
        self.database = nil
    }

    /// What is committed is in the database, and nothing else is.
    func endProcess() throws { try close() }

    func remove() throws {
        let (administration, name) = (administration, name)
        try line.exclusively { try await administration.drop(name) }
    }
}
