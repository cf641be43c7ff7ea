import AppCommons
import Foundation
import GRDBSQLite
import SwiftData
import Testing

@testable import IdeaBoxCore

@Suite("Taking over the ideas of the first version")
struct LegacyMigrationTests {
    private func sampleText() throws -> String {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/ideas.json")
        return try String(contentsOf: file, encoding: .utf8)
    }

    @Test("All seven are taken over at the first start, and the file is put aside")
    func samples() throws {
        let box = try TestBox()
        let file = try box.write(try sampleText(), to: "data/ideas.json")
        let store = try box.open()
        #expect(store.notices == [.migrated(count: 7, from: file.path)])
        #expect(!FileManager.default.fileExists(atPath: file.path))
        #expect(try String(contentsOfFile: file.path + ".migrated", encoding: .utf8) == sampleText())
        let repository = store.repository
        #expect(try repository.counts() == IdeaCounts(all: 7, open: 5, completed: 2, trash: 0, pending: 7))
        let boat = try repository.snapshot(repository.resolve("5E0B7C1A-3F5D-4B0E-9C7A-6D1B2A3C4D51"))
        #expect(boat.title == "Paper boat regatta" && boat.createdAt == sampleMoment && boat.updatedAt == sampleMoment)
        #expect(boat.version == 0)
        #expect(try repository.events().filter { $0 == "migration_success" }.count == 1)
        #expect(try box.open().notices.isEmpty)
    }

    @Test("Two devices that take over the same file have the same ideas")
    func sameIDs() throws {
        let ids = try (0..<2).map { _ in
            let box = try TestBox()
            _ = try box.write(try sampleText(), to: "data/ideas.json")
            return Set(try box.repository().ideas(in: .all, IdeaPage()).elements.map(\.id))
        }
        #expect(ids[0] == ids[1] && ids[0].count == 7)
    }

    @Test("A start that broke off before the file was put aside changes nothing when repeated")
    func repeated() throws {
        let box = try TestBox()
        let file = try box.write(try sampleText(), to: "data/ideas.json")
        let id = try box.repository().resolve("5E0B7C1A-3F5D-4B0E-9C7A-6D1B2A3C4D51")
        _ = try box.repository().edit(id, title: "Changed since")
        try FileManager.default.moveItem(atPath: file.path + ".migrated", toPath: file.path)
        let store = try box.open()
        #expect(store.notices == [.migrated(count: 0, from: file.path)])
        #expect(try store.repository.counts().all == 7)
        #expect(try store.repository.snapshot(id).title == "Changed since")
    }

    @Test("Broken entries are named, the others are taken over")
    func broken() throws {
        let box = try TestBox()
        let text = #"[{"title":"a"},{"description":"no title"},"x",{"title":"b"}]"#
        let file = try box.write(text, to: "data/ideas.json")
        #expect(
            try box.open().notices == [
                .migrated(count: 2, from: file.path),
                .entryLeft(from: file.path, index: 2, reason: .missing(field: "title")),
                .entryLeft(from: file.path, index: 3, reason: .notAnObject),
            ]
        )
        #expect(try box.repository().counts().all == 2)
    }

    @Test("A file that cannot be read is kept, logged and tried again at the next start")
    func failure() throws {
        let box = try TestBox()
        let file = try box.write(#"[{"title":"a"},{"title":"#, to: "data/ideas.json")
        let store = try box.open()
        #expect(store.notices == [.migrationFailed(from: file.path, reason: .unreadable(.endsEarly(line: 1)))])
        let entry = try #require(try store.repository.history(HistoryFilter(), IdeaPage()).elements.first)
        #expect(entry.details == #"{"file":"ideas.json","reason":"ideas.json ends in the middle of line 1"}"#)
        #expect(try store.repository.counts().all == 0)
        #expect(try store.repository.events() == ["migration_failure"])
        #expect(try store.repository.create(title: "works on").version == 0)
        _ = try box.write(#"[{"title":"a"},{"title":"b"}]"#, to: "data/ideas.json")
        #expect(try box.open().notices == [.migrated(count: 2, from: file.path)])
        #expect(try box.repository().counts().all == 3)
    }

    @Test("Ideas in the user defaults are taken over, and the other settings stay", arguments: [true, false])
    func defaults(asText: Bool) throws {
        let box = try TestBox()
        let json = #"[{"title":"a"},{"title":"b","isCompleted":true}]"#
        let value: Any = asText ? json : Data(json.utf8)
        let list = try PropertyListSerialization.data(
            fromPropertyList: ["ideas": value, "other": 7],
            format: .binary,
            options: 0
        )
        let file = try box.write("", to: "config/ideabox.plist")
        try list.write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
        #expect(try box.open().notices == [.migrated(count: 2, from: file.path)])
        let rest = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
        #expect((rest as? [String: Int]) == ["other": 7])
        #expect(try Data(contentsOf: URL(filePath: file.path + ".migrated")) == list)
        #expect(POSIXFiles.mode(file.path) == 0o640)
        #expect(POSIXFiles.mode(file.path + ".migrated") == 0o640)
        #expect(try box.names(in: "config") == ["ideabox.plist", "ideabox.plist.migrated"])
        #expect(try box.open().notices.isEmpty)
    }

    @Test("Damaged user defaults are never written over")
    func damagedDefaults() throws {
        let box = try TestBox()
        let file = try box.write("bplist00 broken", to: "config/ideabox.plist")
        #expect(
            try box.open().notices == [.migrationFailed(from: file.path, reason: .unreadable(.notSettings))]
        )
        #expect(try String(contentsOf: file, encoding: .utf8) == "bplist00 broken")
    }

    @Test("Ideas that are not there after they were saved keep the old file, and it is tried again")
    func incomplete() throws {
        let box = try TestBox()
        let file = try box.write(#"[{"title":"a"},{"title":"b"}]"#, to: "data/ideas.json")
        // Without sums of its pages, so that something else may write to it.
        let store = box.folders.storeFile
        let container = try ModelContainer(
            for: StoreConfiguration.schema,
            configurations: ModelConfiguration("IdeaBox", schema: StoreConfiguration.schema, url: store)
        )
        let repository = IdeaRepository(container, box.surroundings, lock: nil) { "device" }
        let migration = LegacyMigration(source: .file(file), repository: repository)
        try Self.run(
            "CREATE TRIGGER forget AFTER INSERT ON Idea WHEN NEW.title = 'b' BEGIN DELETE FROM Idea WHERE title = 'b'; END",
            store
        )
        #expect(migration.run() == [.migrationFailed(from: file.path, reason: .incomplete(found: 1, of: 2))])
        #expect(FileManager.default.fileExists(atPath: file.path))
        try Self.run("DROP TRIGGER forget", store)
        #expect(migration.run() == [.migrated(count: 1, from: file.path)])
        #expect(try repository.counts().all == 2)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    private static func run(_ sql: String, _ file: URL) throws {
        var handle: OpaquePointer?
        defer { sqlite3_close(handle) }
        try #require(sqlite3_open(file.path, &handle) == SQLITE_OK)
        try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
    }
}
