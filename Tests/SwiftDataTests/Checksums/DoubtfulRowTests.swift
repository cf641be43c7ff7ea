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
        let isAccounted = table.saved + table.lost + table.refused >= ChecksumStore.notes
        #expect(isAccounted || !table.isLossExact, "seed \(seed): \(report)")
    }

    @Test(arguments: ["weighu", "w\u{FFFD}ight"]) func `a damaged name of a column costs no row`(name: String) throws {
        let store = try ChecksumStore()
        try store.change { bytes in
            let place = try #require(bytes.firstRange(of: Data("\"weight\" INTEGER".utf8)))
            let damaged = name == "weighu" ? Data(name.utf8) : Data("w".utf8) + [0xE9] + Data("ight".utf8)
            bytes.replaceSubrange((place.lowerBound + 1)..<(place.lowerBound + 1 + 6), with: damaged)
        }
        let (report, notes) = try salvage(store)
        let table = try #require(report.tables.first { $0.name == "LogNote" })
        #expect(table.saved == ChecksumStore.notes && table.doubtful == ChecksumStore.notes, "\(report)")
        #expect(notes.allSatisfy { $0.title == ChecksumStore.title($0.weight) }, "\(report)")
    }
}

/// Errors met while a property is read.
@Suite("Reading that fails")
struct ReadFailureTests {
    /// Walking over stored objects in batches stops at damage, and does not pass over a batch.
    @Test func `enumerating stops at a damaged page`() throws {
        let store = try ChecksumStore()
        try store.change { bytes in
            let place = try #require(bytes.firstRange(of: Data(ChecksumStore.title(77).utf8)))
            bytes[place.lowerBound] ^= 1
        }
        let context = ModelContext(try store.open())
        var descriptor = FetchDescriptor<LogNote>(sortBy: [SortDescriptor(\.weight)])
        descriptor.includePendingChanges = false
        var seen = 0
        let error = #expect(throws: StoreError.self) {
            try context.enumerate(descriptor, batchSize: 10) { note in
                #expect(note.title == ChecksumStore.title(note.weight))
                seen += 1
            }
        }
        #expect(seen < ChecksumStore.notes, "\(String(describing: error))")
    }

    /// A getter cannot throw: it shows a placeholder, and the save that follows says why.
    @Test func `a property that could not be read stops the next save`() throws {
        let store = try ChecksumStore()
        let identifier: PersistentIdentifier
        do {
            let container = try store.open()
            let notes = try ModelContext(container).fetch(
                FetchDescriptor<LogNote>(predicate: #Predicate { $0.weight == 77 })
            )
            identifier = try #require(notes.first).persistentModelID
            try ChecksumStore.close(container)
        }
        try store.change { bytes in
            let place = try #require(bytes.firstRange(of: Data(ChecksumStore.title(77).utf8)))
            bytes[place.lowerBound] ^= 1
        }
        let context = ModelContext(try store.open())
        let note = try #require(context.model(for: identifier) as? LogNote)
        #expect(note.title != ChecksumStore.title(77))
        #expect(throws: StoreError.self) { try context.save() }
        _ = note.title
        #expect(throws: StoreError.self) { try context.fetch(FetchDescriptor<LogFolder>()) }
        #expect(throws: Never.self) { try context.fetch(FetchDescriptor<LogFolder>()) }
    }
}
