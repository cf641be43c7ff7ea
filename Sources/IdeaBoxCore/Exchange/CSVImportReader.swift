import AppCommons
import Foundation

/// Reads ideas from a table whose head line names the columns.
///
/// Columns that IdeaBox does not know are passed over.
struct CSVImportReader: ImportReader {
    private enum Column: String, CaseIterable {
        case id, title, details, isCompleted, createdAt, updatedAt, deviceId, version, lastSyncedAt, deletedAt
    }

    private var records: CSVRecordReader
    private let columns: [Column?]

    init(_ source: ByteSource) throws {
        records = CSVRecordReader(source, limit: Self.maximumRowBytes)
        guard let head = try records.next()?.record else { throw UnreadableFile.empty }
        guard case .fields(let names) = head else { throw UnreadableFile.noTitleColumn }
        columns = names.map(Self.column)
        guard columns.contains(.title) else { throw UnreadableFile.noTitleColumn }
    }

    mutating func next() throws -> ImportItem? {
        guard let (line, record) = try records.next() else { return nil }
        do throws(RefusalReason) {
            return .checked(try row(record, line: line))
        } catch {
            return .refused(RefusedRow(line: line, reason: error))
        }
    }

    private static func column(_ name: [UInt8]) -> Column? {
        let name = String(decoding: name, as: UTF8.self).trimmingCharacters(in: .whitespaces).lowercased()
        if name == "description" { return .details }
        return Column.allCases.first { $0.rawValue.lowercased() == name }
    }

    private func row(_ record: CSVRecordReader.Record, line: Int) throws(RefusalReason) -> ImportRow {
        switch record {
        case .tooLarge: throw .tooLarge(limit: Self.maximumRowBytes)
        case .openQuote: throw .openQuote
        case .fields(let fields): return try row(fields, line: line)
        }
    }

    private func row(_ fields: [[UInt8]], line: Int) throws(RefusalReason) -> ImportRow {
        guard fields.count == columns.count else {
            throw .columns(found: fields.count, expected: columns.count)
        }
        var row = ImportRow(line: line, title: "")
        for (column, bytes) in zip(columns, fields) {
            guard let column else { continue }
            guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
            try Self.set(column, to: text, in: &row)
        }
        return row
    }

    private static func set(_ column: Column, to text: String, in row: inout ImportRow) throws(RefusalReason) {
        switch column {
        case .title: row.title = text
        case .details: row.details = text
        case .deviceId: row.deviceId = text.isEmpty ? nil : text
        case .isCompleted: row.isCompleted = try flag(text)
        case .id: row.id = try optional(text, column) { UUID(uuidString: $0) }
        case .version: row.version = try optional(text, column) { Int($0) }
        case .createdAt: row.createdAt = try optional(text, column) { ISOTimestamp.date($0) }
        case .updatedAt: row.updatedAt = try optional(text, column) { ISOTimestamp.date($0) }
        case .lastSyncedAt: row.lastSyncedAt = try optional(text, column) { ISOTimestamp.date($0) }
        case .deletedAt: row.deletedAt = try optional(text, column) { ISOTimestamp.date($0) }
        }
    }

    private static func optional<Value>(
        _ text: String,
        _ column: Column,
        _ read: (String) -> Value?
    ) throws(RefusalReason) -> Value? {
        if text.isEmpty { return nil }
        guard let value = read(text) else { throw .unreadable(field: column.rawValue) }
        return value
    }

    private static func flag(_ text: String) throws(RefusalReason) -> Bool {
        switch text.lowercased() {
        case "true", "1", "yes", "x": return true
        case "false", "0", "no", "": return false
        default: throw .unreadable(field: Column.isCompleted.rawValue)
        }
    }
}
