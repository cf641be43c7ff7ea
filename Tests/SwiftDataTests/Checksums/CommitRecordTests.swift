import Foundation
import Testing

@testable import SwiftData

/// Logs that lack what was committed, and logs that only look so.
@Suite("What was committed to the log")
struct CommitRecordTests {
    private static let headerLength = 32
    private static let frameLength = 24 + 4_096
    private static let saves = 8

    /// A store with a log of several saves, as a killed process leaves it.
    private struct KilledStore {
        let folder: TemporaryFolder
        let url: URL
        let parts: [String: Data]
        var log: Data { parts["-wal"] ?? Data() }
        var frames: Int { (log.count - CommitRecordTests.headerLength) / CommitRecordTests.frameLength }

        init(_ durability: StoreDurability = .normal, pageChecksums: Bool = false) throws {
            folder = try TemporaryFolder()
            url = folder.file("killed.store")
            let living = folder.file("living.store")
            var configuration = ModelConfiguration(schema: ChecksumStore.schema, url: living)
            configuration.durability = durability
            configuration.pageChecksums = pageChecksums
            let container = try ModelContainer(for: ChecksumStore.schema, configurations: configuration)
            let context = ModelContext(container)
            for number in 0..<CommitRecordTests.saves {
                context.insert(LogNote("note \(number)", weight: number))
                try context.save()
            }
            var parts: [String: Data] = [:]
            for suffix in ["", "-wal", CommitRecord.suffix] {
                parts[suffix] = try Data(contentsOf: URL(fileURLWithPath: living.path + suffix))
            }
            self.parts = parts
            try ChecksumStore.close(container)
        }

        /// Puts the files there, with another log and another record where they are given.
        func restore(log: Data? = nil, record: CommitRecord? = nil, leavingOut: Set<String> = []) throws {
            for suffix in ["", "-wal", "-shm", CommitRecord.suffix] {
                try? FileManager.default.removeItem(atPath: url.path + suffix)
            }
            for (suffix, data) in parts where !leavingOut.contains(suffix) {
                let data = suffix == "-wal" ? log ?? data : data
                try data.write(to: URL(fileURLWithPath: url.path + suffix))
            }
            guard let record else { return }
            let bytes = record.withBytes { Data($0) }
            try bytes.write(to: CommitRecord.url(beside: url))
        }

        func weights() throws -> [Int] {
            let container = try ModelContainer(
                for: ChecksumStore.schema,
                configurations: ModelConfiguration(schema: ChecksumStore.schema, url: url)
            )
            defer { try? ChecksumStore.close(container) }
            let notes = try ModelContext(container).fetch(FetchDescriptor<LogNote>(sortBy: [SortDescriptor(\.weight)]))
            return notes.map(\.weight)
        }

        static var all: [Int] { Array(0..<CommitRecordTests.saves) }
    }

    private func expectDamage(_ store: KilledStore, _ label: String) throws {
        do {
            let found = try store.weights()
            #expect(found == KilledStore.all, "\(label): \(found) and no word")
        } catch StoreError.damaged(_, let reason) {
            #expect(reason.contains("log"), "\(label): \(reason)")
        }
    }

    @Test func `a log that is whole is opened in silence`() throws {
        for durability in [StoreDurability.normal, .full] {
            let store = try KilledStore(durability)
            try store.restore()
            #expect(WriteAheadLog.damage(beside: store.url, isDurable: durability == .full) == nil)
            #expect(try store.weights() == KilledStore.all)
            #expect(!FileManager.default.fileExists(atPath: CommitRecord.url(beside: store.url).path))
        }
    }

    @Test(arguments: [StoreDurability.normal, .full], [false, true])
    func `a log that was cut short is damage`(durability: StoreDurability, pageChecksums: Bool) throws {
        let store = try KilledStore(durability, pageChecksums: pageChecksums)
        var random = SeededGenerator(seed: 4)
        let boundaries = (0..<store.frames).map { Self.headerLength + $0 * Self.frameLength }
        let cuts = boundaries + [1, 31] + (0..<30).map { _ in random.number(1...store.log.count - 1) }
        for cut in cuts {
            for log in [store.log.prefix(cut), store.log.prefix(cut) + Data(count: store.log.count - cut)] {
                try store.restore(log: Data(log))
                let error = #expect(throws: StoreError.self, "seed 4, cut at \(cut)") { try store.weights() }
                #expect(error?.description.contains("log") == true, "\(String(describing: error))")
            }
        }
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func `a changed byte anywhere in the log is damage, or changes nothing`(seed: UInt64) throws {
        let store = try KilledStore()
        var random = SeededGenerator(seed: seed)
        var places = Array(0..<Self.headerLength)
        for frame in 0..<store.frames {
            let start = Self.headerLength + frame * Self.frameLength
            places += [start + random.number(0...23), start + 24 + random.number(0...4_095)]
        }
        for place in places {
            var log = store.log
            log[place] ^= UInt8(1 << random.number(0...7))
            try store.restore(log: log)
            try expectDamage(store, "seed \(seed), byte \(place)")
        }
    }

    @Test func `a sector of the log that became zeros, or another one, is damage, or changes nothing`() throws {
        let store = try KilledStore()
        let sectors = stride(from: 0, to: store.log.count - 512, by: 512).map { $0..<($0 + 512) }
        for (number, sector) in sectors.enumerated() {
            for bytes in [Data(count: 512), store.log[sectors[(number + 3) % sectors.count]]] {
                var log = store.log
                log.replaceSubrange(sector, with: bytes)
                try store.restore(log: log)
                try expectDamage(store, "sector \(number)")
            }
        }
    }

    /// The header says which frames are of the log's last use; without it their own order does.
    @Test func `a salvage reads a log whose header became zeros`() throws {
        let store = try KilledStore()
        var log = store.log
        log.replaceSubrange(0..<Self.headerLength, with: Data(count: Self.headerLength))
        try store.restore(log: log)
        let target = try ModelContainer(
            for: ChecksumStore.schema,
            configurations: ModelConfiguration(schema: ChecksumStore.schema, url: store.folder.file("new.store"))
        )
        let report = try StoreRecovery.salvage(from: store.url, into: target)
        #expect(report.saved == Self.saves && report.isLogDamaged, "\(report)")
    }

    @Test func `a salvage reads what is left of a log`() throws {
        let store = try KilledStore()
        var log = store.log
        log[Self.headerLength + (store.frames - 2) * Self.frameLength + 100] ^= 1
        try store.restore(log: log)
        let target = try ModelContainer(
            for: ChecksumStore.schema,
            configurations: ModelConfiguration(schema: ChecksumStore.schema, url: store.folder.file("new.store"))
        )
        let report = try StoreRecovery.salvage(from: store.url, into: target)
        #expect(report.saved >= Self.saves - 2, "\(report)")
        #expect(report.problems.contains { $0.contains("log") }, "\(report.problems)")
    }

    // MARK: No false alarms

    @Test func `without its record, or without its log, a store opens in silence`() throws {
        let store = try KilledStore()
        let short = Data(store.log.prefix(Self.headerLength + Self.frameLength * (store.frames - 1)))
        try store.restore(log: short, leavingOut: [CommitRecord.suffix])
        #expect(try store.weights().count < Self.saves)
        try store.restore(leavingOut: ["-wal"])
        _ = try? store.weights()
        #expect(WriteAheadLog.damage(beside: store.url, isDurable: false) == nil)
        try store.restore(log: Data())
        #expect(WriteAheadLog.damage(beside: store.url, isDurable: false) == nil)
    }

    /// A power cut may take the last saves, unless they were on the disk.
    @Test func `after another start of the system only durable commits must be there`() throws {
        let store = try KilledStore()
        let short = Data(store.log.prefix(Self.headerLength + Self.frameLength * (store.frames - 1)))
        try store.restore()
        let record = try #require(CommitRecord(beside: store.url))
        #expect(!record.isDurable && record.frames == UInt32(store.frames))
        for start in [UUID(), nil] {
            var older = record
            older.systemStart = start
            try store.restore(log: short, record: older)
            #expect(try store.weights().count < Self.saves)
            older.isDurable = true
            try store.restore(log: short, record: older)
            #expect(throws: StoreError.self) { try store.weights() }
        }
        let durable = try KilledStore(.full)
        try durable.restore()
        #expect(CommitRecord(beside: durable.url)?.isDurable == true)
    }

    @Test func `a record that is damaged itself says nothing`() throws {
        let store = try KilledStore()
        let short = Data(store.log.prefix(Self.headerLength + Self.frameLength))
        let bytes = try #require(store.parts[CommitRecord.suffix])
        for place in 0..<CommitRecord.length {
            try store.restore(log: short)
            var damaged = bytes
            damaged[place] ^= 0x10
            try damaged.write(to: CommitRecord.url(beside: store.url))
            #expect(WriteAheadLog.damage(beside: store.url, isDurable: false) == nil, "byte \(place)")
        }
        try store.restore(log: short)
        try bytes.prefix(40).write(to: CommitRecord.url(beside: store.url))
        #expect(WriteAheadLog.damage(beside: store.url, isDurable: false) == nil)
    }

    @Test func `another program brings the log in, and goes on`() throws {
        let store = try KilledStore()
        try store.restore()
        do {
            let tool = try RawDatabase(store.url.path)
            #expect(try tool.integer("SELECT count(*) FROM LogNote") == Int64(Self.saves))
        }
        #expect(FileManager.default.fileExists(atPath: CommitRecord.url(beside: store.url).path))
        #expect(try store.weights() == KilledStore.all)
        try store.restore()
        let tool = try RawDatabase(store.url.path)
        try tool.execute("PRAGMA wal_checkpoint(RESTART); UPDATE LogNote SET body = 'x'")
        #expect(try store.weights() == KilledStore.all)
    }

    @Test func `saves of two containers, and logs that begin anew, are no damage`() throws {
        let folder = try TemporaryFolder()
        let url = folder.file()
        func open(_ durability: StoreDurability) throws -> ModelContainer {
            var configuration = ModelConfiguration(schema: ChecksumStore.schema, url: url)
            configuration.durability = durability
            return try ModelContainer(for: ChecksumStore.schema, configurations: configuration)
        }
        let containers = [try open(.normal), try open(.full)]
        var random = SeededGenerator(seed: 12)
        for number in 0..<80 {
            let container = random.pick(containers)
            let context = ModelContext(container)
            context.insert(LogNote("note", weight: number))
            try context.save()
            #expect(WriteAheadLog.damage(beside: url, isDurable: false) == nil, "save \(number)")
            if random.chance(15) {
                let mode = random.pick(["PASSIVE", "RESTART", "TRUNCATE"])
                for store in random.pick(containers).sqliteStores {
                    try store.connection.access { try $0.execute(sql: "PRAGMA wal_checkpoint(\(mode))") }
                }
                #expect(WriteAheadLog.damage(beside: url, isDurable: false) == nil, "checkpoint \(number)")
            }
            if random.chance(10) { try ChecksumStore.close(try open(.normal)) }
        }
        for container in containers { try ChecksumStore.close(container) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["test.store"])
    }

    /// A log that grows past the size at which it is brought into the file.
    @Test func `the log is brought into the file by itself`() throws {
        let folder = try TemporaryFolder()
        let url = folder.file()
        let container = try ModelContainer(
            for: ChecksumStore.schema,
            configurations: ModelConfiguration(schema: ChecksumStore.schema, url: url)
        )
        let context = ModelContext(container)
        for number in 0..<12 {
            let note = LogNote("note", weight: number)
            note.body = String(repeating: "long text ", count: 100_000)
            context.insert(note)
            try context.save()
            #expect(WriteAheadLog.damage(beside: url, isDurable: false) == nil, "save \(number)")
        }
        let size = try Data(contentsOf: url).count
        #expect(size > 8_000_000, "\(size)")
        try ChecksumStore.close(container)
    }

    @Test func `what a killed process committed is all there`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file().path
        for round in 0..<4 {
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, round = round as Int] in
                let configuration = ModelConfiguration(
                    schema: ChecksumStore.schema,
                    url: URL(fileURLWithPath: path)
                )
                let container = try ModelContainer(for: ChecksumStore.schema, configurations: configuration)
                let context = ModelContext(container)
                for number in 0..<10 {
                    context.insert(LogNote("note", weight: round * 10 + number))
                    try context.save()
                }
                kill(getpid(), SIGKILL)
            }
            #expect(CommitRecord(beside: URL(fileURLWithPath: path))?.isCertain == true)
        }
        let container = try ModelContainer(
            for: ChecksumStore.schema,
            configurations: ModelConfiguration(schema: ChecksumStore.schema, url: URL(fileURLWithPath: path))
        )
        let found = try ModelContext(container).fetch(FetchDescriptor<LogNote>()).map(\.weight)
        #expect(found.sorted() == Array(0..<40))
    }
}
