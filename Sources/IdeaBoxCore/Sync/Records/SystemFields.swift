import CloudKit
import Foundation

/// The part of an idea's record that the service rules over, as the store keeps it: the name of the zone, a line end, and the
/// fields in CloudKit's own short form.
///
/// Stores of earlier versions keep an archive instead, which is still read.
enum SystemFields {
    private static let lineEnd = UInt8(ascii: "\n")
    private static let beginOfArchives = Array("bplist".utf8)

    static func encoded(_ record: CKRecord) -> Data {
        Data(Array(record.recordID.zoneID.zoneName.utf8) + [lineEnd] + record.systemFieldsBytes)
    }

    /// The record without its values; nil where the bytes are not understood, or tell of another zone.
    static func record(_ data: Data, _ id: CKRecord.ID) -> CKRecord? {
        if data.starts(with: beginOfArchives) { return archived(data).flatMap { $0.recordID == id ? $0 : nil } }
        guard let end = data.firstIndex(of: lineEnd), data[..<end].elementsEqual(id.zoneID.zoneName.utf8) else {
            return nil
        }
        let bytes = Array(data[data.index(after: end)...])
        return CKRecord(recordType: RemoteIdea.recordType, recordID: id, systemFieldsBytes: bytes)
    }

    private static func archived(_ data: Data) -> CKRecord? {
        guard let coder = try? NSKeyedUnarchiver(forReadingFrom: data) else { return nil }
        coder.requiresSecureCoding = true
        defer { coder.finishDecoding() }
        return CKRecord(coder: coder)
    }
}
