import Foundation
import GRDB
import Testing

@testable import SwiftData

/// What a store says of itself may be damaged like everything else, and must not read as another schema.
@Suite("Damaged metadata")
struct DamagedMetadataTests {
    private func open(_ url: URL) throws {
        let container = try ModelContainer(
            for: ChecksumStore.schema,
            configurations: ModelConfiguration(schema: ChecksumStore.schema, url: url)
        )
        try ChecksumStore.close(container)
    }

    private func isDamaged(_ error: (any Error)?) -> Bool {
        if case .damaged? = error as? StoreError { true } else { false }
    }

    private static let changes = [
        "UPDATE _metadata SET value = 'x' || substr(value, 2) WHERE key = 'schema'",
        "UPDATE _metadata SET value = replace(value, 'title', 'tatle') WHERE key = 'schema'",
        "UPDATE _metadata SET value = 'x' || substr(value, 2) WHERE key = 'structure'",
        "UPDATE _metadata SET value = '9' WHERE key = 'format'",
        "UPDATE _metadata SET value = NULL WHERE key = 'format'",
        "UPDATE _metadata SET value = '9.9.9' WHERE key = 'version'",
        "UPDATE _metadata SET value = x'00FF' WHERE key = 'identifier'",
        "UPDATE _metadata SET value = 7 WHERE key = 'check'",
        "UPDATE _metadata SET key = 'schemb' WHERE key = 'schema'",
        "UPDATE _metadata SET key = NULL WHERE key = 'version'",
        "UPDATE _metadata SET key = x'6162' WHERE key = 'structure'",
        "DELETE FROM _metadata",
        "DROP TABLE _metadata",
    ]

    @Test(arguments: changes)
    func `every change reads as damage`(change: String) throws {
        let store = try ChecksumStore(pageChecksums: false)
        try RawDatabase(store.url.path).execute(change.replacingOccurrences(of: "key = NULL", with: "key = ''"))
        let error = #expect(throws: (any Error).self) { try open(store.url) }
        #expect(isDamaged(error), "\(change): \(String(describing: error))")
    }

    @Test func `a store from before there was a check opens, and gets one with its next change`() throws {
        let store = try ChecksumStore(pageChecksums: false)
        try RawDatabase(store.url.path).execute("DELETE FROM _metadata WHERE key = 'check'")
        #expect(try store.read() == ChecksumStore.sound)
    }

    @Test func `a newer format is refused and left alone`() throws {
        let store = try ChecksumStore()
        let queue = try StoreVFS.opening(store.url) { try DatabaseQueue(path: $0) }
        try queue.write { try StoreMetadata.set(.format, "2", $0) }
        try queue.close()
        let before = try Data(contentsOf: store.url)
        #expect(throws: StoreError.newerVersion(required: "2", found: "1")) { try store.read() }
        #expect(try Data(contentsOf: store.url) == before)
    }

    @Test func `a full disk has one name, whichever way SQLite meets it`() {
        #expect(StoreError(sqliteResultCode: ExtendedResultCode.sharedMemorySize) == .diskFull)
        let error = StoreError(sqliteResultCode: ExtendedResultCode.data, url: URL(fileURLWithPath: "/data/a.store"))
        #expect(isDamaged(error))
        // A disk with room left is not full because reading failed.
        let reading = StoreError(sqliteResultCode: ExtendedResultCode.read, url: URL(fileURLWithPath: "/tmp/a.store"))
        if case .inputOutput? = reading {} else { Issue.record("\(String(describing: reading))") }
    }
}
