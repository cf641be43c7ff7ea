import AppCommons
import Foundation

/// Reads ideas from JSON.
///
/// The text of an idea may be called `details`, as in our own files, or `description`.
struct JSONImportReader: ImportReader {
    private var elements: JSONElementReader
    private let decoder = JSONDecoder()

    init(_ source: ByteSource) {
        elements = JSONElementReader(source, limit: Self.maximumRowBytes)
    }

    mutating func next() throws -> ImportItem? {
        guard let element = try elements.next() else { return nil }
        guard !element.isCut else {
            return .refused(RefusedRow(line: element.line, reason: .tooLarge(limit: Self.maximumRowBytes)))
        }
        switch Self.row(from: element, with: decoder) {
        case .success(let row): return .checked(row)
        case .failure(let reason): return .refused(RefusedRow(line: element.line, reason: reason))
        }
    }

    /// The row of one element, or why it is none.
    static func row(
        from element: JSONElementReader.Element,
        with decoder: JSONDecoder
    ) -> Result<ImportRow, RefusalReason> {
        do {
            var row = try decoder.decode(DecodedRow.self, from: Data(element.bytes)).row
            row.line = element.line
            return .success(row)
        } catch {
            let isText = String(validating: element.bytes, as: UTF8.self) != nil
            return .failure(isText ? error as? RefusalReason ?? .notAnObject : .notUTF8)
        }
    }
}

/// One idea as JSON gives it.
///
/// Throws ``RefusalReason`` so that the report can name the field.
private struct DecodedRow: Decodable {
    enum Key: String, CodingKey {
        case id, title, details, description, isCompleted, createdAt, updatedAt, deviceId, version, lastSyncedAt
        case deletedAt
    }

    var row: ImportRow

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        guard let title: String = try Self.value(.title, in: fields) else {
            throw RefusalReason.missing(field: Key.title.rawValue)
        }
        row = ImportRow(line: 0, title: title)
        row.id = try Self.id(in: fields)
        row.details = try Self.value(.details, in: fields) ?? Self.value(.description, in: fields) ?? ""
        row.isCompleted = try Self.flag(.isCompleted, in: fields)
        row.createdAt = try Self.date(.createdAt, in: fields)
        row.updatedAt = try Self.date(.updatedAt, in: fields)
        row.deviceId = try Self.value(.deviceId, in: fields)
        row.version = try Self.value(.version, in: fields)
        row.lastSyncedAt = try Self.date(.lastSyncedAt, in: fields)
        row.deletedAt = try Self.date(.deletedAt, in: fields)
    }

    private typealias Fields = KeyedDecodingContainer<Key>

    private static func value<Value: Decodable>(_ key: Key, in fields: Fields) throws -> Value? {
        do {
            return try fields.decodeIfPresent(Value.self, forKey: key)
        } catch {
            throw RefusalReason.unreadable(field: key.rawValue)
        }
    }

    private static func id(in fields: Fields) throws -> UUID? {
        guard let text: String = try value(.id, in: fields) else { return nil }
        guard let id = UUID(uuidString: text) else { throw RefusalReason.unreadable(field: Key.id.rawValue) }
        return id
    }

    private static func date(_ key: Key, in fields: Fields) throws -> Date? {
        guard let text: String = try value(key, in: fields) else { return nil }
        guard let date = ISOTimestamp.date(text) else { throw RefusalReason.unreadable(field: key.rawValue) }
        return date
    }

    private static func flag(_ key: Key, in fields: Fields) throws -> Bool {
        if let flag = try? fields.decodeIfPresent(Bool.self, forKey: key) { return flag }
        let number: Int? = try value(key, in: fields)
        guard let number else { return false }
        guard number == 0 || number == 1 else { throw RefusalReason.unreadable(field: key.rawValue) }
        return number == 1
    }
}
