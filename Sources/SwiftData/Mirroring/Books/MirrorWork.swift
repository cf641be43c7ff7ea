#if CloudKitMirroring
import Foundation
import GRDB
import GRDBSQLite

/// What mirroring does in one transaction.
///
/// Local changes are read from the history first, so that each gets a stamp from before what the transaction brings.
final class MirrorWork {
    let books: MirrorBooks
    let rows: MirrorRows
    let schema: MirrorSchema
    let layout: any RecordLayout
    let policy: CloudMirrorMergePolicy
    let device: String
    var clock: HybridClock
    /// Milliseconds to add to the device's clock, once the service has told that it is wrong.
    var clockOffset: Int64
    /// What the contexts of the process are to be told.
    var notice: SaveNotice
    var history: HistoryRecorder
    var touchedLists: Set<MemberList> = []
    var touchedLinkLists: Set<LinkList> = []
    /// Names that came to stand for a row, for whoever waits for them.
    var arrived: [String] = []
    /// Whether what is being applied came with the answer to a save, and not from the feed.
    var isOfConflict = false
    /// Records that the page deletes which is being applied.
    var leaving: Set<String> = []
    /// Records that could not be used, and why.
    var problems: [CloudMirrorProblem] = []
    /// Files of large values that were written, and those whose row is gone.
    var filesWritten: [String] = []
    var filesToRemove: [String] = []
    /// Whether anything of the app's own was changed.
    var hasChangedRows = false

    /// A list whose members keep the owner's key.
    struct MemberList: Hashable, Comparable {
        let table: String
        let column: String
        let owner: Int64

        static func < (lhs: MemberList, rhs: MemberList) -> Bool {
            (lhs.table, lhs.column, lhs.owner) < (rhs.table, rhs.column, rhs.owner)
        }
    }

    /// A list that lies in a table of links.
    struct LinkList: Hashable, Comparable {
        let join: Int
        let isOwn: Bool
        let owner: Int64

        static func < (lhs: LinkList, rhs: LinkList) -> Bool {
            (lhs.join, lhs.owner, lhs.isOwn ? 0 : 1) < (rhs.join, rhs.owner, rhs.isOwn ? 0 : 1)
        }
    }

    init(_ mirror: MirrorParts, _ db: Database) throws {
        books = MirrorBooks(store: mirror.store, db: db)
        schema = mirror.schema
        layout = mirror.layout
        policy = mirror.policy
        rows = MirrorRows(books: books, schema: schema)
        notice = SaveNotice(origin: ObjectIdentifier(mirror))
        history = HistoryRecorder(store: mirror.store, author: MirrorBooks.author)
        clock = try books.text(.clock).flatMap { HybridClock(text: $0) } ?? HybridClock()
        device = try books.text(.device) ?? ""
        clockOffset = try books.number(.clockOffset) ?? 0
    }

    var store: SQLiteStore { books.store }

    /// Milliseconds since 1970, by the device's clock.
    var deviceTime: Int64 { WholeMilliseconds.of(store.environment.now(), .down) }

    /// Milliseconds since 1970, as right as they are known.
    var now: Int64 { deviceTime + clockOffset }

    func saveClock() throws {
        try books.set(.clock, .text(clock.text))
    }

    /// A new name for a row's record.
    func newName() -> String { store.environment.makeUUID().uuidString }

    /// A stamp for what mirroring itself decides.
    func tick() -> MirrorStamp { clock.tick(at: now, on: device) }

    // MARK: Writing rows

    func plan(of entity: MirrorSchema.Entity) -> EntityPlan? { store.plans.first { $0.index == entity.index } }

    func recordInsert(_ entity: MirrorSchema.Entity, _ key: Int64) throws {
        guard let plan = plan(of: entity) else { return }
        try history.insert(plan, key: key, on: books.db)
        notice.inserted.append(RowReference(entity: entity.index, key: key))
        hasChangedRows = true
    }

    func recordUpdate(_ entity: MirrorSchema.Entity, _ key: Int64, mask: UInt64) throws {
        guard let plan = plan(of: entity) else { return }
        try history.update(plan, key: key, mask: mask, on: books.db)
        notice.updated.append(RowReference(entity: entity.index, key: key))
        hasChangedRows = true
    }

    func recordDelete(_ entity: MirrorSchema.Entity, _ key: Int64) throws {
        guard let plan = plan(of: entity) else { return }
        try history.delete(plan, key: key, tombstone: nil, on: books.db)
        notice.deleted.append(RowReference(entity: entity.index, key: key))
        hasChangedRows = true
    }

    /// Writes a large value to a file of its own.
    func externalize(_ data: Data) throws -> String? {
        guard data.count >= ExternalFiles.threshold, let files = store.externalFiles else { return nil }
        let text = try files.store(data, name: store.environment.makeUUID())
        filesWritten.append(text)
        return text
    }

    /// Remembers the files of columns that are about to change or go.
    func recordFiles(_ entity: MirrorSchema.Entity, _ key: Int64, columns: Set<String>? = nil) throws {
        for attribute in entity.attributes
        where attribute.kind == .bytes && (columns?.contains(attribute.column) ?? true) {
            let sql = "SELECT \(attribute.column.quoted) FROM \(entity.table.quoted) WHERE \"pk\" = ?1"
            for case .text(let name) in try books.rows(sql, [.integer(key)], { SQLValue($0, 0) }) {
                filesToRemove.append(name)
            }
        }
    }
}

/// What all of a mirror's transactions share.
final class MirrorParts: Sendable {
    let store: SQLiteStore
    let schema: MirrorSchema
    let layout: any RecordLayout
    let policy: CloudMirrorMergePolicy
    let files: MirrorFiles
    private let committed: (@Sendable () -> Void)?

    init(store: SQLiteStore, schema: MirrorSchema, options: CloudMirrorOptions) {
        self.store = store
        self.schema = schema
        layout = options.layout.layout
        policy = options.mergePolicy
        committed = options.committed
        let name = ".\(store.configuration.name)_MIRROR"
        let folder = store.connection.url?.deletingLastPathComponent() ?? FileManager.default.temporaryDirectory
        let place = store.connection.url.map { ".\($0.lastPathComponent)_MIRROR" } ?? "\(name)-\(store.identifier)"
        files = MirrorFiles(folder: folder.appendingPathComponent(place, isDirectory: true))
    }

    /// Runs a piece of work in one transaction: everything that it does is kept, or nothing.
    func work<Result>(_ body: (MirrorWork) throws -> Result) throws -> (result: Result, notice: SaveNotice) {
        var written: [String] = []
        do {
            let (result, work) = try store.connection.write { db in
                let work = try MirrorWork(self, db)
                defer { written = work.filesWritten }
                let result = try body(work)
                try work.saveClock()
                if !work.filesWritten.isEmpty { try store.externalFiles?.synchronizeNames() }
                return (result, work)
            }
            committed?()
            store.removeExternalFiles(work.filesToRemove)
            return (result, work.notice)
        } catch {
            store.externalFiles?.remove(written, after: error)
            store.discardHistoryWriter()
            throw error
        }
    }

    /// Reads from the bookkeeping, outside of any transaction of its own.
    func read<Result>(_ body: (MirrorBooks) throws -> Result) throws -> Result {
        try store.connection.access { db in try body(MirrorBooks(store: store, db: db)) }
    }
}

#endif
