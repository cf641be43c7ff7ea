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
            var database = try DatabaseRow.locked(command.database, now: command.now, db)
            if let answer = try KeptRow.find(command.request, account, db) {
                return ModifyZonesOutcome(answer: answer, hints: [])
            }
            var living = try Self.livingZones(in: database, db)
            var results: [Result<ZoneState, WireError>] = []
            for operation in command.operations {
                results.append(try Self.apply(operation, in: &database, &living, now: command.now, db))
            }
            let answer = command.answer(results)
            try KeptRow.keep(answer, command.request, account, command.now, db)
            let zones = results.compactMap { try? $0.get() }
            let subscriptions = try SubscriptionTable.all(of: command.database, db)
            return ModifyZonesOutcome(answer: answer, hints: command.hints(for: zones, subscriptions))
        }
    }

    private static func apply(
        _ operation: Result<ModifyZonesCommand.Operation, WireError>,
        in database: inout DatabaseRow,
        _ living: inout Int,
        now: Int64,
        _ db: PostgreSQLTransaction
    ) throws -> Result<ZoneState, WireError> {
        switch operation {
        case .failure(let error): return .failure(error)
        case .success(let operation):
            let present = try ZoneState.find(operation.name, in: database, db)
            switch operation.kind {
            case .create:
                if let present, !present.isDeleted { return .success(present) }
                guard living < ServiceLimits.zonesPerDatabase else {
                    return .failure(ModifyZonesCommand.full(operation.name))
                }
                living += 1
                return .success(try ZoneState.make(operation.name, in: &database, now: now, db))
            case .delete:
                guard let present, !present.isDeleted else {
                    return .failure(ModifyZonesCommand.missing(operation.name))
                }
                living -= 1
                return .success(try delete(present, in: &database, db))
            }
        }
    }

    /// How many zones there are, the default zone apart.
    private static func livingZones(in database: DatabaseRow, _ db: PostgreSQLTransaction) throws -> Int {
        let sql = """
            SELECT count(*) FROM zone WHERE account_id = $1 AND database_id = $2 AND NOT is_deleted AND name <> $3
            """
        let values: [PostgreSQLValue] = [
            .integer(database.account), .integer(database.id), .text(WireZoneID.defaultName),
        ]
        return Int(try db.query(sql, values).first?.integer(0) ?? 0)
    }

    /// Takes away all that is in a zone and leaves its row, so that devices learn of it and its numbers go on.
    private static func delete(
        _ zone: ZoneState,
        in database: inout DatabaseRow,
        _ db: PostgreSQLTransaction
    ) throws -> ZoneState {
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
