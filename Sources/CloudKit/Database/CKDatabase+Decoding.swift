import CloudKitWebServices
import Foundation

extension CKDatabase {
    /// The records of an answer, in its order, with their assets' files.
    func records(_ wire: [WireRecord], in zoneID: CKRecordZone.ID?, known: [String: URL] = [:]) async -> [CKRecord] {
        let files = await link.files(of: wire, known: known)
        return wire.compactMap { record($0, in: zoneID, files: files) }
    }

    private func record(_ wire: WireRecord, in zoneID: CKRecordZone.ID?, files: [String: URL]) -> CKRecord? {
        guard let name = wire.recordName else { return nil }
        let zone = wire.zoneID.map { self.zoneID($0) } ?? zoneID ?? .default
        let id = recordID(name, in: zone)
        var contents = CKRecord.Contents()
        contents.takeSystemFields(of: wire, zoneID: zone)
        for (key, field) in wire.fields {
            if case .encryptedBytes(let bytes) = field.value {
                contents.sealed[key] = bytes
                contents.secrets[key] = link.encryption.open(bytes, of: id, field: key)
            } else if let value = FieldValue(field.value, in: zone, asset: { CKAsset($0, files: files) }) {
                contents.values[key] = value
            } else if !field.value.isNull {
                contents.foreign[key] = field
            }
        }
        contents.fetchedValues = contents.values
        let type = wire.recordType ?? ""
        let isShare = type == WireRecordSharing.shareRecordType
        return isShare
            ? CKShare(recordType: type, recordID: id, contents: contents)
            : CKRecord(recordType: type, recordID: id, contents: contents)
    }
}

extension CKAsset {
    convenience init(_ wire: WireAsset, files: [String: URL]) {
        self.init(fileURL: wire.fileChecksum.flatMap { files[$0] }, stored: wire)
    }
}
