import Foundation
import GRDB
import Testing

@testable import SwiftData

/// The last step of a migration with code: the copy's contents replace those of the store.
@Suite struct StoreTransferTests {
    private struct Files {
        let store: TemporaryStore
        let queue: DatabaseQueue
        let copy: URL

        /// A store in one of SQLite's two journal modes, and a copy that says that it was migrated.
        init(journal: String) throws {
            store = try TemporaryStore()
            queue = try DatabaseQueue(path: store.url.path)
            let script = "PRAGMA journal_mode = \(journal); CREATE TABLE Note (text); INSERT INTO Note VALUES ('old')"
            try queue.writeWithoutTransaction { try $0.execute(sql: script) }
            copy = StoreBackup.sibling(of: store.url, StoreBackup.workingCopy)
            try StoreBackup.copy(queue, to: copy)
            let migrated = try DatabaseQueue(path: copy.path)
            try migrated.write { try $0.execute(sql: "UPDATE Note SET text = 'migrated'") }
            try migrated.close()
        }

        func contents() throws -> [String] {
            try queue.read { try String.fetchAll($0, sql: "SELECT text FROM Note ORDER BY rowid") }
        }

        func version() throws -> UInt32 {
            try queue.read {
                _ = try String.fetchAll($0, sql: "SELECT text FROM Note")
                return try StoreBackup.contentVersion(of: $0)
            }
        }
    }

    @Test(arguments: ["WAL", "DELETE"])
    func aStoreThatNobodyChangedIsReplaced(journal: String) throws {
        let files = try Files(journal: journal)
        let version = try files.version()
        #expect(try StoreBackup.transfer(files.copy, to: files.queue, unlessChangedSince: version))
        #expect(try files.contents() == ["migrated"])
    }

    /// What another process saves right before the transfer must not be lost.
    @Test(arguments: ["WAL", "DELETE"])
    func aStoreThatAnotherConnectionChangedStays(journal: String) throws {
        let files = try Files(journal: journal)
        let version = try files.version()
        let other = try DatabaseQueue(path: files.store.url.path)
        try other.write { try $0.execute(sql: "INSERT INTO Note VALUES ('new')") }
        #expect(try !StoreBackup.transfer(files.copy, to: files.queue, unlessChangedSince: version))
        #expect(try files.contents() == ["old", "new"])
        try other.write { try $0.execute(sql: "INSERT INTO Note VALUES ('newer')") }
        #expect(try files.contents() == ["old", "new", "newer"], "nothing stays locked")
    }
}
