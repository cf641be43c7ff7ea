import Foundation
import Testing

@testable import SwiftData

/// Logs that were cut short, as a power cut leaves them, and logs in which a byte was changed.
@Suite("The log beside a store")
struct WriteAheadLogTests {
    private static let saves = 12
    private static let headerLength = 32
    private static let frameHeaderLength = 24

    /// A store with a log of several saves, as a killed process leaves it.
    private struct LoggedStore {
        let folder: TemporaryFolder
        let url: URL
        let file: Data
        let log: Data
        let frameLength: Int

        init(saves: Int) throws {
            folder = try TemporaryFolder()
            url = folder.file("logged.store")
            let living = folder.file("living.store")
            let container = try Self.open(living)
            let context = ModelContext(container)
            for number in 0..<saves {
                for part in 0..<(number % 3 + 1) {
                    let note = LogNote("note \(number).\(part)", weight: number)
                    note.body = String(repeating: "text ", count: number * 300)
                    context.insert(note)
                }
                try context.save()
            }
            file = try Data(contentsOf: living)
            log = try Data(contentsOf: URL(fileURLWithPath: living.path + "-wal"))
            frameLength = WriteAheadLogTests.frameHeaderLength + 4_096
            try ChecksumStore.close(container)
        }

        static func open(_ url: URL) throws -> ModelContainer {
            var configuration = ModelConfiguration(schema: ChecksumStore.schema, url: url)
            configuration.pageChecksums = true
            configuration.durability = .full
            return try ModelContainer(for: ChecksumStore.schema, configurations: configuration)
        }

        func write(_ log: Data) throws {
            try? FileManager.default.removeItem(atPath: url.path + "-shm")
            try file.write(to: url)
            try log.write(to: URL(fileURLWithPath: url.path + "-wal"))
        }

        var frames: Int { frames(of: log) }

        private func frames(of log: Data) -> Int { (log.count - WriteAheadLogTests.headerLength) / frameLength }

        func bytes(of frame: Int) -> Range<Int> {
            let start = WriteAheadLogTests.headerLength + frame * frameLength
            return start..<start + frameLength
        }

        /// The frames of which two logs of one length have different ones.
        func framesThatDiffer(_ first: Data, _ second: Data) -> [Int] {
            (0..<frames(of: first)).filter { first[bytes(of: $0)] != second[bytes(of: $0)] }
        }

        /// The frames that end a save.
        var ends: [Int] {
            (0..<frames).filter { frame in
                log[bytes(of: frame)].dropFirst(4).prefix(4).contains { $0 != 0 }
            }
        }

        func count() throws -> Int {
            let container = try Self.open(url)
            defer { try? ChecksumStore.close(container) }
            return try ModelContext(container).fetchCount(FetchDescriptor<LogNote>())
        }
    }

    @Test func `a whole log is sound`() throws {
        let store = try LoggedStore(saves: Self.saves)
        #expect(store.ends.count >= Self.saves, "the log holds a save each")
        try store.write(store.log)
        #expect(WriteAheadLog.damage(beside: store.url, isDurable: true) == nil)
        #expect(try store.count() == 24)
    }

    @Test func `a log that was cut is no damage`() throws {
        let store = try LoggedStore(saves: Self.saves)
        var random = SeededGenerator(seed: 8)
        let cuts = (0..<60).map { _ in random.number(0...store.log.count) } + [0, 31, 32, 33, 56]
        for cut in cuts {
            try store.write(store.log.prefix(cut))
            #expect(WriteAheadLog.damage(beside: store.url, isDurable: true) == nil, "cut at \(cut)")
            // Of what a power cut did not let reach the disk, some systems show zeros.
            try store.write(store.log.prefix(cut) + Data(count: store.log.count - cut))
            #expect(WriteAheadLog.damage(beside: store.url, isDurable: true) == nil, "zeros from \(cut)")
        }
    }

    /// A log is written from its start again once it was brought into the store: older frames follow its end.
    @Test func `frames of an earlier use of the log are no damage`() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("again.store")
        let container = try LoggedStore.open(url)
        let context = ModelContext(container)
        for round in 0..<6 {
            for number in 0..<(round.isMultiple(of: 2) ? 8 : 1) {
                context.insert(LogNote("note \(round).\(number)", weight: number))
                try context.save()
                #expect(WriteAheadLog.damage(beside: url, isDurable: true) == nil, "round \(round), save \(number)")
            }
            for store in container.sqliteStores {
                try store.connection.access { try $0.execute(sql: "PRAGMA wal_checkpoint(RESTART)") }
            }
        }
        #expect(WriteAheadLog.damage(beside: url, isDurable: true) == nil)
    }

    /// A disk writes the frames of one save in any order: of those that it had no time for, it still has the older ones.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `a save over an earlier use of the log, of which a power cut left some frames, is no damage`(
        seed: UInt64
    ) throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let store = try LoggedStore(saves: Self.saves)
        let living = store.folder.file("again.store")
        let container = try LoggedStore.open(living)
        defer { try? ChecksumStore.close(container) }
        let context = ModelContext(container)
        for save in 0..<(4 * Self.saves) {
            context.insert(LogNote("note \(save)", weight: save))
            try context.save()
        }
        for sqlite in container.sqliteStores {
            try sqlite.connection.access { try $0.execute(sql: "PRAGMA wal_checkpoint(RESTART)") }
        }
        for save in 0..<3 {
            let before = try Data(contentsOf: WriteAheadLogFile.url(beside: living))
            let note = LogNote("anew \(save)", weight: save)
            note.body = String(repeating: "text ", count: 6_000)
            context.insert(note)
            try context.save()
            let after = try Data(contentsOf: WriteAheadLogFile.url(beside: living))
            #expect(after.count == before.count, "the log is written over")
            let changed = store.framesThatDiffer(before, after)
            #expect(changed.count > 5, "a save of several frames")
            for cut in 0..<60 {
                var log = before
                log.replaceSubrange(0..<Self.headerLength, with: after.prefix(Self.headerLength))
                for frame in changed where random.number(0...1) == 0 {
                    log.replaceSubrange(store.bytes(of: frame), with: after[store.bytes(of: frame)])
                }
                let cutStore = store.folder.file("cut.store")
                try store.file.write(to: cutStore)
                try log.write(to: WriteAheadLogFile.url(beside: cutStore))
                let damage = WriteAheadLog.damage(beside: cutStore, isDurable: true)
                #expect(damage == nil, "seed \(seed), save \(save), cut \(cut)")
            }
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `a changed byte before the last save is damage`(seed: UInt64) throws {
        print("seed \(seed)")
        let store = try LoggedStore(saves: Self.saves)
        var random = SeededGenerator(seed: seed)
        let ends = store.ends
        let lastSave = Self.headerLength + (ends[ends.count - 2] + 1) * store.frameLength
        for _ in 0..<60 {
            var log = store.log
            let place = random.number(0...lastSave - 1)
            log[place] ^= UInt8(random.number(1...255))
            try store.write(log)
            // The number of the next use of the log is in its header, and under its sum.
            #expect(WriteAheadLog.damage(beside: store.url, isDurable: true) != nil, "seed \(seed), byte \(place)")
            let error = #expect(throws: StoreError.self, "seed \(seed), byte \(place)") { try store.count() }
            if case .damaged? = error {} else { Issue.record("\(String(describing: error))") }
        }
    }

    @Test func `a salvage takes what is whole behind the damage, and doubts it`() throws {
        let store = try LoggedStore(saves: Self.saves)
        var log = store.log
        // A page of text in the middle of the sixth save: everything else is whole.
        let text = try #require(log.firstRange(of: Data("note 5.2".utf8)))
        log[text.lowerBound] ^= 1
        try store.write(log)
        let rescued = try LoggedStore.open(store.folder.file("rescued.store"))
        let report = try StoreRecovery.salvage(from: store.url, into: rescued)
        #expect(report.problems.contains { $0.hasPrefix("its log is damaged at frame") }, "\(report.problems)")
        let notes = try #require(report.tables.first { $0.name == "LogNote" })
        #expect(notes.saved >= 20 && notes.doubtful == notes.saved, "\(report)")
        #expect(!notes.isLossExact)
        let titles = try ModelContext(rescued).fetch(FetchDescriptor<LogNote>()).map(\.title)
        #expect(titles.contains("note 11.2"), "\(titles)")
    }

    @Test func `a mended log is a sound one`() throws {
        let store = try LoggedStore(saves: Self.saves)
        for place in [0, 20, 40, Self.headerLength + store.frameLength * 3 + 500] {
            var log = store.log
            log[place] ^= 0x10
            try store.write(log)
            try WriteAheadLog.mend(beside: store.url)
            #expect(WriteAheadLog.damage(beside: store.url, isDurable: true) == nil, "byte \(place)")
            #expect(try store.count() > 12, "byte \(place)")
        }
        try store.write(store.log)
        try WriteAheadLog.mend(beside: store.url)
        #expect(try store.count() == 24)
    }
}
