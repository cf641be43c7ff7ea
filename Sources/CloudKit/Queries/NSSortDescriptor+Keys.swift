import CloudKitWebServices
import Foundation

extension NSSortDescriptor {
    /// An order by a field, or by `creationDate`, `modificationDate` and the other keys of the system.
    ///
    /// Foundation off Apple's systems has no keys; this one is for ``CKQuery``, and sorts records too.
    public convenience init(key: String, ascending: Bool) {
        self.init(keyPath: \CKRecord[sortKey: key], ascending: ascending)
    }

    /// The field that is sorted by; nil if the descriptor was made from a key path.
    fileprivate var field: String? {
        (keyPath as? KeyPath<CKRecord, SortValue>).map { CKRecord.probe[keyPath: $0].key }
    }

    func wireSort() throws(CKError) -> WireSort {
        guard let field else {
            throw CKError(.invalidArguments, reason: "queries are sorted by keys: use NSSortDescriptor(key:ascending:)")
        }
        let place = (self as? CKLocationSortDescriptor)?.relativeLocation
        let value = place.map { WireField(.location($0.wire)) }
        if let system = WireSystemField(queryKey: field) {
            return WireSort(systemFieldName: system, ascending: ascending, relativeLocation: value)
        }
        return WireSort(fieldName: field, ascending: ascending, relativeLocation: value)
    }
}

/// An order by the distance from a place, nearest first.
public final class CKLocationSortDescriptor: NSSortDescriptor {
    /// The place.
    public let relativeLocation: CLLocation

    /// An order by the distance of a field's place.
    public init(key: String, relativeLocation: CLLocation) {
        self.relativeLocation = relativeLocation
        super.init(keyPath: \CKRecord[sortKey: key], ascending: true)
    }
}

/// A field's value, as records are sorted by it; records without one come first.
struct SortValue: Comparable {
    let key: String
    let value: FieldValue?

    static func < (lhs: SortValue, rhs: SortValue) -> Bool {
        switch (lhs.value, rhs.value) {
        case (nil, let other): other != nil
        case (.string(let one), .string(let other)): one < other
        case (.date(let one), .date(let other)): one < other
        case (let one?, let other?):
            if let one = Double(fieldValue: one), let other = Double(fieldValue: other) { one < other } else { false }
        default: false
        }
    }
}

extension CKRecord {
    static let probe = CKRecord(recordType: "Probe", recordID: ID(recordName: "probe"))

    subscript(sortKey key: String) -> SortValue {
        let value: FieldValue? =
            switch key {
            case "creationDate": creationDate.map(FieldValue.date)
            case "modificationDate": modificationDate.map(FieldValue.date)
            case "recordID": .string(recordID.recordName)
            default: read { $0.values[key] }
            }
        return SortValue(key: key, value: value)
    }
}
