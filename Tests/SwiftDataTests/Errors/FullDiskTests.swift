import Foundation
import Glibc
import Testing

@testable import SwiftData

/// A mounted file system, unmounted at the end.
final class SmallDisk {
    static let pageBytes = 4_096
    /// Only root can mount, and not even root in most containers.
    static let canMake = (try? SmallDisk()) != nil
    let folder: TemporaryFolder
    var url: URL { folder.url }

    init() throws {
        folder = try TemporaryFolder()
        try Self.run("/bin/mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", folder.url.path])
    }

    /// Lazily: a process that another test has just started may hold files of the disk until it runs its own program.
    deinit { try? Self.run("/bin/umount", ["--lazy", folder.url.path]) }

    private static func run(_ tool: String, _ arguments: [String]) throws {
        let process = try Process.run(URL(fileURLWithPath: tool), arguments: arguments)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(tool)")
    }

    /// Takes all room but so many pages.
    func fill(leaving pages: Int) throws {
        // Closed in processes that other tests start meanwhile: one that held the file would keep its room.
        let filler = url.appendingPathComponent("filler").path
        let descriptor = Glibc.open(filler, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let page = [UInt8](repeating: 1, count: Self.pageBytes)
        var written = 0
        while write(descriptor, page, page.count) == page.count { written += 1 }
        ftruncate(descriptor, off_t(max(written - pages, 0) * Self.pageBytes))
    }

    /// Cut to nothing first: a process that holds the file keeps the room of one that is only removed.
    func makeRoom() throws {
        let filler = url.appendingPathComponent("filler").path
        try #require(truncate(filler, 0) == 0)
        try FileManager.default.removeItem(atPath: filler)
    }
}

/// A file system that is really full: one in memory of a few megabytes.
@Suite("A full disk", .enabled(if: SmallDisk.canMake, "nobody may mount here"))
struct FullDiskTests {
    private func open(_ disk: SmallDisk) throws -> ModelContainer {
        var configuration = ModelConfiguration(
            schema: ChecksumStore.schema,
            url: disk.url.appendingPathComponent("test.store")
        )
        configuration.pageChecksums = true
        return try ModelContainer(for: ChecksumStore.schema, configurations: configuration)
    }

    /// With every amount of room that is left, opening and saving work or say that the disk is full; nothing else.
    @Test func `opening and saving say so, and nothing is lost`() throws {
        let disk = try SmallDisk()
        var expected: Set<Int> = []
        try ChecksumStore.close(try open(disk))
        var refusals = 0
        for pages in 0..<40 {
            try disk.fill(leaving: pages)
            do {
                let container = try open(disk)
                defer { try? ChecksumStore.close(container) }
                let context = ModelContext(container)
                context.insert(LogNote("note", weight: pages))
                try context.save()
                expected.insert(pages)
            } catch {
                refusals += 1
                #expect(error as? StoreError == .diskFull, "\(pages) pages left: \(error)")
            }
            try disk.makeRoom()
            let container = try open(disk)
            let found = try ModelContext(container).fetch(FetchDescriptor<LogNote>()).map(\.weight)
            #expect(Set(found) == expected && found.count == expected.count, "\(pages) pages left")
            try ChecksumStore.close(container)
        }
        #expect(refusals > 5 && !expected.isEmpty, "\(refusals) refusals, \(expected.count) saves")
    }

    @Test func `a context goes on once there is room again`() throws {
        let disk = try SmallDisk()
        let container = try open(disk)
        let context = ModelContext(container)
        context.insert(LogNote("before", weight: 0))
        try context.save()
        try disk.fill(leaving: 0)
        let note = LogNote("during", weight: 1)
        note.body = String(repeating: "long ", count: 100_000)
        context.insert(note)
        #expect(throws: StoreError.diskFull) { try context.save() }
        #expect(context.hasChanges)
        try disk.makeRoom()
        try context.save()
        #expect(try ModelContext(container).fetch(FetchDescriptor<LogNote>()).map(\.weight).sorted() == [0, 1])
        try ChecksumStore.close(container)
    }

    /// No key can be reserved for what is inserted; it is linked with objects whose own lists nobody has read.
    @Test func `what is inserted meanwhile keeps its links`() throws {
        let disk = try SmallDisk()
        let schema = Schema([Playlist.self, Track.self, Post.self, Topic.self])
        let url = disk.url.appendingPathComponent("links.store")
        let container = try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: url))
        do {
            let context = ModelContext(container)
            context.insert(Playlist("p", tracks: [Track("t0")]))
            context.insert(Post("s", topics: [Topic("c0")]))
            try context.save()
        }
        container.sqliteStores.forEach { $0.discardReservedKeys() }
        let context = ModelContext(container)
        let playlist = try #require(try context.fetch(FetchDescriptor<Playlist>()).first)
        let post = try #require(try context.fetch(FetchDescriptor<Post>()).first)
        try disk.fill(leaving: 0)
        let (track, topic) = (Track("t1"), Topic("c1"))
        context.insert(track)
        context.insert(topic)
        track.playlist = playlist
        topic.posts.append(post)
        #expect(track.persistentModelID.isTemporary && topic.persistentModelID.isTemporary)
        #expect(throws: StoreError.diskFull) { try context.save() }
        try disk.makeRoom()
        try context.save()
        let fresh = ModelContext(container)
        #expect(try fresh.fetch(FetchDescriptor<Playlist>()).map { $0.tracks.map(\.title) } == [["t0", "t1"]])
        #expect(try fresh.fetch(FetchDescriptor<Post>()).map { $0.topics.map(\.name) } == [["c0", "c1"]])
        #expect(playlist.tracks.map(\.title) == ["t0", "t1"] && post.topics.map(\.name) == ["c0", "c1"])
        try ChecksumStore.close(container)
    }

    // MARK: Migrations

    private static let noteCount = 300

    private func openNotes(_ store: URL, _ versions: any VersionedSchema.Type) throws -> ModelContainer {
        let schema = Schema(versionedSchema: versions)
        var configuration = ModelConfiguration(schema: schema, url: store)
        configuration.pageChecksums = true
        return try ModelContainer(for: schema, migrationPlan: NotesPlan.self, configurations: configuration)
    }

    /// A store of the first version, elsewhere.
    private func makeNotes(in folder: TemporaryFolder) throws -> URL {
        let store = folder.file()
        let container = try openNotes(store, NotesV1.self)
        let context = ModelContext(container)
        for number in 0..<Self.noteCount {
            context.insert(NotesV1.Note(title: "note \(number)", stars: "\(number)"))
        }
        try context.save()
        try ChecksumStore.close(container)
        return store
    }

    /// Over a copy of the store, as a plan with custom stages needs: the old one stays until the new one is whole.
    @Test func `a migration says so, and the old store stays`() throws {
        let folder = try TemporaryFolder()
        let original = try makeNotes(in: folder)
        var (refusals, migrations) = (0, 0)
        for pages in stride(from: 0, through: 140, by: 4) {
            let disk = try SmallDisk()
            let store = disk.url.appendingPathComponent("test.store")
            try FileManager.default.copyItem(at: original, to: store)
            try disk.fill(leaving: pages)
            do {
                try ChecksumStore.close(try openNotes(store, NotesV3.self))
                migrations += 1
            } catch {
                refusals += 1
                #expect(error as? StoreError == .diskFull, "\(pages) pages left: \(error)")
            }
            try disk.makeRoom()
            let container = try openNotes(store, NotesV3.self)
            let notes = try ModelContext(container).fetch(FetchDescriptor<NotesV3.Note>())
            #expect(
                notes.count == Self.noteCount && Set(notes.map(\.stars)) == Set(0..<Self.noteCount),
                "\(pages) pages left"
            )
            try ChecksumStore.close(container)
        }
        #expect(refusals > 5 && migrations > 2, "\(refusals) refusals, \(migrations) migrations")
    }
}
