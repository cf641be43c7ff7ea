import Foundation
import Testing

@testable import SwiftData

/// Parts of pages that a disk has overwritten with zeros, their sums among them.
@Suite("Zeroed parts of pages with sums")
struct ZeroedSectorTests {
    private static let pageSize = 4_096
    private static let sectorSize = 512

    /// Reads the store with each damage in turn; right values or an error, and never anything else.
    private func check(
        _ store: ChecksumStore,
        _ damages: [(page: Int, range: Range<Int>)],
        seed: UInt64 = 0
    ) throws -> (errors: Int, unseen: Int) {
        let sound = try Data(contentsOf: store.url)
        var counts = (errors: 0, unseen: 0)
        for damage in damages {
            let start = damage.page * Self.pageSize
            let range = (start + damage.range.lowerBound)..<(start + damage.range.upperBound)
            try store.change { $0.replaceSubrange(range, with: Data(count: range.count)) }
            do {
                let found = try store.read()
                #expect(found == ChecksumStore.sound, "seed \(seed), page \(damage.page + 1), bytes \(damage.range)")
                counts.unseen += 1
            } catch is StoreError {
                counts.errors += 1
            }
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: store.url.path + suffix) }
            try sound.write(to: store.url)
        }
        return counts
    }

    private func pageCount(_ store: ChecksumStore) throws -> Int {
        try Data(contentsOf: store.url).count / Self.pageSize
    }

    @Test(arguments: [8, 512, 2_048, 4_096])
    func `the end of every page`(length: Int) throws {
        let store = try ChecksumStore()
        let pages = try pageCount(store)
        let counts = try check(store, (0..<pages).map { ($0, (Self.pageSize - length)..<Self.pageSize) })
        #expect(counts.errors > pages / 2, "\(counts)")
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `sectors anywhere`(seed: UInt64) throws {
        let store = try ChecksumStore()
        let pages = try pageCount(store)
        var random = SeededGenerator(seed: seed)
        let sectors = Self.pageSize / Self.sectorSize
        let damages = (0..<60).map { _ -> (page: Int, range: Range<Int>) in
            let first = random.number(0...sectors - 1)
            let last = random.chance(50) ? sectors - 1 : random.number(first...sectors - 1)
            return (random.number(0...pages - 1), (first * Self.sectorSize)..<((last + 1) * Self.sectorSize))
        }
        _ = try check(store, damages, seed: seed)
    }

    // MARK: Files in which pages are without a sum

    @Test(arguments: [[], [0], [1, 5, 9, 30], [0, 2, 40]])
    func `a store of an older version opens, and gets every sum`(missing: [Int]) throws {
        let store = try ChecksumStore()
        try store.makeOlder(without: missing)
        #expect(try ChecksumStore.sums(in: store.url).none == missing.count)
        #expect(try store.read() == ChecksumStore.sound)
        let sums = try ChecksumStore.sums(in: store.url)
        #expect(sums.fitting > 50 && sums.none == 0 && sums.wrong == 0, "\(sums)")
        #expect(try RawDatabase(store.url.path).integer("PRAGMA application_id") == Int64(StoreFileHeader.completeMark))
        let pages = try pageCount(store)
        _ = try check(store, (0..<pages).map { ($0, 3_584..<Self.pageSize) })
    }

    @Test func `a store of an older version that cannot be written to is read as it is`() throws {
        let store = try ChecksumStore()
        try store.makeOlder(without: [0, 3, 7])
        let bytes = try Data(contentsOf: store.url)
        var configuration = ModelConfiguration(schema: ChecksumStore.schema, url: store.url, allowsSave: false)
        configuration.pageChecksums = true
        let container = try ModelContainer(for: ChecksumStore.schema, configurations: configuration)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<LogNote>()) == ChecksumStore.notes)
        try ChecksumStore.close(container)
        #expect(try Data(contentsOf: store.url) == bytes)
    }

    /// Somebody else uses the file: it stays as it is until a later opening.
    @Test func `a store of an older version that is in use opens at once`() throws {
        let store = try ChecksumStore()
        try store.makeOlder(without: [4])
        let other = try RawDatabase(store.url.path)
        try other.execute("BEGIN; SELECT count(*) FROM LogNote")
        #expect(try store.read() == ChecksumStore.sound)
        try other.execute("COMMIT")
        let writer = try RawDatabase(store.url.path)
        try writer.execute("BEGIN IMMEDIATE")
        #expect(try store.read() == ChecksumStore.sound)
        try writer.execute("ROLLBACK")
        #expect(try store.read() == ChecksumStore.sound)
    }

    // MARK: Logs that another program brings in

    /// Whatever the log holds when the process is killed, and however often it was begun anew: another program may bring it in.
    @Test func `a tool that reads does no harm, whichever log it brings in`() throws {
        let store = try ChecksumStore()
        let container = try store.open()
        let context = ModelContext(container)
        var titles = Dictionary(uniqueKeysWithValues: (0..<ChecksumStore.notes).map { ($0, ChecksumStore.title($0)) })
        for round in 0..<6 {
            for note in try context.fetch(FetchDescriptor<LogNote>()) where note.weight % 50 == round {
                note.title = "round \(round) of \(note.weight)"
                titles[note.weight] = note.title
            }
            try context.save()
            try expectSound(afterToolReads: store, titles, "round \(round)")
            for sqlite in container.sqliteStores {
                let mode = round.isMultiple(of: 2) ? "RESTART" : "PASSIVE"
                try sqlite.connection.access { try $0.execute(sql: "PRAGMA wal_checkpoint(\(mode))") }
            }
        }
        try ChecksumStore.close(container)
    }

    /// The files as a killed process leaves them now, once another program has read them.
    private func expectSound(afterToolReads store: ChecksumStore, _ titles: [Int: String], _ label: String) throws {
        let folder = try TemporaryFolder()
        let copy = folder.file("killed.store")
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: store.url.path + suffix, toPath: copy.path + suffix)
        }
        do {
            let tool = try RawDatabase(copy.path)
            #expect(try tool.integer("SELECT count(*) FROM LogNote") == Int64(ChecksumStore.notes))
        }
        let configuration = ModelConfiguration(schema: ChecksumStore.schema, url: copy)
        let opened = try ModelContainer(for: ChecksumStore.schema, configurations: configuration)
        let notes = try ModelContext(opened).fetch(FetchDescriptor<LogNote>())
        #expect(Dictionary(uniqueKeysWithValues: notes.map { ($0.weight, $0.title) }) == titles, "\(label)")
        try ChecksumStore.close(opened)
        let sums = try ChecksumStore.sums(in: copy)
        #expect(sums.fitting > 50 && sums.none == 0 && sums.wrong == 0, "\(label): \(sums)")
    }

    @Test func `a new store has every sum from its first commit on`() throws {
        let folder = try TemporaryFolder()
        let url = folder.file()
        var configuration = ModelConfiguration(schema: ChecksumStore.schema, url: url)
        configuration.pageChecksums = true
        let container = try ModelContainer(for: ChecksumStore.schema, configurations: configuration)
        let context = ModelContext(container)
        context.insert(LogNote("first", weight: 1))
        try context.save()
        let copy = folder.file("killed.store")
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: url.path + suffix, toPath: copy.path + suffix)
        }
        try ChecksumStore.close(container)
        let sums = try ChecksumStore.sums(in: url)
        #expect(sums.fitting > 5 && sums.none == 0 && sums.wrong == 0, "\(sums)")
        #expect(try RawDatabase(copy.path).integer("SELECT count(*) FROM LogNote") == 1)
        var other = ModelConfiguration(schema: ChecksumStore.schema, url: copy)
        other.pageChecksums = true
        let opened = try ModelContainer(for: ChecksumStore.schema, configurations: other)
        #expect(try ModelContext(opened).fetch(FetchDescriptor<LogNote>()).map(\.title) == ["first"])
    }
}
