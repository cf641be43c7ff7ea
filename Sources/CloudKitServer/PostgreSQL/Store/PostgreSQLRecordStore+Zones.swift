import CloudKitWebServices

extension PostgreSQLRecordStore {
    /// All zones, by name.
    public func zones(of database: DatabaseKey) async throws -> [ZoneState] {
        try await self.database.reader.run(.single) { db in
            let zones = try ZoneState.all(in: database, db)
            let hasDefault = zones.contains { $0.name == WireZoneID.defaultName }
            return hasDefault ? zones : [.untouchedDefault] + zones
        }
    }

    /// Creates and deletes zones.
    public func modifyZones(_ command: ModifyZonesCommand) async throws -> ModifyZonesOutcome {
        try await database.writer.run(.write) { db in
            let account = command.database.account
            let row = try DatabaseRow.locked(command.database, now: command.now, db)
            if let answer = try KeptRow.find(command.request, account, db) {
                return ModifyZonesOutcome(answer: answer, hints: [])
            }
            var zones = PostgreSQLDatabaseZones(db: db, database: row, now: command.now)
            let results = try command.apply(in: &zones)
            let answer = command.answer(results)
            try KeptRow.insert(answer, command.request, account, command.now, db)
            let changed = results.compactMap { try? $0.get() }
            let concerned = SubscriptionTable.all(of: command.database, about: [], in: db.tables(of: account))
            let subscriptions = try SubscriptionTable.read(concerned, db)
            return ModifyZonesOutcome(answer: answer, hints: command.hints(for: changed, subscriptions))
        }
    }
}

/// The zones of a database whose row is locked.
private struct PostgreSQLDatabaseZones: ZoneTransaction {
    let db: PostgreSQLTransaction
    var database: DatabaseRow
    let now: Int64

    func countZones() throws -> Int {
        let sql = """
            SELECT count(*) FROM zone WHERE account_id = $1 AND database_id = $2 AND NOT is_deleted AND name <> $3
            """
        let values: [PostgreSQLValue] = [
            .integer(database.account), .integer(database.id), .text(WireZoneID.defaultName),
        ]
        return Int(try db.query(sql, values).first?.integer(0) ?? 0)
    }

    func zone(named name: String) throws -> ZoneState? {
        try ZoneState.find(name, in: database, db)
    }

    mutating func makeZone(named name: String) throws -> ZoneState {
        try ZoneState.make(name, in: &database, now: now, db)
    }

    mutating func deleteZone(_ zone: ZoneState) throws -> ZoneState {
        let key: [PostgreSQLValue] = [.integer(database.account), .integer(zone.number)]
        let usageSQL = "SELECT used_bytes, record_count FROM zone WHERE account_id = $1 AND zone_id = $2"
        let row = try db.query(usageSQL, key).first
        for table in ["record", "reference", "graveyard", "entry", "type_index"] {
            db.later("DELETE FROM \(table) WHERE account_id = $1 AND zone_id = $2", key)
        }
        let growth = Usage(bytes: -(row?.integer(0) ?? 0), records: -(row?.integer(1) ?? 0))
        let place = database.advance(growth, db)
        let sql = """
            UPDATE zone AS z SET is_deleted = true, used_bytes = 0, record_count = 0, pruned_below = head,
            database_seq = $3 WHERE account_id = $1 AND zone_id = $2 RETURNING \(ZoneState.postgreSQLColumns)
            """
        return try db.query(sql, key + [.integer(place)]).first.map(ZoneState.init) ?? zone
    }
}
