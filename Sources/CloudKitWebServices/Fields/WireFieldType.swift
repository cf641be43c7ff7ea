/// The types of field values, as their `type` spells them.
public enum WireFieldType: String, Hashable, Sendable, CaseIterable {
    /// Text.
    case string = "STRING"
    /// A whole number of 64 bits; also true and false, as 1 and 0.
    case int64 = "INT64"
    /// A floating-point number of 64 bits.
    case double = "DOUBLE"
    /// A moment, to the millisecond.
    case timestamp = "TIMESTAMP"
    /// Bytes, as base64.
    case bytes = "BYTES"
    /// A pointer to a record.
    case reference = "REFERENCE"
    /// A file.
    case asset = "ASSETID"
    /// A place on Earth.
    case location = "LOCATION"
    /// Bytes that only the user's devices can read, as base64.
    case encryptedBytes = "ENCRYPTED_BYTES"
    /// Texts.
    case stringList = "STRING_LIST"
    /// Whole numbers.
    case int64List = "INT64_LIST"
    /// Floating-point numbers.
    case doubleList = "DOUBLE_LIST"
    /// Moments.
    case timestampList = "TIMESTAMP_LIST"
    /// Byte sequences.
    case bytesList = "BYTES_LIST"
    /// Pointers to records.
    case referenceList = "REFERENCE_LIST"
    /// Files.
    case assetList = "ASSETID_LIST"
    /// Places.
    case locationList = "LOCATION_LIST"
    /// An empty list whose element type is lost: how the service reads any empty list back.
    case unknownList = "UNKNOWN_LIST"

    /// Whether values of this type are arrays.
    public var isList: Bool {
        rawValue.hasSuffix("_LIST")
    }

    /// The type of a list's elements; nil for what is no list, and for the list of nothing known.
    public var element: WireFieldType? {
        switch self {
        case .stringList: .string
        case .int64List: .int64
        case .doubleList: .double
        case .timestampList: .timestamp
        case .bytesList: .bytes
        case .referenceList: .reference
        case .assetList: .asset
        case .locationList: .location
        default: nil
        }
    }

    /// The type of a list of such elements; nil where there is none.
    public var list: WireFieldType? {
        Self.allCases.first { $0.element == self }
    }

    /// The type of that spelling, in place; also the older `ASSET`.
    @inline(__always)
    init?(_ text: JSONText) {
        switch text {
        case "STRING": self = .string
        case "INT64": self = .int64
        case "TIMESTAMP": self = .timestamp
        case "DOUBLE": self = .double
        case "BYTES": self = .bytes
        case "REFERENCE": self = .reference
        case "ASSETID", "ASSET": self = .asset
        case "LOCATION": self = .location
        case "STRING_LIST": self = .stringList
        default: self.init(rare: text)
        }
    }

    private init?(rare text: JSONText) {
        switch text {
        case "ASSET_LIST": self = .assetList
        default: self.init(rawValue: text.string)
        }
    }

    /// Writes the type as a string.
    @inline(__always)
    func write(to writer: inout JSONWriter) {
        switch self {
        case .string: writer.plain("STRING")
        case .int64: writer.plain("INT64")
        case .timestamp: writer.plain("TIMESTAMP")
        case .double: writer.plain("DOUBLE")
        case .reference: writer.plain("REFERENCE")
        case .bytes: writer.plain("BYTES")
        default: writer.string(rawValue)
        }
    }
}
