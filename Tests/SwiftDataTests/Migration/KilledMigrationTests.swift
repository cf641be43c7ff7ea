import Foundation
import GRDB
import Testing

@testable import SwiftData

/// A process that is killed while it migrates leaves the old store or the new one.
@Suite(.serialized) struct KilledMigrationTests {
    private static let noteCount = 300

    @Test(arguments: 1...24 as ClosedRange<UInt64>)
    func leavesTheOldStoreOrTheNew(seed: UInt64) async throws {
        let store = try TemporaryStore()
        try fill(store)
        var random = SeededGenerator(seed: seed)
        let path = store.url.path
        let delay = UInt32.random(in: 0...90_000, using: &random)
        await #expect(processExitsWith: .failure) { [path = path as String, delay = delay as UInt32] in
            Thread.detachNewThread {
                usleep(delay)
                kill(getpid(), SIGKILL)
            }
            let schema = Schema(versionedSchema: NotesV3.self)
            _ = try? ModelContainer(
                for: schema,
                migrationPlan: NotesPlan.self,
                configurations: [ModelConfiguration(schema: schema, url: URL(fileURLWithPath: path))]
            )
            while true { sleep(1) }
        }
        try check(store, seed)
    }

    private func fill(_ store: TemporaryStore) throws {
        let schema = Schema(versionedSchema: NotesV1.self)
        let context = ModelContext(
            try ModelContainer(for: schema, configurations: [ModelConfiguration(schema: schema, url: store.url)])
        )
        for number in 0..<Self.noteCount {
            context.insert(NotesV1.Note(title: "note \(number)", stars: "\(number)"))
        }
        try context.save()
    }

    /// Whatever is there now opens, has every note, and gets to the newest version.
    private func check(_ store: TemporaryStore, _ seed: UInt64) throws {
        let version = try store.rows("SELECT value FROM _metadata WHERE key = 'version'")
        #expect(["1.0.0", "3.0.0"].contains(version.first ?? ""), "seed \(seed): \(version)")
        #expect(try store.rows("PRAGMA integrity_check") == ["ok"], "seed \(seed)")
        #expect(try store.rows("PRAGMA foreign_key_check").isEmpty, "seed \(seed)")
        let schema = Schema(versionedSchema: NotesV3.self)
        for _ in 0..<2 {
            let context = ModelContext(
                try ModelContainer(
                    for: schema,
                    migrationPlan: NotesPlan.self,
                    configurations: [ModelConfiguration(schema: schema, url: store.url)]
                )
            )
            let notes = try context.fetch(FetchDescriptor<NotesV3.Note>())
            #expect(Set(notes.map(\.stars)) == Set(0..<Self.noteCount), "seed \(seed)")
            #expect(notes.allSatisfy { $0.headline.hasPrefix("note \($0.stars)! ") }, "seed \(seed)")
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
        #expect(!files.contains { $0.contains("backup") || $0.contains("migrating") }, "seed \(seed): \(files)")
    }
}
