import Foundation
import GRDB
import TestSupport
import Testing

@testable import SwiftData

private let noteCount = 300

/// A process that is killed while it migrates leaves the old store or the new one: kills, a hundred in a proof, half of them
/// of migrations in the file itself, half of migrations in a copy, and of each every other over pages with sums.
@Suite struct KilledMigrationTests {
    /// How many writes a whole migration makes, over a copy and in the file itself, and a few more.
    private static let writesOverCopy = 450
    private static let writesInPlace = 95

    /// A store of the first version, and after how many writes its migration is killed.
    private func prepare(_ seed: UInt64, mostWrites: Int) throws -> (store: TemporaryStore, writes: Int) {
        try #require(KillSwitch.works)
        let store = try TemporaryStore()
        try fill(store, pageChecksums: seed.isMultiple(of: 2))
        var random = SeededGenerator(seed: seed)
        return (store, random.number(0...mostWrites))
    }

    @Test(arguments: 1...UInt64(Effort.rounds(8, proof: 50)))
    func leavesTheOldStoreOrTheNew(seed: UInt64) async throws {
        let (store, writes) = try prepare(seed, mostWrites: Self.writesOverCopy)
        await migrate(store.url.path, killedAfter: writes)
        try check(store, seed)
    }

    @Test(arguments: 51...UInt64(Effort.rounds(58, proof: 100)))
    func leavesTheOldFileOrTheNewWhereItChangesInPlace(seed: UInt64) async throws {
        let (store, writes) = try prepare(seed, mostWrites: Self.writesInPlace)
        let path = store.url.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, writes = writes as Int] in
            KillSwitch.arm(writes: writes)
            _ = try? openSecond(path)
            KillSwitch.pull()
        }
        let version = try store.version()
        #expect(["1.0.0", "2.0.0"].contains(version), "seed \(seed): \(version)")
        for _ in 0..<2 {
            let container = try openSecond(path)
            let notes = try ModelContext(container).fetch(FetchDescriptor<NotesV2.Note>())
            #expect(Set(notes.map(\.headline)) == Set((0..<noteCount).map { "note \($0)" }), "seed \(seed)")
            #expect(Set(notes.map(\.slug)).count == noteCount, "seed \(seed)")
            try ChecksumStore.close(container)
        }
        try checkFiles(store, seed)
    }

    /// The numbers of writes above reach from before the beginning to after the end, with the work between.
    @Test func theKillsFallIntoTheMiddle() async throws {
        var versions: Set<String> = []
        var halfDone = 0
        for writes in stride(from: 0, through: Self.writesOverCopy, by: 30) {
            let store = try TemporaryStore()
            try fill(store, pageChecksums: true)
            await migrate(store.url.path, killedAfter: writes)
            let files = try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
            if files.contains(where: { $0.contains("backup") || $0.contains("migrating") }) { halfDone += 1 }
            versions.insert(try store.version())
            try check(store, UInt64(writes))
        }
        #expect(versions == ["1.0.0", "3.0.0"] && halfDone > 2, "\(versions), \(halfDone) in the middle")
    }

    /// Both come to a store of the newest version, whoever was quicker.
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func twoProcessesMigrateOneStore(seed: UInt64) async throws {
        let store = try TemporaryStore()
        try fill(store, pageChecksums: seed.isMultiple(of: 2))
        let path = store.url.path
        async let first: Void = migrate(path)
        async let second: Void = migrate(path)
        _ = await (first, second)
        #expect(try store.version() == "3.0.0")
        try check(store, seed)
    }

    private func migrate(_ path: String) async {
        await #expect(processExitsWith: .success) { [path = path as String] in
            let count = try ModelContext(try openThird(path)).fetchCount(FetchDescriptor<NotesV3.Note>())
            precondition(count == noteCount)
        }
    }

    /// Over a copy, by a process that ends after so many writes if not before; one that fails to migrate is no kill.
    private func migrate(_ path: String, killedAfter writes: Int) async {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, writes = writes as Int] in
            KillSwitch.arm(writes: writes)
            _ = try openThird(path)
            KillSwitch.pull()
        }
    }

    private func fill(_ store: TemporaryStore, pageChecksums: Bool) throws {
        let schema = Schema(versionedSchema: NotesV1.self)
        var configuration = ModelConfiguration(schema: schema, url: store.url)
        configuration.pageChecksums = pageChecksums
        let container = try ModelContainer(for: schema, configurations: [configuration])
        let context = ModelContext(container)
        for number in 0..<noteCount {
            context.insert(NotesV1.Note(title: "note \(number)", stars: "\(number)"))
        }
        try context.save()
        try ChecksumStore.close(container)
    }

    /// Whatever is there now opens, has every note, and gets to the newest version.
    private func check(_ store: TemporaryStore, _ seed: UInt64) throws {
        let version = try store.version()
        #expect(["1.0.0", "3.0.0"].contains(version), "seed \(seed): \(version)")
        for _ in 0..<2 {
            let container = try openThird(store.url.path)
            let notes = try ModelContext(container).fetch(FetchDescriptor<NotesV3.Note>())
            #expect(Set(notes.map(\.stars)) == Set(0..<noteCount), "seed \(seed)")
            #expect(notes.allSatisfy { $0.headline.hasPrefix("note \($0.stars)! ") }, "seed \(seed)")
            try ChecksumStore.close(container)
        }
        try checkFiles(store, seed)
    }

    private func checkFiles(_ store: TemporaryStore, _ seed: UInt64) throws {
        #expect(try StoreIntegrity.problems(in: store.url) == [], "seed \(seed)")
        let files = try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
        #expect(!files.contains { $0.contains("backup") || $0.contains("migrating") }, "seed \(seed): \(files)")
    }
}

private func openSecond(_ path: String) throws -> ModelContainer {
    let schema = Schema(versionedSchema: NotesV2.self)
    let configuration = ModelConfiguration(schema: schema, url: URL(fileURLWithPath: path))
    return try ModelContainer(for: schema, migrationPlan: LightPlan.self, configurations: [configuration])
}

private func openThird(_ path: String) throws -> ModelContainer {
    let schema = Schema(versionedSchema: NotesV3.self)
    let configuration = ModelConfiguration(schema: schema, url: URL(fileURLWithPath: path))
    return try ModelContainer(for: schema, migrationPlan: NotesPlan.self, configurations: [configuration])
}

extension TemporaryStore {
    /// The version that the store says it has, read by our own way so that a log left behind gets its sums.
    fileprivate func version() throws -> String {
        let queue = try StoreVFS.opening(url) { try DatabaseQueue(path: $0) }
        defer { try? queue.close() }
        return try queue.read { try StoreMetadata.read($0).map { "\($0.schema.version)" } ?? "" }
    }
}
