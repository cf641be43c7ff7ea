import Foundation

/// The value of a field as a record keeps it: one case for each type of the service.
enum FieldValue: Hashable, Sendable {
    case string(String)
    case int(Int64)
    case double(Double)
    case date(Date)
    case data(Data)
    case location(CLLocation)
    case reference(CKRecord.Reference)
    case asset(CKAsset)
    case list([FieldValue])
}

extension FieldValue {
    /// What apps get: Foundation's numbers, so that `as? Int`, `as? Double` and `as? Bool` all work; Swift's own types else.
    var object: any CKRecordValueProtocol {
        switch self {
        case .string(let value): value
        case .int(let value): NSNumber(value: value)
        case .double(let value): NSNumber(value: value)
        case .date(let value): value
        case .data(let value): value
        case .location(let value): value
        case .reference(let value): value
        case .asset(let value): value
        case .list(let values): Self.array(values)
        }
    }

    /// A list as an array of its elements' own type, so that `as? [String]` works.
    private static func array(_ values: [FieldValue]) -> any CKRecordValueProtocol {
        switch values.first {
        case .string, nil: values.compactMap(String.init(fieldValue:))
        case .int: values.compactMap(Int.init(fieldValue:))
        case .double: values.compactMap(Double.init(fieldValue:))
        case .date: values.compactMap(Date.init(fieldValue:))
        case .data: values.compactMap(Data.init(fieldValue:))
        case .location: values.compactMap(CLLocation.from(fieldValue:))
        case .reference: values.compactMap(CKRecord.Reference.from(fieldValue:))
        case .asset: values.compactMap(CKAsset.from(fieldValue:))
        case .list: [String]()
        }
    }

    /// The words in it, for full-text search.
    var texts: [String] {
        switch self {
        case .string(let text): [text]
        case .list(let values): values.flatMap(\.texts)
        default: []
        }
    }

    /// The assets in it.
    var assets: [CKAsset] {
        switch self {
        case .asset(let asset): [asset]
        case .list(let values): values.flatMap(\.assets)
        default: []
        }
    }
}
