@testable import CloudKitServer

/// A record store without a service around it.
enum RecordStoreWorld {
    /// Runs a body over a fresh store.
    static func run(
        _ kind: StoreKind,
        few: Int,
        bounds: QueryBounds = QueryBounds(),
        _ body: @Sendable (any RecordStore) async throws -> Void
    ) async throws {
        try await kind.with { store in
            if let file = store.file { try await body(SQLiteRecordStore(file, few: few, bounds: bounds)) }
            if let database = store.database {
                try await body(PostgreSQLRecordStore(database, few: few, bounds: bounds))
            }
            try await store.server.close()
        }
    }
}
