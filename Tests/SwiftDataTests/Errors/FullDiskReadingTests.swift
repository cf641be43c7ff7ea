import Foundation
import Testing

@testable import SwiftData

/// What can still be done with a store where nothing can be written: reading needs no room.
@Suite("Reading on a full disk", .enabled(if: SmallDisk.canMake, "nobody may mount here"))
struct FullDiskReadingTests {
    private func open(_ disk: SmallDisk, checksums: Bool = true, allowsSave: Bool = true) throws -> ModelContainer {
        var configuration = ModelConfiguration(
            schema: ChecksumStore.schema,
            url: store(disk),
            allowsSave: allowsSave
        )
        configuration.pageChecksums = checksums
        if allowsSave { configuration.fullTextIndexes = [FullTextIndex(\LogNote.title)] }
        return try ModelContainer(for: ChecksumStore.schema, configurations: configuration)
    }

    private func store(_ disk: SmallDisk) -> URL { disk.url.appendingPathComponent("test.store") }

    private func add(_ weights: some Sequence<Int>, to container: ModelContainer) throws {
        let context = ModelContext(container)
        for weight in weights { context.insert(LogNote("note \(weight)", weight: weight)) }
        try context.save()
    }

    private func weights(_ container: ModelContainer) throws -> [Int] {
        try ModelContext(container).fetch(FetchDescriptor<LogNote>(sortBy: [SortDescriptor(\.weight)])).map(\.weight)
    }

    @Test(arguments: [true, false], [true, false])
    func `a store that nobody has open`(checksums: Bool, allowsSave: Bool) throws {
        let disk = try SmallDisk()
        let first = try open(disk, checksums: checksums)
        try add(0..<3, to: first)
        try ChecksumStore.close(first)
        try disk.fill(leaving: 0)
        let container = try open(disk, checksums: checksums, allowsSave: allowsSave)
        #expect(try weights(container) == [0, 1, 2])
        #expect(try weights(container) == [0, 1, 2])
        guard allowsSave else { return }
        let context = ModelContext(container)
        let found = try context.search(FetchDescriptor<LogNote>(), matching: "note 2")
        #expect(found.map(\.weight) == [2])
        #expect(throws: StoreError.diskFull) { try add([3], to: container) }
        #expect(try weights(container) == [0, 1, 2])
        try ChecksumStore.close(container)
    }

    /// A process that was killed leaves a log; what it had saved is there and nowhere else.
    @Test func `a store with a log that nobody has written into it`() throws {
        let disk = try SmallDisk()
        let folder = try TemporaryFolder()
        let original = folder.file()
        var configuration = ModelConfiguration(schema: ChecksumStore.schema, url: original)
        configuration.pageChecksums = true
        configuration.fullTextIndexes = [FullTextIndex(\LogNote.title)]
        let writer = try ModelContainer(for: ChecksumStore.schema, configurations: configuration)
        try add(0..<100, to: writer)
        for ending in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: original.path + ending, toPath: store(disk).path + ending)
        }
        try disk.fill(leaving: 0)
        let container = try open(disk)
        #expect(try weights(container) == Array(0..<100))
        try ChecksumStore.close(container)
        try disk.makeRoom()
        let later = try open(disk)
        #expect(try weights(later) == Array(0..<100))
        try ChecksumStore.close(later)
        try ChecksumStore.close(writer)
    }

    @Test func `saving goes on once there is room again, and others are heard`() throws {
        let disk = try SmallDisk()
        let first = try open(disk)
        try add([0], to: first)
        try ChecksumStore.close(first)
        try disk.fill(leaving: 0)
        let container = try open(disk)
        let context = ModelContext(container)
        #expect(try context.fetch(FetchDescriptor<LogNote>()).count == 1)
        context.insert(LogNote("waits", weight: 1))
        #expect(throws: StoreError.diskFull) { try context.save() }
        #expect(context.hasChanges)
        try disk.makeRoom()
        let other = try open(disk)
        try add([2], to: other)
        // Read by the connection that was opened without room, beside one that writes.
        #expect(try weights(container) == [0, 2])
        try add([3], to: other)
        #expect(try weights(container) == [0, 2, 3])
        try context.save()
        #expect(try weights(container) == [0, 1, 2, 3])
        #expect(try weights(other) == [0, 1, 2, 3])
        try add([4], to: other)
        #expect(try context.fetch(FetchDescriptor<LogNote>()).count == 5)
        try ChecksumStore.close(other)
        try ChecksumStore.close(container)
    }

    @Test func `a store that another process writes to`() throws {
        let disk = try SmallDisk()
        let writer = try open(disk)
        try add([0], to: writer)
        try disk.fill(leaving: 0)
        let reader = try open(disk)
        #expect(try weights(reader) == [0])
        try disk.makeRoom()
        try add([1], to: writer)
        #expect(try weights(reader) == [0, 1])
        try ChecksumStore.close(writer)
        try add([2], to: reader)
        #expect(try weights(reader) == [0, 1, 2])
        try ChecksumStore.close(reader)
    }
}
