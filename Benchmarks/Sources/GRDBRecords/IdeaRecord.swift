import BenchmarkData
import Foundation
import GRDB

/// A hand-written GRDB record, read by column index and stored as SwiftData stores it (no Codable, REAL dates).
package struct IdeaRecord: FetchableRecord, PersistableRecord, TableRecord {
    package static let databaseTableName = "BenchIdea"

    package let key: Int64?
    package var values: IdeaValues

    package init(_ values: IdeaValues) {
        key = nil
        self.values = values
    }

    package init(row: Row) throws {
        key = row[0]
        values = IdeaValues(
            id: row[1],
            title: row[2],
            details: row[3],
            isCompleted: row[4],
            createdAt: Date(timeIntervalSinceReferenceDate: row[5]),
            updatedAt: Date(timeIntervalSinceReferenceDate: row[6]),
            deviceId: row[7],
            version: row[8],
            lastSyncedAt: (row[9] as Double?).map(Date.init(timeIntervalSinceReferenceDate:))
        )
    }

    package static var databaseSelection: [any SQLSelectable] {
        Columns.allCases.map { $0 }
    }

    package func encode(to container: inout PersistenceContainer) throws {
        container[Columns.pk] = key
        container[Columns.id] = values.id
        container[Columns.title] = values.title
        container[Columns.details] = values.details
        container[Columns.isCompleted] = values.isCompleted
        container[Columns.createdAt] = values.createdAt.timeIntervalSinceReferenceDate
        container[Columns.updatedAt] = values.updatedAt.timeIntervalSinceReferenceDate
        container[Columns.deviceId] = values.deviceId
        container[Columns.version] = values.version
        container[Columns.lastSyncedAt] = values.lastSyncedAt?.timeIntervalSinceReferenceDate
    }

    /// The columns in the order that `init(row:)` reads.
    package enum Columns: String, ColumnExpression, CaseIterable {
        case pk, id, title, details, isCompleted, createdAt, updatedAt, deviceId, version, lastSyncedAt
    }
}
