import Foundation
import Testing

@testable import SwiftData

@Suite("Store recovery")
struct RecoveryTests {
    private static let folders = 20
    private static let notes = 1_500

    /// A closed store with notes in folders, and its URL.
    private static func makeStore(in folder: TemporaryFolder) throws -> URL {
        let url = folder.file("damaged.store")
        let container = try newContainer(url)
        let context = ModelContext(container)
        let drawers = (0..<folders).map { LogFolder("Folder \($0)") }
        for drawer in drawers { context.insert(drawer) }
        for number in 0..<notes {
            let note = LogNote("Note \(number)", weight: number)
            note.body = String(repeating: "text \(number) ", count: 30)
            note.folder = drawers[number % folders]
            context.insert(note)
        }
        try context.save()
        for store in container.sqliteStores {
            try store.connection.access { db in try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        }
        return url
    }

    private static func newContainer(_ url: URL) throws -> ModelContainer {
        let schema = Schema([LogNote.self, LogFolder.self])
        return try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: url))
    }

    @Test func `a sound store is saved whole`() throws {
        let folder = try TemporaryFolder()
        let url = try Self.makeStore(in: folder)
        #expect(try StoreIntegrity.problems(in: url) == [])
        let target = try Self.newContainer(folder.file("new.store"))
        let report = try StoreRecovery.salvage(from: url, into: target)
        #expect(report.saved == Self.notes + Self.folders && report.lost == 0 && report.problems.isEmpty, "\(report)")
        let context = ModelContext(target)
        #expect(try context.fetchCount(FetchDescriptor<LogNote>()) == Self.notes)
        let drawers = try context.fetch(FetchDescriptor<LogFolder>(sortBy: [SortDescriptor(\.name)]))
        #expect(drawers.allSatisfy { $0.notes.count == Self.notes / Self.folders })
        context.insert(LogNote("One more"))
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<LogNote>()) == Self.notes + 1)
    }

    /// Whole pages overwritten anywhere but at the very beginning: never a crash, nothing invented, the original
    /// untouched.
    @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6]) func `what can be read is saved`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let folder = try TemporaryFolder()
        let url = try Self.makeStore(in: folder)
        var bytes = try Data(contentsOf: url)
        let pages = bytes.count / 4_096
        for _ in 0..<3 {
            let page = Int.random(in: 8..<pages, using: &random)
            for offset in 0..<4_096 { bytes[page * 4_096 + offset] = UInt8.random(in: 0...255, using: &random) }
        }
        try bytes.write(to: url)
        #expect(try !StoreIntegrity.problems(in: url).isEmpty, "seed \(seed)")
        let target = try Self.newContainer(folder.file("new.store"))
        let report = try StoreRecovery.salvage(from: url, into: target)
        #expect(try Data(contentsOf: url) == bytes, "seed \(seed)")
        #expect(!report.problems.isEmpty, "seed \(seed)")
        try check(report, target, seed: seed)
        #expect(report.saved > Self.notes * 8 / 10, "seed \(seed): \(report)")
    }

    /// Single bytes flipped: most of them inside values, some in the structure.
    @Test(arguments: [UInt64(11), 12, 13, 14]) func `flipped bytes`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let folder = try TemporaryFolder()
        let url = try Self.makeStore(in: folder)
        let sound = try Data(contentsOf: url)
        for round in 0..<5 {
            var bytes = sound
            for _ in 0..<20 {
                bytes[Int.random(in: 4_096..<bytes.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
            }
            try bytes.write(to: url)
            let target = try Self.newContainer(folder.file("new-\(round).store"))
            let report = try StoreRecovery.salvage(from: url, into: target)
            let found = try ModelContext(target).fetchCount(FetchDescriptor<LogNote>())
            #expect(found == report.tables.first { $0.name == "LogNote" }?.saved, "seed \(seed), round \(round)")
            #expect(found > Self.notes / 2, "seed \(seed), round \(round): \(report)")
        }
    }

    /// The trees' first pages overwritten: no row can be reached any more, only found.
    @Test func `rows of a broken tree are found in their pages`() throws {
        let folder = try TemporaryFolder()
        let url = try Self.makeStore(in: folder)
        let database = try RawDatabase(url.path)
        let roots = try database.integers(
            "SELECT rootpage FROM sqlite_master WHERE type = 'table' AND name = 'LogNote'"
        )
        let root = try #require(roots.first)
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        var bytes = try Data(contentsOf: url)
        for offset in 0..<64 { bytes[(Int(root) - 1) * 4_096 + offset] = 0xEE }
        try bytes.write(to: url)
        let target = try Self.newContainer(folder.file("new.store"))
        let report = try StoreRecovery.salvage(from: url, into: target)
        let notes = try #require(report.tables.first { $0.name == "LogNote" })
        #expect(notes.saved == Self.notes, "\(report)")
        let context = ModelContext(target)
        let found = try context.fetch(FetchDescriptor<LogNote>(sortBy: [SortDescriptor(\.weight)]))
        #expect(found.map(\.weight) == Array(0..<Self.notes))
        #expect(found.allSatisfy { $0.title == "Note \($0.weight)" && $0.folder != nil })
        #expect(found.allSatisfy { $0.body == String(repeating: "text \($0.weight) ", count: 30) })
    }

    private func check(_ report: RecoveryReport, _ target: ModelContainer, seed: UInt64) throws {
        let context = ModelContext(target)
        let notes = try context.fetch(FetchDescriptor<LogNote>())
        let table = try #require(report.tables.first { $0.name == "LogNote" })
        #expect(notes.count == table.saved, "seed \(seed): \(report)")
        #expect(table.saved + table.refused + table.lost >= Self.notes, "seed \(seed): \(report)")
        for note in notes where note.body == String(repeating: "text \(note.weight) ", count: 30) {
            #expect(note.title == "Note \(note.weight)", "seed \(seed)")
        }
        for store in target.sqliteStores {
            try store.connection.access { db in
                let handle = try #require(db.sqliteConnection)
                #expect(StoreIntegrity.problems(on: handle, of: StoreError.memoryURL, limit: 10) == [], "seed \(seed)")
            }
        }
    }

    @Test func `what is no store is refused`() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("text.store")
        try Data(String(repeating: "this is no store ", count: 1_000).utf8).write(to: url)
        let target = try Self.newContainer(folder.file("new.store"))
        let report = try StoreRecovery.salvage(from: url, into: target)
        #expect(report.saved == 0 && !report.problems.isEmpty)
        #expect(throws: StoreError.self) { try StoreRecovery.salvage(from: folder.file("missing.store"), into: target) }
        #expect(throws: StoreError.self) { try StoreIntegrity.problems(in: folder.file("missing.store")) }
    }
}
