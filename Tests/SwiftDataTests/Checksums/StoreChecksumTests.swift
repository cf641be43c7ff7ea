import Foundation
import GRDBSQLite
import Testing

@testable import SwiftData

@Suite("Stores whose pages carry sums")
struct StoreChecksumTests {
    private func isDamaged(_ error: any Error) -> Bool {
        if case .damaged? = error as? StoreError { true } else { false }
    }

    @Test(arguments: ["sums.store", "a b?c#d%41&vfs=none.store", "靈感 é.store"])
    func `every page has its sum, and any SQLite tool reads the file`(name: String) throws {
        let store = try ChecksumStore(name: name)
        let sums = try ChecksumStore.sums(in: store.url)
        #expect(sums.fitting > 50 && sums.none == 0 && sums.wrong == 0, "\(sums)")
        #expect(try store.read() == ChecksumStore.sound)
        let tool = try RawDatabase(store.url.path)
        #expect(try tool.integer("SELECT count(*) FROM LogNote") == Int64(ChecksumStore.notes))
        #expect(try RawStatement.value("PRAGMA integrity_check", on: tool.handle) == .text("ok"))
        #expect(try tool.integer("PRAGMA application_id") == Int64(StoreFileHeader.completeMark))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: store.folder.url.path).allSatisfy { $0.hasPrefix(name) }
        )
    }

    @Test func `one changed letter is damage with sums, and a changed letter without`() throws {
        for hasSums in [true, false] {
            let store = try ChecksumStore(pageChecksums: hasSums)
            try store.change { bytes in
                let place = try #require(bytes.firstRange(of: Data(ChecksumStore.title(77).utf8)))
                bytes[place.lowerBound] = UInt8(ascii: "Z")
            }
            if hasSums {
                let error = #expect(throws: StoreError.self) { try store.read() }
                #expect(error.map(isDamaged) == true, "\(String(describing: error))")
                #expect(try !StoreIntegrity.problems(in: store.url).isEmpty)
            } else {
                #expect(try store.read()[77]?.hasPrefix("Zote 77") == true)
                #expect(try StoreIntegrity.problems(in: store.url).isEmpty)
            }
        }
    }

    /// The places that say whether there are sums, how large a page is, and others of the first page.
    @Test func `a changed byte of the first page is noticed`() throws {
        let store = try ChecksumStore()
        let sound = try Data(contentsOf: store.url)
        for place in [16, 17, 18, 19, 20, 21, 24, 28, 31, 40, 44, 47, 56, 59, 68, 71, 92, 96, 100, 105, 3_000, 4_095] {
            for change in [UInt8(0x01), 0x08, 0x80, 0xFF] {
                try store.change { $0[place] ^= change }
                #expect(throws: StoreError.self, "byte \(place), change \(change)") { try store.read() }
                for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: store.url.path + suffix) }
                try sound.write(to: store.url)
            }
        }
        #expect(try store.read() == ChecksumStore.sound)
    }

    @Test func `a store keeps what it was made with`() throws {
        let plain = try ChecksumStore(pageChecksums: false)
        #expect(try plain.read() == ChecksumStore.sound)
        let database = try RawDatabase(plain.url.path)
        #expect(try database.integer("PRAGMA application_id") == 0)
        let summed = try ChecksumStore()
        let container = try summed.open(pageChecksums: false)
        let context = ModelContext(container)
        for note in try context.fetch(FetchDescriptor<LogNote>()) { note.title += "." }
        try context.save()
        try ChecksumStore.close(container)
        let sums = try ChecksumStore.sums(in: summed.url)
        #expect(sums.fitting > 50 && sums.none == 0 && sums.wrong == 0, "\(sums)")
    }

    @Test func `deleting, shrinking and filling again keep the sums`() throws {
        let store = try ChecksumStore()
        let container = try store.open()
        let context = ModelContext(container)
        try context.delete(model: LogNote.self, where: #Predicate { $0.weight % 3 != 0 })
        try context.save()
        for round in 0..<5 {
            for number in 0..<100 { context.insert(LogNote("again \(round) \(number)", weight: 1_000 + number)) }
            try context.save()
        }
        for sqlite in container.sqliteStores {
            try sqlite.connection.access { db in try db.execute(sql: "VACUUM; PRAGMA wal_checkpoint(TRUNCATE)") }
        }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<LogNote>()) == 634)
        try ChecksumStore.close(container)
        let sums = try ChecksumStore.sums(in: store.url)
        #expect(sums.fitting > 20 && sums.wrong == 0, "\(sums)")
        #expect(try StoreIntegrity.problems(in: store.url) == [])
    }

    /// Pages that were used and given up in one transaction, before others that stay: SQLite never writes them, and a checkpoint
    /// leaves zeros in their place.
    @Test func `pages that SQLite leaves out have a sum`() throws {
        let store = try ChecksumStore()
        let (first, second) = (try store.open(), try store.open())
        func run(_ sql: String, on container: ModelContainer) throws {
            for sqlite in container.sqliteStores { try sqlite.connection.access { try $0.execute(sql: sql) } }
        }
        let leavingOut = """
            BEGIN; CREATE TABLE gap (value); INSERT INTO gap
            WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 300) SELECT randomblob(4000) FROM n;
            CREATE TABLE behind (value); INSERT INTO behind SELECT randomblob(4000) FROM gap LIMIT 20;
            DROP TABLE gap; COMMIT; PRAGMA wal_checkpoint(TRUNCATE);
            """
        try run(leavingOut, on: first)
        var sums = try ChecksumStore.sums(in: store.url)
        #expect(sums.fitting > 300 && sums.none == 0 && sums.wrong == 0, "\(sums)")
        // Another connection makes the file shorter, and the first one leaves out the same pages again.
        try run("DROP TABLE behind; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)", on: second)
        #expect(try ChecksumStore.sums(in: store.url).fitting < 300)
        try run(leavingOut, on: first)
        sums = try ChecksumStore.sums(in: store.url)
        #expect(sums.fitting > 300 && sums.none == 0 && sums.wrong == 0, "\(sums)")
        for container in [first, second] { try ChecksumStore.close(container) }
        #expect(try StoreIntegrity.problems(in: store.url) == [])
    }

    /// A tool that only reads brings the log into the file when it goes, if it is the last.
    @Test func `a tool that reads does no harm to what a killed process left`() throws {
        let store = try ChecksumStore()
        let container = try store.open()
        let context = ModelContext(container)
        for note in try context.fetch(FetchDescriptor<LogNote>()) { note.title += "!" }
        for number in 0..<50 { context.insert(LogNote("new \(number)", weight: 5_000 + number)) }
        try context.save()
        // The files as a killed process leaves them.
        let copy = store.folder.file("killed.store")
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: store.url.path + suffix, toPath: copy.path + suffix)
        }
        try ChecksumStore.close(container)
        do {
            let tool = try RawDatabase(copy.path)
            #expect(try tool.integer("SELECT count(*) FROM LogNote") == Int64(ChecksumStore.notes + 50))
        }
        #expect(!FileManager.default.fileExists(atPath: copy.path + "-wal"))
        let sums = try ChecksumStore.sums(in: copy)
        #expect(sums.none > 0 && sums.wrong == 0, "\(sums)")
        let configuration = ModelConfiguration(schema: ChecksumStore.schema, url: copy)
        let opened = try ModelContainer(for: ChecksumStore.schema, configurations: configuration)
        let notes = try ModelContext(opened).fetch(FetchDescriptor<LogNote>())
        #expect(notes.filter { $0.title.hasSuffix("!") }.count == ChecksumStore.notes)
        #expect(notes.count == ChecksumStore.notes + 50)
        try ChecksumStore.close(opened)
        let after = try ChecksumStore.sums(in: copy)
        #expect(after.fitting > 50 && after.none == 0 && after.wrong == 0, "opening gave each page its sum: \(after)")
    }

    @Test func `a tool that writes is noticed, and the message says so`() throws {
        let store = try ChecksumStore()
        do {
            let tool = try RawDatabase(store.url.path)
            try tool.execute("UPDATE LogNote SET title = 'from outside' WHERE weight = 9")
        }
        let error = try #require(#expect(throws: StoreError.self) { try store.read() })
        #expect(isDamaged(error))
        #expect(error.description.contains("another program wrote"), "\(error)")
        #expect(error.description.contains("salvage"), "\(error)")
        let target = try ModelContainer(
            for: ChecksumStore.schema,
            configurations: ModelConfiguration(schema: ChecksumStore.schema, url: store.folder.file("new.store"))
        )
        let report = try StoreRecovery.salvage(from: store.url, into: target)
        #expect(report.saved == ChecksumStore.notes && report.lost == 0, "\(report)")
        let notes = try ModelContext(target).fetch(FetchDescriptor<LogNote>())
        #expect(notes.filter { $0.title == "from outside" }.map(\.weight) == [9])
    }

    @Test func `migrations and their backups keep the sums`() throws {
        let store = try TemporaryStore()
        func container<Version: VersionedSchema>(
            _ version: Version.Type,
            at url: URL,
            _ plan: (any SchemaMigrationPlan.Type)? = nil
        ) throws -> ModelContainer {
            let schema = Schema(versionedSchema: version)
            var configuration = ModelConfiguration(schema: schema, url: url)
            configuration.pageChecksums = true
            return try ModelContainer(for: schema, migrationPlan: plan, configurations: [configuration])
        }
        let first = try container(NotesV1.self, at: store.url)
        let context = ModelContext(first)
        for number in 0..<500 { context.insert(NotesV1.Note(title: "note \(number)", stars: "\(number)")) }
        try context.save()
        try ChecksumStore.close(first)
        let backup = StoreBackup.url(of: store.url, version: Schema.Version(1, 0, 0))
        // In place, then with code in a copy.
        try ChecksumStore.close(try container(NotesV2.self, at: store.url))
        let kept = try ChecksumStore.sums(in: backup)
        #expect(kept.fitting > 5 && kept.wrong == 0 && kept.none == 0, "\(kept)")
        #expect(
            try ModelContext(container(NotesV1.self, at: backup)).fetchCount(FetchDescriptor<NotesV1.Note>()) == 500
        )
        try ChecksumStore.close(try container(NotesV3.self, at: store.url, NotesPlan.self))
        for _ in 0..<2 {
            let last = try container(NotesV3.self, at: store.url, NotesPlan.self)
            let notes = try ModelContext(last).fetch(FetchDescriptor<NotesV3.Note>())
            #expect(Set(notes.map(\.stars)) == Set(0..<500))
            for sqlite in last.sqliteStores {
                #expect(try sqlite.connection.access { $0.sqliteConnection.map(PageChecksums.areKept) } == true)
            }
            try ChecksumStore.close(last)
        }
        let sums = try ChecksumStore.sums(in: store.url)
        #expect(sums.fitting > 5 && sums.wrong == 0 && sums.none == 0, "\(sums)")
    }

    @Test func `part of a page is checked with the whole of it`() throws {
        let store = try ChecksumStore()
        // A page in the middle, which opening does not read.
        let page = try Data(contentsOf: store.url).count / 4_096 / 2
        let (damaged, next) = (page * 4_096, (page + 1) * 4_096)
        try store.change { $0[damaged + 3_000] ^= 1 }
        let container = try store.open()
        for sqlite in container.sqliteStores {
            try sqlite.connection.access { db in
                var file: UnsafeMutablePointer<sqlite3_file>?
                #expect(
                    sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK
                )
                let opened = try #require(file)
                let bytes = try Data(contentsOf: store.url)
                var part = [UInt8](repeating: 0, count: 512)
                let read = opened.pointee.pMethods.pointee.xRead
                #expect(read?(opened, &part, 512, Int64(next) + 512) == SQLITE_OK)
                #expect(part == Array(bytes[(next + 512)..<(next + 1_024)]))
                #expect(read?(opened, &part, 512, Int64(damaged) + 512) == ExtendedResultCode.data)
            }
        }
    }
}
