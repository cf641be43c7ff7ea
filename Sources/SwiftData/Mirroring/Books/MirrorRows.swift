#if CloudKitMirroring
import Foundation
import GRDB
import GRDBSQLite

/// The rows of a mirrored store as records see them.
struct MirrorRows {
    let books: MirrorBooks
    let schema: MirrorSchema

    private var store: SQLiteStore { books.store }

    /// The entity of a row; nil where there is none.
    func entity(ofRow key: Int64, in table: String) throws -> MirrorSchema.Entity? {
        let members = schema.entities(in: table)
        let column = members.contains { $0.discriminator != nil } ? "\"entity\"" : "NULL"
        let sql = "SELECT \(column) FROM \(table.quoted) WHERE \"pk\" = ?1"
        let found = try books.rows(sql, [.integer(key)]) { row in
            sqlite3_column_type(row, 0) == SQLITE_NULL ? nil : Optional(sqlite3_column_int64(row, 0))
        }
        guard let discriminator = found.first else { return nil }
        return schema.entity(in: table, discriminator: discriminator)
    }

    // MARK: Reading

    /// Attributes and to-one relationships of a row.
    ///
    /// - Parameters:
    ///   - key: The row.
    ///   - entity: Its entity.
    ///   - names: Those that are wanted; nil for all.
    /// - Returns: The values by property; none where there is no such row.
    /// - Throws: ``StoreError``.
    func values(
        ofRow key: Int64,
        _ entity: MirrorSchema.Entity,
        named names: Set<String>? = nil
    ) throws -> [String: MirroredValue] {
        let attributes = entity.attributes.filter { names?.contains($0.name) ?? true }
        let toOnes = entity.toOnes.filter { names?.contains($0.name) ?? true }
        let columns = (attributes.map(\.column) + toOnes.map(\.column)).map(\.quoted)
        guard !columns.isEmpty else { return [:] }
        let sql = "SELECT \(columns.joined(separator: ", ")) FROM \(entity.table.quoted) WHERE \"pk\" = ?1"
        let found = try books.rows(sql, [.integer(key)]) { row in columns.indices.map { SQLValue(row, Int32($0)) } }
        guard let stored = found.first else { return [:] }
        var values: [String: MirroredValue] = [:]
        for (attribute, value) in zip(attributes, stored) { values[attribute.name] = mirrored(value, attribute) }
        for (toOne, value) in zip(toOnes, stored.dropFirst(attributes.count)) {
            guard case .integer(let target) = value else {
                values[toOne.name] = .null
                continue
            }
            values[toOne.name] = try books.name(ofRow: target, in: toOne.targetTable).map { .reference($0) } ?? .null
        }
        return values
    }

    func mirrored(_ value: SQLValue, _ attribute: MirrorSchema.Attribute) -> MirroredValue {
        switch (attribute.kind, value) {
        case (_, .null): .null
        case (.date, .real(let seconds)): .date(Date(timeIntervalSinceReferenceDate: seconds))
        case (.date, .integer(let seconds)): .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
        case (.uuid, _): UUID._fromSQL(value).map { .text($0.uuidString) } ?? .null
        case (.bytes, .text(let text)): store.externalFiles?.url(of: text).map { .file($0) } ?? .text(text)
        case (_, .integer(let number)): .integer(number)
        case (_, .real(let number)): .real(number)
        case (_, .text(let text)): .text(text)
        case (_, .blob(let data)): .bytes(data)
        }
    }

    // MARK: Writing

    /// What a value is in its column; nil for one of another type.
    ///
    /// Large values of external attributes become files at once; the caller removes them where the transaction fails.
    func stored(
        _ value: MirroredValue,
        _ attribute: MirrorSchema.Attribute,
        _ externalize: (Data) throws -> String?
    ) throws -> SQLValue? {
        switch (attribute.kind, value) {
        case (_, .null): return attribute.isOptional ? .null : try schema.initialValue(of: attribute)
        case (.integer, .integer(let number)): return .integer(number)
        case (.real, .real(let number)): return .real(number)
        case (.real, .integer(let number)): return .real(Double(number))
        case (.date, .date(let date)): return .real(date.timeIntervalSinceReferenceDate)
        case (.text, .text(let text)): return .text(text)
        case (.uuid, .text(let text)): return UUID(uuidString: text)?._sqlValue
        case (.bytes, .bytes), (.bytes, .file):
            guard let data = try value.loadedBytes() else { return nil }
            if attribute.isExternal, let name = try externalize(data) { return .text(name) }
            return .blob(data)
        default: return nil
        }
    }
}

#endif
