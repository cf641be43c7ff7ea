import Foundation

/// The same answer for Foundation's encoder and decoder: plain structs, their coding made by the compiler, except for
/// the values, whose type stands beside them.
struct CodableAnswer: Codable {
    var records: [CodableRecord]
}

struct CodableRecord: Codable {
    var recordName: String?
    var recordType: String?
    var fields: [String: CodableField]
    var recordChangeTag: String?
    var created: CodableAuthorship?
    var modified: CodableAuthorship?
    var deleted: Bool?
    var zoneID: CodableZoneID?
}

struct CodableAuthorship: Codable {
    var timestamp: Int64
    var userRecordName: String?
    var deviceID: String?
}

struct CodableZoneID: Codable {
    var zoneName: String
    var ownerRecordName: String?
    var zoneType: String?
}

struct CodableReference: Codable {
    var recordName: String
    var action: String?
    var zoneID: CodableZoneID?
}

struct CodableLocation: Codable {
    var latitude: Double
    var longitude: Double
}

/// A value and its type.
enum CodableField: Codable {
    case string(String)
    case int64(Int64)
    case double(Double)
    case timestamp(Int64)
    case bytes(Data)
    case reference(CodableReference)
    case location(CodableLocation)
    case strings([String])

    private enum Key: String, CodingKey {
        case value
        case type
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self =
            switch try container.decode(String.self, forKey: .type) {
            case "STRING": .string(try container.decode(String.self, forKey: .value))
            case "INT64": .int64(try container.decode(Int64.self, forKey: .value))
            case "DOUBLE": .double(try container.decode(Double.self, forKey: .value))
            case "TIMESTAMP": .timestamp(try container.decode(Int64.self, forKey: .value))
            case "BYTES": .bytes(try container.decode(Data.self, forKey: .value))
            case "REFERENCE": .reference(try container.decode(CodableReference.self, forKey: .value))
            case "LOCATION": .location(try container.decode(CodableLocation.self, forKey: .value))
            default: .strings(try container.decode([String].self, forKey: .value))
            }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .string(let value): try encode(value, "STRING", into: &container)
        case .int64(let value): try encode(value, "INT64", into: &container)
        case .double(let value): try encode(value, "DOUBLE", into: &container)
        case .timestamp(let value): try encode(value, "TIMESTAMP", into: &container)
        case .bytes(let value): try encode(value, "BYTES", into: &container)
        case .reference(let value): try encode(value, "REFERENCE", into: &container)
        case .location(let value): try encode(value, "LOCATION", into: &container)
        case .strings(let value): try encode(value, "STRING_LIST", into: &container)
        }
    }

    private func encode(
        _ value: some Encodable,
        _ type: String,
        into container: inout KeyedEncodingContainer<Key>
    ) throws {
        try container.encode(value, forKey: .value)
        try container.encode(type, forKey: .type)
    }
}
