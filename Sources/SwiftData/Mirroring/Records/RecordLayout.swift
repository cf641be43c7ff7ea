#if CloudKitMirroring
import CloudKit
import Foundation

/// How rows and links stand in records.
protocol RecordLayout: Sendable {
    /// The zone that the records are in.
    var zoneName: String { get }
    /// Whether records say when each property was changed; where not, a record's date stands for what is new in it.
    var carriesStamps: Bool { get }
    /// The type of a record.
    func recordType(of content: MirroredRecord.Content, _ schema: MirrorSchema) -> String
    /// The name of a new link's record; nil for a random one.
    func linkName(table: String, own: String, other: String) -> String?
    /// Sets the fields of what is given; other fields of the record stay as they are.
    ///
    /// - Throws: What writing a file for a large value throws.
    func fill(_ record: CKRecord, with mirrored: MirroredRecord, _ schema: MirrorSchema, _ files: MirrorFiles) throws
    /// What a record says; nil for one of another schema.
    ///
    /// - Throws: What reading a large value's file throws.
    func read(_ record: CKRecord, _ schema: MirrorSchema) throws -> MirroredRecord?
    /// The fields that belong to a record of the schema; others are kept as they are.
    func knownFields(of content: MirroredRecord.Content, _ schema: MirrorSchema) -> Set<String>
}

/// In which form records carry what a store holds.
///
/// An addition of this package.
public enum CloudRecordLayout: String, Hashable, Sendable, Codable {
    /// This package's own: types and fields are named as entities and properties are, and each record says when each of
    /// its properties was changed.
    case plain
    /// The one that Apple publishes for Core Data: `CD_` before every name, links in records of the type `CDMR`.
    ///
    /// For a container that an app on Apple's systems syncs with. Places in lists are not carried, and of two changes of
    /// the same property the one whose record was saved later wins.
    case coreData

    var layout: any RecordLayout {
        switch self {
        case .plain: PlainLayout()
        case .coreData: CoreDataLayout()
        }
    }
}

/// Files of large values on their way to the service.
struct MirrorFiles: Sendable {
    let folder: URL

    /// Values of more bytes than this go as files.
    static let inlineBytes = 64 * 1_024

    /// Writes a value's file; the same value of the same record has the same name.
    func write(_ data: Data, record: String, field: String) throws -> URL {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let name = FNV1a.hash64("\(record) \(field)".utf8, from: FNV1a.hash64(data))
        let file = folder.appendingPathComponent(String(name, radix: 16))
        if !FileManager.default.fileExists(atPath: file.path) { try data.write(to: file, options: .atomic) }
        return file
    }

    /// Removes all files.
    func clear() {
        try? FileManager.default.removeItem(at: folder)
    }
}

/// Parts that both layouts share.
enum RecordFields {
    static let assetSuffix = "_ckAsset"

    /// Sets an attribute's field, and that of its file: of the two one is always empty.
    static func set(
        _ value: MirroredValue,
        _ attribute: MirrorSchema.Attribute,
        field: String,
        on record: CKRecord,
        _ files: MirrorFiles
    ) throws {
        if attribute.isEncrypted { return try setSealed(value, field, on: record) }
        guard attribute.kind == .text || attribute.kind == .bytes else {
            return record.setObject(plain(value), forKey: field)
        }
        switch value {
        case .file(let url):
            record.setObject(nil, forKey: field)
            record.setObject(CKAsset(fileURL: url), forKey: field + assetSuffix)
        case .bytes(let data) where data.count > MirrorFiles.inlineBytes:
            try setFile(data, field, on: record, files)
        case .text(let text) where text.utf8.count > MirrorFiles.inlineBytes:
            try setFile(Data(text.utf8), field, on: record, files)
        default:
            record.setObject(plain(value), forKey: field)
            // A field that was never there need not be emptied.
            if record.recordChangeTag != nil { record.setObject(nil, forKey: field + assetSuffix) }
        }
    }

    private static func setFile(_ data: Data, _ field: String, on record: CKRecord, _ files: MirrorFiles) throws {
        let file = try files.write(data, record: record.recordID.recordName, field: field)
        record.setObject(nil, forKey: field)
        record.setObject(CKAsset(fileURL: file), forKey: field + assetSuffix)
    }

    /// Encrypted values are sealed as a whole; the service cannot seal files.
    private static func setSealed(_ value: MirroredValue, _ field: String, on record: CKRecord) throws {
        let sealed: CKRecordValue? =
            switch value {
            case .file: try value.loadedBytes()
            case .date(let date): date.timeIntervalSinceReferenceDate
            default: plain(value)
            }
        record.encryptedValues.setObject(sealed, forKey: field)
    }

    static func plain(_ value: MirroredValue) -> CKRecordValue? {
        switch value {
        case .null, .file: nil
        case .integer(let number): number
        case .real(let number): number
        case .date(let date): date
        case .text(let text): text
        case .bytes(let data): data
        case .reference(let name): name
        }
    }

    /// What became of a field.
    enum Reading {
        case value(MirroredValue)
        case unreadable
    }

    /// Reads an attribute's field; one of another type than the attribute's cannot be read.
    static func value(
        of attribute: MirrorSchema.Attribute,
        field: String,
        in record: CKRecord
    ) throws -> Reading {
        if attribute.isEncrypted { return sealedValue(of: attribute, field, in: record) }
        if let asset = record.object(forKey: field + assetSuffix) as? CKAsset {
            guard let url = asset.fileURL, let data = try? Data(contentsOf: url) else { return .unreadable }
            if attribute.kind == .bytes { return .value(.bytes(data)) }
            guard let text = String(data: data, encoding: .utf8) else { return .unreadable }
            return .value(.text(text))
        }
        guard let object = record.object(forKey: field) else { return .value(.null) }
        return typed(object, attribute.kind).map { .value($0) } ?? .unreadable
    }

    private static func sealedValue(
        of attribute: MirrorSchema.Attribute,
        _ field: String,
        in record: CKRecord
    ) -> Reading {
        guard let object = record.encryptedValues.object(forKey: field) else {
            // It is there, and the key is not.
            return record.encryptedValues.allKeys().contains(field) ? .unreadable : .value(.null)
        }
        if attribute.kind == .date, let seconds = (object as? NSNumber)?.doubleValue {
            return .value(.date(Date(timeIntervalSinceReferenceDate: seconds)))
        }
        return typed(object, attribute.kind).map { .value($0) } ?? .unreadable
    }

    private static func typed(_ object: CKRecordValue, _ kind: MirrorSchema.Attribute.Kind) -> MirroredValue? {
        switch kind {
        case .integer: (object as? NSNumber).map { .integer($0.int64Value) }
        case .real: (object as? NSNumber).map { .real($0.doubleValue) }
        case .date: (object as? Date).map { .date($0) }
        case .text: (object as? String).map { .text($0) } ?? (object as? NSNumber).map { .text($0.stringValue) }
        case .uuid: (object as? String).flatMap { UUID(uuidString: $0) }.map { .text($0.uuidString) }
        case .bytes: (object as? Data).map { .bytes($0) }
        }
    }
}

#endif
