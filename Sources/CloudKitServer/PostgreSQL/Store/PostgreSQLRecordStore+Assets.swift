extension PostgreSQLRecordStore {
    /// Gets a page of the files that an account's records hold.
    public func assets(of account: AccountID, after position: AssetPage.Position?, limit: Int) async throws -> AssetPage
    {
        let sql = """
            SELECT zone_id, record_name, fields FROM record
            WHERE account_id = $1 AND \(PostgreSQLTables.holdsAssets) AND (zone_id, record_name) > ($2, $3)
            ORDER BY zone_id, record_name LIMIT $4
            """
        let values: [PostgreSQLValue] = [
            .integer(account.rawValue), .integer(position?.zone ?? Int64.min), .text(position?.name ?? ""),
            .integer(Int64(limit)),
        ]
        return try await database.reader.run(.single) { db in
            let rows = try db.query(sql, values).map { row in
                (position: AssetPage.Position(zone: row.integer(0), name: row.text(1)), fields: row.bytes(2))
            }
            return try AssetPage(rows, limit: limit)
        }
    }
}
