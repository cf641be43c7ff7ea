import Foundation
import GRDB
import GRDBSQLite

extension SQLiteStore {
    func save(
        _ changes: GraphChanges,
        in graph: ObjectGraph,
        beforeCommit: () throws -> Void
    ) throws -> SaveOutcome {
        guard allowsSave else {
            throw StoreError.readOnly(connection.url ?? URL(fileURLWithPath: "/dev/null"))
        }
        var writer = SaveWriter(self, changes, graph)
        do {
            let outcome = try connection.write { db in
                if try !graph.hasSeen(externalChangeCount(on: db), of: self) {
                    writer = SaveWriter(self, try graph.prepareAgain(for: self), graph)
                }
                let outcome = try writer.write(on: db)
                try beforeCommit()
                return outcome
            }
            writer.finish()
            return outcome
        } catch {
            writer.undo(after: error)
            discardHistoryWriter()
            throw error
        }
    }
}

/// Writes the changes of one context in one transaction: deletions first, so that others may take a unique value that is
/// set free, then changed rows, new rows, lists, and the history of it all.
final class SaveWriter {
    let store: SQLiteStore
    let changes: GraphChanges
    let graph: ObjectGraph
    var outcome = SaveOutcome()
    var history: HistoryRecorder
    /// Stored rows that get a new position.
    var movedMembers: [(positions: ListPositions, key: Int64, place: Int64)] = []
    /// The lists that the context changed from their own side, as they stood when positions were given.
    var changedLists: [List] = []
    /// What one relationship's lists are written with, by the property.
    var listWriters: [ObjectIdentifier: ListWriter] = [:]
    /// By table and column: a list is the same from either side.
    var listPositions: [PositionColumn: ListPositions] = [:]
    /// Keys given or changed inside the transaction, to be taken back if it fails.
    private var rekeyed: [(state: _ModelState, old: Int64)] = []
    /// Rows whose unique values were set free for others.
    private var vacated: Set<ObjectIdentifier> = []
    /// Files written, and files whose row is gone.
    private var filesWritten: [String] = []
    private var filesToRemove: [String] = []

    init(_ store: SQLiteStore, _ changes: GraphChanges, _ graph: ObjectGraph) {
        self.store = store
        self.changes = changes
        self.graph = graph
        history = HistoryRecorder(store: store, author: changes.author)
    }

    func write(on db: Database) throws -> SaveOutcome {
        // Here, where nobody else uses the connection: who lets go of a statement last finalizes it.
        defer { (movedMembers, listWriters, listPositions) = ([], [:], [:]) }
        try checkCascades(on: db)
        try assignMissingKeys(on: db)
        try history.begin(on: db)
        for model in changes.deleted { try delete(model, on: db) }
        try collectPositions(on: db)
        try updateAll(changes.changed, on: db)
        for model in changes.inserted { try insert(model, on: db) }
        try writeLists(on: db)
        try claimTargets(on: db)
        outcome.historyToken = try history.end(on: db)
        if !filesWritten.isEmpty { try store.externalFiles?.synchronizeNames() }
        return outcome
    }

    private lazy var hasExternalFiles = store.externalFiles?.isPresent ?? false

    /// After the commit: files that no row names any more.
    func finish() {
        store.removeExternalFiles(filesToRemove)
    }

    /// After a failure: keys and files are as before.
    func undo(after error: any Error) {
        for (state, old) in rekeyed.reversed() { state.registry?.rekey(state, to: old) }
        store.externalFiles?.remove(filesWritten, after: error)
    }

    // MARK: Keys

    /// Keys for instances that could not have one when they were inserted.
    ///
    /// Reserved in the transaction that writes their rows: that one holds the lock already, and reports why none can be had.
    private func assignMissingKeys(on db: Database) throws {
        let waiting = changes.inserted.filter { $0._$state.key < 0 }
        for (table, models) in Dictionary(grouping: waiting, by: { graph.plan(of: $0).table }) {
            var key = try store.reserve(Int64(models.count), table: table, on: db)
            for model in models {
                rekey(model, to: key)
                outcome.assignedKeys.append((model, key))
                key += 1
            }
        }
    }

    func rekey(_ model: any PersistentModel, to key: Int64) {
        let state = model._$state
        rekeyed.append((state, state.key))
        state.registry?.withdraw(state, rekeyingTo: key)
    }

    // MARK: Rows

    private func delete(_ model: any PersistentModel, on db: Database) throws {
        let plan = graph.plan(of: model)
        let key = model._$state.key
        let tombstone = try Tombstone.values(of: model, plan)
        try recordExternalFiles(of: plan.properties, plan, key: key, on: db)
        let statement = try store.connection.statement(store.sql(for: plan).deletion, on: db)
        sqlite3_bind_int64(statement.handle, 1, key)
        try statement.executeOrThrow()
        // A row that another context deleted already needs no second entry.
        guard sqlite3_changes(db.sqliteConnection) > 0 else { return }
        try history.delete(plan, key: key, tombstone: tombstone, on: db)
    }

    private func insert(_ model: any PersistentModel, on db: Database) throws {
        let plan = graph.plan(of: model)
        let entity = store.sql(for: plan)
        let statement = try store.connection.statement(entity.insertion, on: db)
        let key = model._$state.key
        let fileCount = filesWritten.count
        var writer = makeWriter(statement.handle, from: 1)
        key._bind(statement.handle, writer.next())
        if let discriminator = plan.discriminator { discriminator._bind(statement.handle, writer.next()) }
        for property in entity.stored { try bind(model, property, &writer) }
        for property in entity.ordered {
            let index = writer.next()
            let position = try position(of: model, property, on: db)
            position._bind(statement.handle, index)
        }
        let code = statement.execute()
        sqlite3_clear_bindings(statement.handle)
        if code == UniqueClash.code {
            removeFiles(after: fileCount)
            try merge(model, plan, entity, on: db)
        } else {
            try check(code, model, plan, on: db)
            try history.insert(plan, key: key, on: db)
        }
    }

    /// Writes the changed rows.
    ///
    /// One that takes a unique value which another of them is about to give up waits its turn;
    /// where they wait for each other, one of them gets a value that nobody has in the meantime.
    private func updateAll(_ models: [any PersistentModel], on db: Database) throws {
        var waiting = models
        while !waiting.isEmpty {
            let clashing = try waiting.filter { try !update($0, on: db) }
            if let first = clashing.first, clashing.count == waiting.count {
                guard clashing.count > 1, vacated.insert(ObjectIdentifier(first)).inserted, try vacate(first, on: db)
                else { throw try UniqueClash(store, graph, first, graph.plan(of: first)).error(on: db) }
                waiting = Array(clashing.dropFirst()) + [first]
            } else {
                waiting = clashing
            }
        }
    }

    /// Gives a row's changed unique columns a value that nobody has: its negative key, which every column can hold.
    private func vacate(_ model: any PersistentModel, on db: Database) throws -> Bool {
        let plan = graph.plan(of: model)
        let ordinals = Set(plan.uniqueConstraints.joined()).filter { model._$state.isChanged($0) }
        let columns = ordinals.sorted().map { plan.properties[$0].column.quoted }
        guard !columns.isEmpty else { return false }
        let assignments = columns.map { "\($0) = -\"pk\"" }.joined(separator: ", ")
        let sql = "UPDATE \(plan.table.quoted) SET \(assignments) WHERE \"pk\" = ?1"
        try store.connection.statement(sql, on: db).run([.integer(model._$state.key)]) { _ in }
        return true
    }

    /// Writes one changed row; false where a unique value is taken.
    private func update(_ model: any PersistentModel, on db: Database) throws -> Bool {
        let plan = graph.plan(of: model)
        let entity = store.sql(for: plan)
        let state = model._$state
        var mask = try changedProperties(of: model, plan, on: db)
        guard mask != 0 || state.dirty == 0 else { return true }
        try mergeValues(of: model, plan, on: db)
        if store.isMirrored, mask != 0 {
            mask = try withoutEqualValues(mask, of: model, plan, on: db)
            if mask == 0 { return true }
        }
        if let update = entity.update(mask, beyond: state.extras?.changedBeyondMask) {
            let statement = try store.connection.statement(update.sql, on: db)
            let fileCount = filesWritten.count
            var writer = makeWriter(statement.handle, from: 2)
            sqlite3_bind_int64(statement.handle, 1, state.key)
            try recordExternalFiles(of: update.properties, plan, key: state.key, on: db)
            for property in update.properties { try bind(model, property, &writer) }
            let code = statement.execute()
            sqlite3_clear_bindings(statement.handle)
            if code == UniqueClash.code {
                removeFiles(after: fileCount)
                return false
            }
            try check(code, model, plan, on: db)
            // The row is gone: there is nothing to tell of it.
            guard sqlite3_changes(db.sqliteConnection) > 0 else { return true }
            try moveToEnd(model, update.properties, on: db)
        }
        try history.update(plan, key: state.key, mask: mask, on: db)
        return true
    }

    func bind(_ model: any PersistentModel, _ property: PropertyPlan, _ writer: inout _RowWriter) throws {
        if property.isCoded {
            var coder = CodedSlotWriter()
            model._$visit(property.ordinal, &coder)
        }
        let isLarge = property.isExternal
        if isLarge { writer.externalize = externalize }
        model._$bind(property.ordinal, to: &writer)
        if isLarge { writer.externalize = nil }
        guard let failure = writer.failure else { return }
        sqlite3_clear_bindings(writer.statement)
        if failure is StoreError { throw failure }
        throw SwiftDataError.modelValidationFailure.explained(
            entity: graph.plan(of: model).name,
            property: property.name,
            identifier: model.persistentModelID,
            "cannot be written: \(failure)"
        )
    }

    func makeWriter(_ statement: OpaquePointer, from index: Int32) -> _RowWriter {
        _RowWriter(statement: statement, index: index, graph: graph)
    }

    private func externalize(_ data: Data) throws -> String? {
        guard data.count >= ExternalFiles.threshold, let files = store.externalFiles else { return nil }
        let text = try files.store(data, name: store.environment.makeUUID())
        filesWritten.append(text)
        return text
    }

    /// Removes the files that a refused statement would have named.
    private func removeFiles(after count: Int) {
        filesWritten[count...].forEach { store.externalFiles?.remove($0) }
        filesWritten.removeSubrange(count...)
    }

    /// Remembers the files of a row that is about to change or go.
    func recordExternalFiles(
        of properties: [PropertyPlan],
        _ plan: EntityPlan,
        key: Int64,
        on db: Database
    ) throws {
        for property in properties where property.isExternal || (property.holdsData && hasExternalFiles) {
            let sql = "SELECT \(property.column.quoted) FROM \(plan.table.quoted) WHERE \"pk\" = ?1"
            try store.connection.statement(sql, on: db).run([.integer(key)]) { row in
                if case .text(let name) = SQLValue(row, 0) { filesToRemove.append(name) }
            }
        }
    }

    /// Turns a refusal of SQLite into an error that names entity, property and value.
    func check(_ code: Int32, _ model: any PersistentModel, _ plan: EntityPlan, on db: Database) throws {
        guard code != SQLITE_OK else { return }
        if code == UniqueClash.code {
            throw try UniqueClash(store, graph, model, plan).error(on: db)
        }
        let message = String(cString: sqlite3_errmsg(db.sqliteConnection))
        if code & 0xFF == SQLITE_CONSTRAINT {
            throw SwiftDataError.modelValidationFailure.explained("\(plan.name): \(message).")
        }
        try StoreError.check(code, on: db.sqliteConnection, url: store.connection.url)
    }

    // MARK: Positions

    /// The place of a new row in the list of the object it points to.
    private func position(
        of model: any PersistentModel,
        _ property: PropertyPlan,
        on db: Database
    ) throws -> Int64? {
        guard let owner = targetKey(of: model, property), let positions = memberPositions(of: property) else {
            return nil
        }
        return try positions.assigned(to: model._$state.key) ?? positions.reserveNext(of: owner, on: db)
    }

    /// A row that was given a new owner from its own side goes to the end of that owner's list.
    func moveToEnd(
        _ model: any PersistentModel,
        _ properties: [PropertyPlan],
        on db: Database
    ) throws {
        for property in properties {
            guard let owner = targetKey(of: model, property),
                model._$state.flags.contains(.inserted) || model._$state.isChanged(property.ordinal),
                let positions = memberPositions(of: property), positions.assigned(to: model._$state.key) == nil
            else { continue }
            try positions.write(try positions.reserveNext(of: owner, on: db), of: model._$state.key, on: db)
        }
    }

    func targetKey(of model: any PersistentModel, _ property: PropertyPlan) -> Int64? {
        switch graph.link(of: model, property.ordinal) {
        case .key(let key): key
        case .target(let target?): target._$state.graph == nil ? nil : target._$state.key
        default: nil
        }
    }
}
