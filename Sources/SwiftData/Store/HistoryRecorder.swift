import GRDB

/// Notes what one save does in the store's history.
struct HistoryRecorder {
    let store: SQLiteStore
    let author: String?

    func begin(on db: Database) throws {
        try store.historyWriter(on: db).begin(author: author, timestamp: store.environment.now())
    }

    func insert(_ plan: EntityPlan, key: Int64, on db: Database) throws {
        try store.historyWriter(on: db).insert(entityIndex: plan.index, key: key)
    }

    func update(_ plan: EntityPlan, key: Int64, mask: UInt64, on db: Database) throws {
        try store.historyWriter(on: db).update(entityIndex: plan.index, key: key, mask: mask)
    }

    func delete(_ plan: EntityPlan, key: Int64, tombstone: String?, on db: Database) throws {
        try store.historyWriter(on: db).delete(entityIndex: plan.index, key: key, tombstone: tombstone)
    }

    /// Ends the record; the number of the transaction, or nil where nothing changed.
    func end(on db: Database) throws -> Int64? {
        let number = try store.historyWriter(on: db).finish()
        if let number, HistoryLog.isPruneDue(after: number) {
            _ = try store.historyLog(on: db).prune(
                now: store.environment.now(),
                limits: store.configuration.historyLimits
            )
        }
        return number
    }
}

/// What history keeps of a deleted instance.
enum Tombstone {
    static func values(of model: any PersistentModel, _ plan: EntityPlan) throws -> String? {
        let kept = plan.properties.filter(\.isPreservedOnDeletion)
        return try HistoryTombstoneCoder.text(of: model, keeping: kept)
    }
}
