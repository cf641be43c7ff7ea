import CloudKitWebServices
import GRDB

extension SQLiteRecordStore {
    /// Creates and deletes zones.
    public func modifyZones(_ command: ModifyZonesCommand) async throws -> ModifyZonesOutcome {
        try await file.writer.write { db in
            let account = command.database.account
            if let answer = try KeptAnswers.find(command.request, account, db) {
                return ModifyZonesOutcome(answer: answer, hints: [])
            }
            var database = try DatabaseRow.make(command.database, now: command.now, in: db)
            var living = try Self.livingZones(in: database, db)
            var results: [Result<ZoneState, WireError>] = []
            for operation in command.operations {
                results.append(try Self.apply(operation, in: &database, &living, now: command.now, db))
            }
            let answer = command.answer(results)
            try KeptAnswers.keep(answer, command.request, account, command.now, db)
            let zones = results.compactMap { try? $0.get() }
            let hints = try SubscriptionRows(database).hints(for: zones, command, db)
            return ModifyZonesOutcome(answer: answer, hints: hints)
        }
    }

    private static func apply(
        _ operation: Result<ModifyZonesCommand.Operation, WireError>,
        in database: inout DatabaseRow,
        _ living: inout Int,
        now: Int64,
        _ db: Database
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
                try ZoneState.make(operation.name, in: &database, now: now, db)
                living += 1
            case .delete:
                guard let present, !present.isDeleted else {
                    return .failure(ModifyZonesCommand.missing(operation.name))
                }
                try delete(present, in: &database, db)
                living -= 1
            }
            let zone = try ZoneState.find(operation.name, in: database, db)
            return zone.map(Result.success) ?? .failure(ModifyZonesCommand.missing(operation.name))
        }
    }

    /// How many zones there are, the default zone apart.
    private static func livingZones(in database: DatabaseRow, _ db: Database) throws -> Int {
        let sql = "SELECT count(*) FROM zone WHERE account_id = ? AND database_id = ? AND is_deleted = 0 AND name <> ?"
        return try Int.fetchOne(db, sql: sql, arguments: [database.account, database.id, WireZoneID.defaultName]) ?? 0
    }

    /// Takes away all that is in a zone and leaves its row, so that devices learn of it and its numbers go on.
    private static func delete(_ zone: ZoneState, in database: inout DatabaseRow, _ db: Database) throws {
        let key: StatementArguments = [database.account, zone.number]
        let usageSQL = "SELECT used_bytes, record_count FROM zone WHERE account_id = ? AND zone_id = ?"
        let row = try Row.fetchOne(db, sql: usageSQL, arguments: key)
        let (bytes, records): (Int64, Int64) = (row?[0] ?? 0, row?[1] ?? 0)
        for table in ["record", "reference", "graveyard", "entry", "type_index"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE account_id = ? AND zone_id = ?", arguments: key)
        }
        let place = try database.advance(Usage(bytes: -bytes, records: -records), in: db)
        let sql = """
            UPDATE zone SET is_deleted = 1, used_bytes = 0, record_count = 0, pruned_below = head, database_seq = ?
            WHERE account_id = ? AND zone_id = ?
            """
        try db.execute(sql: sql, arguments: [place] + key)
    }
}
