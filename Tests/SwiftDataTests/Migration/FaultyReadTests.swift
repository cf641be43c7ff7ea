import Foundation
import TestSupport
import Testing

@testable import SwiftData

private let noteCount = 120

/// A read that goes wrong during a migration, one after another: the store is the old one or the new one afterwards, and
/// opens. The faults are made below SQLite, in a process of their own.
///
/// Only where a fault changes the store itself, in the checkpoint after the migration, may it be damaged. Opening then says
/// so, and the backup is there.
@Suite("Migration: faulty reads")
struct FaultyReadTests {
    /// How many places are tried in each migration.
    private static let places = Effort.rounds(6, proof: 40)

    @Test(arguments: [false, true], [1, 4])
    func `a short read leaves a store that opens`(pageChecksums: Bool, length: Int) async throws {
        let template = try Template(pageChecksums: pageChecksums)
        let path = template.path
        await #expect(processExitsWith: .success) {
            [path = path as String, length = length as Int] in
            for plan in ReadFaultPlan.allCases { try Self.tryPlaces(path, plan, .short, length) }
        }
    }

    /// Without sums nothing but the verification of the copy notices such a read.
    @Test func `a page of zeros leaves a store that opens`() async throws {
        let template = try Template(pageChecksums: false)
        let path = template.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            try Self.tryPlaces(path, .inCopy, .zeros, 1)
        }
    }

    /// Each place of a migration once, with a fresh copy of the store.
    private static func tryPlaces(_ path: String, _ plan: ReadFaultPlan, _ kind: ReadFault.Kind, _ length: Int) throws {
        try #require(ReadFault.install())
        let whole = try attempt(path, plan, kind, at: nil, length)
        #expect(whole.reads > places && whole.isMigrated)
        var refused = 0
        for place in stride(from: 0, to: whole.reads, by: max(whole.reads / places, 1)) {
            let outcome = try attempt(path, plan, kind, at: place, length)
            if !outcome.isMigrated { refused += 1 }
        }
        if kind == .zeros || length > 2 { #expect(refused > 0, "the faults fall into the migration") }
    }

    private struct Outcome {
        var reads: Int
        var isMigrated: Bool
    }

    private static func attempt(
        _ path: String,
        _ plan: ReadFaultPlan,
        _ kind: ReadFault.Kind,
        at place: Int?,
        _ length: Int
    ) throws -> Outcome {
        let folder = try TemporaryFolder()
        let file = folder.file("notes.store")
        try FileManager.default.copyItem(atPath: path, toPath: file.path)
        ReadFault.arm(kind, at: place.map { $0..<($0 + length) } ?? Int.max..<Int.max)
        // A migration may fail; what counts is what it leaves.
        let isMigrated = (try? ChecksumStore.close(plan.open(file))) != nil
        let reads = ReadFault.disarm()
        let label: Comment = "\(plan) \(kind) at \(place ?? -1)"
        let backup = StoreBackup.url(of: file, version: NotesV1.versionIdentifier)
        do {
            try checkWhole(file, plan, label)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            #expect(!files.contains { $0.contains("backup") || $0.contains("migrating") }, label)
        } catch StoreError.damaged(_, let reason) where kind == .zeros {
            #expect(reason.contains(backup.lastPathComponent), label)
            try checkWhole(backup, plan, label)
        } catch {
            Issue.record(error, label)
        }
        return Outcome(reads: reads, isMigrated: isMigrated)
    }

    private static func checkWhole(_ file: URL, _ plan: ReadFaultPlan, _ label: Comment) throws {
        for _ in 0..<2 {
            let container = try plan.open(file)
            #expect(try plan.titles(container) == Set((0..<noteCount).map { "note \($0)" }), label)
            try ChecksumStore.close(container)
        }
        #expect(try StoreIntegrity.problems(in: file) == [], label)
    }

    /// A closed store of the first version.
    private struct Template {
        let folder: TemporaryFolder
        var path: String { folder.file("notes.store").path }

        init(pageChecksums: Bool) throws {
            folder = try TemporaryFolder()
            let schema = Schema(versionedSchema: NotesV1.self)
            var configuration = ModelConfiguration(schema: schema, url: folder.file("notes.store"))
            configuration.pageChecksums = pageChecksums
            let container = try ModelContainer(for: schema, configurations: [configuration])
            let context = ModelContext(container)
            for number in 0..<noteCount { context.insert(NotesV1.Note(title: "note \(number)", stars: "\(number)")) }
            try context.save()
            try ChecksumStore.close(container)
        }
    }
}

/// The two ways of a migration.
private enum ReadFaultPlan: CaseIterable {
    case inPlace
    case inCopy

    func open(_ file: URL) throws -> ModelContainer {
        switch self {
        case .inPlace: try container(NotesV2.self, file, LightPlan.self)
        case .inCopy: try container(NotesV3.self, file, NotesPlan.self)
        }
    }

    private func container<Version: VersionedSchema>(
        _ version: Version.Type,
        _ file: URL,
        _ plan: any SchemaMigrationPlan.Type
    ) throws -> ModelContainer {
        let schema = Schema(versionedSchema: version)
        let configuration = ModelConfiguration(schema: schema, url: file)
        return try ModelContainer(for: schema, migrationPlan: plan, configurations: [configuration])
    }

    /// The titles as they were in the first version.
    func titles(_ container: ModelContainer) throws -> Set<String> {
        let context = ModelContext(container)
        switch self {
        case .inPlace: return Set(try context.fetch(FetchDescriptor<NotesV2.Note>()).map(\.headline))
        case .inCopy:
            let notes = try context.fetch(FetchDescriptor<NotesV3.Note>())
            return Set(notes.map { $0.headline.prefix { $0 != "!" } }.map(String.init))
        }
    }
}
