import Foundation
import Testing

@testable import SwiftData

/// A store with sums that was opened on a full disk, and is written to by the same container once there is room.
@Suite("Checksums after a full disk", .enabled(if: SmallDisk.canMake, "nobody may mount here"))
struct FullDiskChecksumTests {
    /// Opens the store while the disk is full, and makes room.
    private func openWithoutRoom(_ store: ChecksumStore, on disk: SmallDisk) throws -> ModelContainer {
        try disk.fill(leaving: 0)
        let container = try store.open()
        #expect(container.sqliteStores.map { $0.connection.isWithoutRoom } == [true])
        #expect(throws: StoreError.diskFull) { try markTitles(in: container, with: "?") }
        try disk.makeRoom()
        return container
    }

    private func markTitles(in container: ModelContainer, with mark: String) throws {
        let context = ModelContext(container)
        for note in try context.fetch(FetchDescriptor<LogNote>()) { note.title += mark }
        try context.save()
    }

    private func expectMarked(_ url: URL, _ mark: String) throws {
        let configuration = ModelConfiguration(schema: ChecksumStore.schema, url: url)
        let container = try ModelContainer(for: ChecksumStore.schema, configurations: configuration)
        defer { try? ChecksumStore.close(container) }
        let notes = try ModelContext(container).fetch(FetchDescriptor<LogNote>())
        let expected = Set((0..<ChecksumStore.notes).map { ChecksumStore.title($0) + mark })
        #expect(notes.count == ChecksumStore.notes && Set(notes.map(\.title)) == expected)
    }

    private func expectEverySum(in url: URL) throws {
        let sums = try ChecksumStore.sums(in: url)
        #expect(sums.fitting > 50 && sums.none == 0 && sums.wrong == 0, "\(sums)")
        #expect(try StoreIntegrity.problems(in: url) == [])
    }

    @Test func `saves carry sums, and the file is sound`() throws {
        let disk = try SmallDisk()
        let store = try ChecksumStore(in: disk.folder)
        let container = try openWithoutRoom(store, on: disk)
        try markTitles(in: container, with: "!")
        let context = ModelContext(container)
        for number in 0..<50 { context.insert(LogNote("new \(number)", weight: 1_000 + number)) }
        try context.save()
        try context.delete(model: LogNote.self, where: #Predicate { $0.weight >= 1_000 })
        try context.save()
        try ChecksumStore.close(container)
        try expectEverySum(in: store.url)
        try expectMarked(store.url, "!")
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.url.path) == [store.url.lastPathComponent])
    }

    /// The first page must be in the log with the others: that it has no sum then excuses those that came with it.
    ///
    /// A save that makes the file larger changes the first page by itself; the later ones do not.
    @Test func `another program may bring the log in`() throws {
        let disk = try SmallDisk()
        let store = try ChecksumStore(in: disk.folder)
        let container = try openWithoutRoom(store, on: disk)
        try markTitles(in: container, with: "!")
        for round in 0..<6 {
            try bringIn(store, "round \(round)")
            for sqlite in container.sqliteStores {
                try sqlite.connection.access { try $0.execute(sql: "PRAGMA wal_checkpoint(RESTART)") }
            }
            let context = ModelContext(container)
            let notes = try context.fetch(FetchDescriptor<LogNote>(predicate: #Predicate { $0.weight == 7 }))
            let note = try #require(notes.first)
            note.body = "round \(round)"
            try context.save()
        }
        try ChecksumStore.close(container)
    }

    /// Has another program bring the log of a copy into its file.
    private func bringIn(_ store: ChecksumStore, _ label: String) throws {
        let elsewhere = try TemporaryFolder()
        let copy = elsewhere.file("killed.store")
        try store.copyAsKilled(to: copy)
        do {
            let tool = try RawDatabase(copy.path)
            #expect(try tool.integer("SELECT count(*) FROM LogNote") == Int64(ChecksumStore.notes))
        }
        #expect(try ChecksumStore.sums(in: copy).none > 1, "\(label)")
        try expectMarked(copy, "!")
        try expectEverySum(in: copy)
    }

    @Test func `pages of an older version get their sums with the first save, and not before`() throws {
        let disk = try SmallDisk()
        let store = try ChecksumStore(in: disk.folder)
        try store.makeOlder(without: [0, 3, 7])
        let bytes = try Data(contentsOf: store.url)
        let container = try openWithoutRoom(store, on: disk)
        #expect(try Data(contentsOf: store.url) == bytes)
        let context = ModelContext(container)
        context.insert(LogNote("new", weight: 1_000))
        try context.save()
        // Not by closing, nor by the next opening.
        let sums = try ChecksumStore.sums(in: store.url)
        #expect(sums.fitting > 50 && sums.none == 0 && sums.wrong == 0, "\(sums)")
        try ChecksumStore.close(container)
        try expectEverySum(in: store.url)
        #expect(try RawDatabase(store.url.path).integer("PRAGMA application_id") == Int64(StoreFileHeader.completeMark))
    }

    // MARK: The record of commits

    /// Without its last frame the log of a copy must be damage.
    private func expectRecorded(_ store: ChecksumStore) throws {
        let elsewhere = try TemporaryFolder()
        let copy = elsewhere.file("killed.store")
        try store.copyAsKilled(to: copy)
        #expect(WriteAheadLog.damage(beside: copy, isDurable: false) == nil)
        let log = WriteAheadLogFile.url(beside: copy)
        try Data(contentsOf: log).dropLast(1).write(to: log)
        #expect(WriteAheadLog.damage(beside: copy, isDurable: false)?.contains("frame") == true)
    }

    @Test func `commits are recorded`() throws {
        let disk = try SmallDisk()
        let store = try ChecksumStore(in: disk.folder)
        let container = try openWithoutRoom(store, on: disk)
        for mark in ["!", "!", "!"] {
            try markTitles(in: container, with: mark)
            try expectRecorded(store)
        }
        try ChecksumStore.close(container)
        try expectEverySum(in: store.url)
        try expectMarked(store.url, "!!!")
    }

    /// A process was killed, and another one goes on with its log after the disk was full.
    @Test func `commits are recorded behind those of a killed process`() throws {
        let original = try ChecksumStore()
        let killed = try original.open()
        try markTitles(in: killed, with: "!")
        let disk = try SmallDisk()
        let store = try ChecksumStore(in: disk.folder)
        try FileManager.default.removeItem(at: store.url)
        try original.copyAsKilled(to: store.url)
        try ChecksumStore.close(killed)
        let before = try #require(CommitRecord(beside: store.url))
        let container = try openWithoutRoom(store, on: disk)
        #expect(CommitRecord(beside: store.url) == before)
        try markTitles(in: container, with: "!")
        #expect(CommitRecord(beside: store.url) != before)
        try expectRecorded(store)
        try ChecksumStore.close(container)
        try expectEverySum(in: store.url)
        try expectMarked(store.url, "!!")
    }
}
