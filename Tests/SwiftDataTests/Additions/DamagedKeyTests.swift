import Foundation
import Testing

@testable import SwiftData

/// Row numbers come out of the damaged file like everything else, and may be any number there.
@Suite("Recovery and damaged row numbers")
struct DamagedKeyTests {
    private static let notes = 300

    private static func newContainer(_ url: URL) throws -> ModelContainer {
        let schema = Schema([LogNote.self, LogFolder.self])
        return try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: url))
    }

    /// A closed store of notes, without a log beside it.
    private static func makeStore(_ url: URL) throws {
        let container = try newContainer(url)
        let context = ModelContext(container)
        for number in 0..<notes { context.insert(LogNote("Note \(number)", weight: number)) }
        try context.save()
        for store in container.sqliteStores { try store.close() }
    }

    @Test func `gaps of any width have a width and halves`() {
        let ends: [Int64] = [.min, .min + 1, -1, 0, 1, 5, 1 << 62, .max - 1, .max]
        for low in ends {
            for high in ends {
                let gap = KeyGap(low: low, high: high)
                #expect((gap.width > 0) == (high > low && high != low + 1), "\(gap)")
                guard gap.width > 1 else { continue }
                let (lower, upper) = gap.halves
                #expect(lower.low == low && upper.high == high && lower.high == upper.low + 1, "\(gap)")
                let isShorter = lower.width < gap.width && upper.width < gap.width
                #expect(lower.width > 0 && (isShorter || gap.width == .max), "\(gap)")
            }
        }
    }

    @Test(arguments: [Int64.max, .max - 1, 1 << 62, (1 << 62) + 1, .min, -7])
    func `a row number at the end of all numbers`(key: Int64) throws {
        let folder = try TemporaryFolder()
        let url = folder.file("damaged.store")
        try Self.makeStore(url)
        let database = try RawDatabase(url.path)
        try database.execute("UPDATE LogNote SET pk = \(key) WHERE weight = 7")
        try database.execute("UPDATE sqlite_sequence SET seq = \(key)")
        let target = try Self.newContainer(folder.file("new.store"))
        let report = try StoreRecovery.salvage(from: url, into: target)
        let table = try #require(report.tables.first { $0.name == "LogNote" })
        let isTaken = KeyGap.possibleKeys.contains(key)
        #expect(table.saved == (isTaken ? Self.notes : Self.notes - 1), "\(report)")
        #expect(table.saved + table.lost + table.refused == Self.notes, "\(report)")
        let context = ModelContext(target)
        if !isTaken {
            // The next rows still get numbers.
            context.insert(LogNote("One more"))
            try context.save()
            #expect(try context.fetchCount(FetchDescriptor<LogNote>()) == Self.notes)
        }
    }

    @Test func `a store whose numbers are used up says so and does not crash`() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("full.store")
        try Self.makeStore(url)
        try RawDatabase(url.path).execute("UPDATE sqlite_sequence SET seq = \(Int64.max)")
        let context = ModelContext(try Self.newContainer(url))
        context.insert(LogNote("One more"))
        #expect(throws: StoreError.self) { try context.save() }
    }

    /// Five hundred bytes of a small store changed at random; a crash would end the child, not the tests.
    @Test(arguments: [UInt64(1), 2, 3, 4])
    func `heavy damage ends no process`(seed: UInt64) async throws {
        let folder = try TemporaryFolder()
        let url = folder.file("sound.store")
        try Self.makeStore(url)
        let path = folder.url.path
        await #expect(processExitsWith: .success) { [seed = seed as UInt64, path = path as String] in
            let folder = URL(fileURLWithPath: path, isDirectory: true)
            let sound = try Data(contentsOf: folder.appendingPathComponent("sound.store"))
            var random = SeededGenerator(seed: seed)
            for round in 0..<40 {
                var bytes = sound
                for _ in 0..<500 {
                    let offset = Int.random(in: 0..<bytes.count, using: &random)
                    bytes[offset] ^= UInt8.random(in: 1...255, using: &random)
                }
                let url = folder.appendingPathComponent("damaged.store")
                try bytes.write(to: url)
                let schema = Schema([LogNote.self, LogFolder.self])
                let new = folder.appendingPathComponent("new-\(round).store")
                let target = try ModelContainer(
                    for: schema,
                    configurations: ModelConfiguration(schema: schema, url: new)
                )
                let report = try StoreRecovery.salvage(from: url, into: target)
                let found = try ModelContext(target).fetchCount(FetchDescriptor<LogNote>())
                let saved = report.tables.first { $0.name == "LogNote" }?.saved
                precondition(found == saved, "seed \(seed), round \(round): \(found) rows and \(report)")
            }
        }
    }
}
