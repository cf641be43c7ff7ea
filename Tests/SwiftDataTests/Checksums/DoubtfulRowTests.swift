import Foundation
import Testing

@testable import SwiftData

/// What recovery makes of pages that do not match their sums.
@Suite("Recovery and sums")
struct DoubtfulRowTests {
    private func salvage(_ store: ChecksumStore, _ name: String = "new.store") throws -> (RecoveryReport, [LogNote]) {
        let configuration = ModelConfiguration(schema: ChecksumStore.schema, url: store.folder.file(name))
        let target = try ModelContainer(for: ChecksumStore.schema, configurations: configuration)
        let report = try StoreRecovery.salvage(from: store.url, into: target)
        return (report, try ModelContext(target).fetch(FetchDescriptor<LogNote>()))
    }

    @Test func `a sound store has no doubtful rows`() throws {
        let (report, notes) = try salvage(try ChecksumStore())
        #expect(report.saved == ChecksumStore.notes && report.problems.isEmpty, "\(report)")
        #expect(report.tables.allSatisfy { $0.doubtful == 0 })
        #expect(notes.allSatisfy { $0.title == ChecksumStore.title($0.weight) })
    }

    @Test func `rows of a page with a changed letter are saved and counted as doubtful`() throws {
        let store = try ChecksumStore()
        try store.change { bytes in
            let place = try #require(bytes.firstRange(of: Data(ChecksumStore.title(77).utf8)))
            bytes[place.lowerBound] = UInt8(ascii: "Z")
        }
        let (report, notes) = try salvage(store)
        let table = try #require(report.tables.first { $0.name == "LogNote" })
        #expect(table.saved == ChecksumStore.notes && table.lost == 0, "\(report)")
        #expect((1...40).contains(table.doubtful), "\(report)")
        #expect(report.problems == ["1 of the file's pages do not match their checksums"])
        #expect(notes.filter { $0.title != ChecksumStore.title($0.weight) }.map(\.weight) == [77])
    }

    /// Nothing wrong is ever taken for sound: no more rows differ than were counted as doubtful.
    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `wrong rows are never more than doubtful ones`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let store = try ChecksumStore()
        try store.change { bytes in
            for _ in 0..<Int.random(in: 1...300, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
            }
        }
        let (report, notes) = try salvage(store)
        let table = try #require(report.tables.first { $0.name == "LogNote" })
        #expect(table.saved == notes.count, "seed \(seed): \(report)")
        let wrong = notes.filter {
            !(0..<ChecksumStore.notes).contains($0.weight) || $0.title != ChecksumStore.title($0.weight)
                || $0.body != ChecksumStore.body($0.weight)
        }
        #expect(wrong.count <= table.doubtful, "seed \(seed): \(wrong.count) wrong, \(report)")
        #expect(!report.problems.isEmpty, "seed \(seed)")
        #expect(table.saved + table.lost + table.refused >= ChecksumStore.notes, "seed \(seed): \(report)")
    }
}
