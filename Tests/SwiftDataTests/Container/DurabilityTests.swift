import Foundation
import Testing

@testable import SwiftData

@Suite("Durability")
struct DurabilityTests {
    /// What SQLite answers for `PRAGMA synchronous` on the connection that saves.
    private func synchronous(_ durability: StoreDurability?) throws -> Int64? {
        let folder = FileManager.default.temporaryDirectory.appending(path: "durability-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let schema = Schema([DurableNote.self])
        var configuration = ModelConfiguration(schema: schema, url: folder.appending(path: "a.store"))
        if let durability { configuration.durability = durability }
        let container = try ModelContainer(for: schema, configurations: configuration)
        let context = ModelContext(container)
        context.insert(DurableNote(text: "a"))
        try context.save()
        let connection = try #require(container.sqliteStores.first).connection
        return try connection.access { database in
            try RawStatement.integer("PRAGMA synchronous", on: #require(database.sqliteConnection))
        }
    }

    @Test("Full durability waits for the disk at every save; without it SQLite waits at a checkpoint alone")
    func pragmas() throws {
        #expect(try synchronous(.full) == 2)
        #expect(try synchronous(.normal) == 1)
        #expect(try synchronous(nil) == 1)
    }
}

@Model
final class DurableNote {
    var text: String

    init(text: String) {
        self.text = text
    }
}
