import Foundation

@testable import CloudKitServer

/// A record store without a service around it.
enum RecordStoreWorld {
    /// Runs a body over a fresh store.
    static func run(
        few: Int,
        bounds: QueryBounds = QueryBounds(),
        _ body: (SQLiteRecordStore) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try SQLiteDatabase(path: folder.appendingPathComponent("s.sqlite").path)
        try await body(SQLiteRecordStore(file, few: few, bounds: bounds))
        try file.close()
    }
}
