import Foundation
import GRDB

extension SQLiteRecordStore {
    /// Gets a page of the files that an account's records hold.
    public func assets(of account: AccountID, after position: AssetPage.Position?, limit: Int) async throws -> AssetPage
    {
        try await file.read { db in
            let sql = """
                SELECT zone_id, record_name, fields FROM record
                WHERE account_id = ? AND \(SQLiteTables.holdsAssets) AND (zone_id, record_name) > (?, ?)
                ORDER BY zone_id, record_name LIMIT ?
                """
            let arguments: StatementArguments = [
                account.rawValue, position?.zone ?? Int64.min, position?.name ?? "", limit,
            ]
            let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).map { row in
                let fields: Data = row[2]
                return (position: AssetPage.Position(zone: row[0], name: row[1]), fields: Array(fields))
            }
            return try AssetPage(rows, limit: limit)
        }
    }
}

extension SQLiteTables {
    /// Whether a record may hold files: its fields have `"ASSETID` among their bytes.
    static let holdsAssets = "instr(fields, x'2241535345544944') > 0"

    /// An index of the few records that hold files.
    static let assets = """
        CREATE INDEX record_assets ON record (account_id, zone_id, record_name) WHERE \(holdsAssets);
        """
}
