import SwiftData
import Testing

@testable import CloudKit
@testable import SwiftData

extension Device {
    /// Does something with the device's bookkeeping, in a transaction as mirroring has them.
    func work<Result>(_ body: (MirrorWork) throws -> Result) throws -> Result {
        let store = try #require(container.stores.first as? SQLiteStore)
        let schema = MirrorSchema(plans: store.plans, schema: container.schema)
        return try MirrorParts(store: store, schema: schema, options: CloudMirrorOptions()).work(body).result
    }

    /// Runs SQL on the device's store.
    func execute(_ sql: String) throws {
        let store = try #require(container.stores.first as? SQLiteStore)
        try store.connection.write { db in
            try RawStatement.execute(sql, on: try #require(db.sqliteConnection))
        }
    }

    /// The names of the records of rows, by a column of text.
    func recordNames(in table: String, by column: String) throws -> [String: String] {
        let pairs = try work { work in
            try work.books.rows(
                """
                SELECT "\(table)"."\(column)", _mirror_record.name FROM "\(table)" JOIN _mirror_record
                ON _mirror_record.place = ?1 AND _mirror_record.pk = "\(table)"."pk" AND _mirror_record.other = 0
                """,
                [.text(table)]
            ) { (String._read($0, 0), String._read($0, 1)) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    /// The names of deleted records, in the order in which the device heard of them.
    func rememberedDeletions() throws -> [String] {
        try work { work in
            try work.books.rows("SELECT name FROM _mirror_record WHERE state = 3 ORDER BY buried") {
                String._read($0, 0)
            }
        }
    }

    /// Milliseconds of the latest stamp that a record of the service has.
    func latestStampAtService() async throws -> Int64 {
        let zone = CKRecordZone.ID(zoneName: "SwiftData")
        let page = try await cloud.privateCloudDatabase.recordZoneChanges(inZoneWith: zone, since: nil)
        let records = try page.modificationResultsByID.values.map { try $0.get().record }
        let stamps = records.flatMap { StampSet(text: $0.object(forKey: "sd_stamps") as? String ?? "").all }
        return try #require(stamps.map(\.milliseconds).max())
    }
}
