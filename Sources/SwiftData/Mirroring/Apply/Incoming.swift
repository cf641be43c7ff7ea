#if CloudKitMirroring
import CloudKit
import Foundation

/// A record that came from the service.
struct Incoming: Sendable {
    var mirrored: MirroredRecord
    /// Its system fields.
    let system: Data
    /// Fields that this version's schema does not know; nil where there are none.
    let extra: Data?
    /// When the service saved it, for records that carry no stamps.
    let saved: MirrorStamp

    var name: String { mirrored.name }

    /// What a record says; nil for one of another schema.
    init?(_ record: CKRecord, _ layout: any RecordLayout, _ schema: MirrorSchema) throws {
        guard let mirrored = try layout.read(record, schema) else { return nil }
        self.mirrored = mirrored
        system = RecordArchive.systemFields(of: record)
        extra = RecordArchive.unknownFields(of: record, besides: layout.knownFields(of: mirrored.content, schema))
        let date = record.modificationDate ?? Date(timeIntervalSince1970: 0)
        saved = MirrorStamp(
            milliseconds: WholeMilliseconds.of(date),
            counter: 0,
            device: "service"
        )
    }

    init(mirrored: MirroredRecord, system: Data, extra: Data?, saved: MirrorStamp) {
        self.mirrored = mirrored
        self.system = system
        self.extra = extra
        self.saved = saved
    }
}

/// Records in the form in which they are kept.
enum RecordArchive {
    /// The part of a record that the service rules over.
    static func systemFields(of record: CKRecord) -> Data {
        Data(record.archive())
    }

    /// The fields of a record that are not among the known ones; nil where there are none.
    ///
    /// Files are left out.
    static func unknownFields(of record: CKRecord, besides known: Set<String>) -> Data? {
        let unknown = record.allKeys().filter { !known.contains($0) && !(record.object(forKey: $0) is CKAsset) }
        guard !unknown.isEmpty else { return nil }
        let rest = CKRecord(recordType: record.recordType, recordID: record.recordID)
        for field in unknown { rest.setObject(record.object(forKey: field), forKey: field) }
        return Data(rest.archive(withValues: true))
    }

    /// The record that one of these made; nil where the bytes are not understood.
    static func record(_ data: Data) -> CKRecord? {
        if let record = CKRecord(archive: Array(data)) { return record }
        // What earlier versions kept.
        guard let coder = try? NSKeyedUnarchiver(forReadingFrom: data) else { return nil }
        coder.requiresSecureCoding = true
        defer { coder.finishDecoding() }
        return CKRecord(coder: coder)
    }
}

#endif
