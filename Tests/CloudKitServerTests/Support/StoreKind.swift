import Foundation
import GRDB
import Logging

@testable import CloudKitServer

/// The stores that there are.
enum StoreKind: String, CaseIterable, Sendable {
    case embedded = "embedded store"
    case postgreSQL = "PostgreSQL"

    /// Opens a fresh store for a body, which closes it; afterwards nothing of it is left.
    func with(
        beforeCommit: (@Sendable () -> Void)? = nil,
        wrapping wrap: OpenStore.Wrap = { $0 },
        _ body: @Sendable (OpenStore) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("server-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        switch self {
        case .embedded:
            let file = try SQLiteDatabase(path: folder + "/s.sqlite")
            try await body(try OpenStore(file, folder: folder, beforeCommit: beforeCommit, wrapping: wrap))
        case .postgreSQL:
            try await PostgreSQLServer.shared.withDatabase { address in
                let database = try await PostgreSQLDatabase(address: address, surroundings: OpenStore.surroundings)
                try await body(
                    try await OpenStore(database, folder: folder, beforeCommit: beforeCommit, wrapping: wrap)
                )
            }
        }
    }
}

/// An open store, and a way past it to its tables.
struct OpenStore: Sendable {
    let server: ServerStore
    /// A folder for what is kept beside it.
    let folder: String
    /// The file of an embedded store.
    let file: SQLiteDatabase?
    let database: PostgreSQLDatabase?

    /// Puts another store in front of one.
    typealias Wrap = @Sendable (any RecordStore) -> any RecordStore

    static let randomBytes: @Sendable (Int) -> [UInt8] = { count in
        (0..<count).map { _ in UInt8.random(in: 0...255) }
    }
    static let surroundings = Surroundings(now: { 0 }, randomBytes: randomBytes)

    init(
        _ file: SQLiteDatabase,
        folder: String,
        beforeCommit: (@Sendable () -> Void)?,
        wrapping wrap: Wrap = { $0 }
    ) throws {
        let records = wrap(SQLiteRecordStore(file, beforeCommit: beforeCommit))
        server = try ServerStore(file, records: records, surroundings: Self.surroundings)
        (self.folder, self.file, database) = (folder, file, nil)
    }

    init(
        _ database: PostgreSQLDatabase,
        folder: String,
        beforeCommit: (@Sendable () -> Void)?,
        wrapping wrap: Wrap = { $0 }
    ) async throws {
        let records = wrap(PostgreSQLRecordStore(database, beforeCommit: beforeCommit))
        server = try await ServerStore(database, records: records, surroundings: Self.surroundings)
        (self.folder, file, self.database) = (folder, nil, database)
    }

    /// Runs statements behind the service's back.
    func execute(_ statements: String...) async throws {
        try await file?.pool.write { db in
            for sql in statements { try db.execute(sql: sql) }
        }
        try await database?.writer.run(.write) { db in
            for sql in statements { _ = try db.query(sql) }
        }
    }
}
