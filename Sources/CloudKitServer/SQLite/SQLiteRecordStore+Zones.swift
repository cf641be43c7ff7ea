import CloudKitWebServices
import GRDB

extension SQLiteRecordStore {
    /// Creates and deletes zones.
    public func modifyZones(_ command: ModifyZonesCommand) async throws -> ModifyZonesOutcome {
        try await file.write { db in
            let account = command.database.account
            if let answer = try KeptAnswers.find(command.request, account, db) {
                return ModifyZonesOutcome(answer: answer, hints: [])
            }
            let row = try DatabaseRow.make(command.database, now: command.now, in: db)
            var zones = DatabaseZones(db: db, database: row, now: command.now)
            let results = try command.apply(in: &zones)
            let answer = command.answer(results)
            try KeptAnswers.insert(answer, command.request, account, command.now, db)
            let changed = results.compactMap { try? $0.get() }
            return ModifyZonesOutcome(answer: answer, hints: try SubscriptionRows(row).hints(for: changed, command, db))
        }
    }
}

/// The zones of a database.
private struct DatabaseZones: ZoneTransaction {
    let db: Database
    var database: DatabaseRow
    let now: Int64

    func countZones() throws -> Int {
        let sql = "SELECT count(*) FROM zone WHERE account_id = ? AND database_id = ? AND is_deleted = 0 AND name <> ?"
        return try Int.fetchOne(db, sql: sql, arguments: [database.account, database.id, WireZoneID.defaultName]) ?? 0
    }

    func zone(named name: String) throws -> ZoneState? {
        try ZoneState.find(name, in: database, db)
    }

    mutating func makeZone(named name: String) throws -> ZoneState {
        try ZoneState.make(name, in: &database, now: now, db)
    }

    mutating func deleteZone(_ zone: ZoneState) throws -> ZoneState {
        let key: StatementArguments = [database.account, zone.number]
        let usageSQL = "SELECT used_bytes, record_count FROM zone WHERE account_id = ? AND zone_id = ?"
        let row = try Row.fetchOne(db, sql: usageSQL, arguments: key)
        let (bytes, records): (Int64, Int64) = (row?[0] ?? 0, row?[1] ?? 0)
        for table in ["record", "reference", "graveyard", "entry", "type_index"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE account_id = ? AND zone_id = ?", arguments: key)
        }
        let place = try database.advance(Usage(bytes: -bytes, records: -records), in: db)
        return try zone.bury(place: place, account: database.account, db)
    }
}
