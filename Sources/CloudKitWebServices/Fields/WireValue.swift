/// The value of a field.
public enum WireValue: Hashable, Sendable {
    /// Text.
    case string(String)
    /// A whole number; true and false come as 1 and 0.
    case int64(Int64)
    /// A floating-point number, finite.
    case double(Double)
    /// A moment, to the millisecond.
    case timestamp(WireTimestamp)
    /// Bytes.
    case bytes([UInt8])
    /// Bytes that only the user's devices can read.
    case encryptedBytes([UInt8])
    /// A pointer to a record.
    indirect case reference(WireReference)
    /// A file.
    indirect case asset(WireAsset)
    /// A place on Earth.
    indirect case location(WireLocation)
    /// Texts.
    case strings([String])
    /// Whole numbers.
    case int64s([Int64])
    /// Floating-point numbers, finite.
    case doubles([Double])
    /// Moments.
    case timestamps([WireTimestamp])
    /// Byte sequences.
    case bytesList([[UInt8]])
    /// Pointers to records.
    case references([WireReference])
    /// Files.
    case assets([WireAsset])
    /// Places.
    case locations([WireLocation])
    /// A list without elements whose type nobody said.
    case emptyList
    /// No value: in a request it clears the field. The type is kept if it was given.
    case null(WireFieldType? = nil)
    /// A value of a type that this version does not know, kept as it came; without a type if none was given and none
    /// could be guessed.
    indirect case unknown(type: String?, value: RawJSON)
    /// A value that does not have the form of its type, kept as it came.
    ///
    /// So one bad field does not spoil a batch: the service refuses the one record, with `BAD_REQUEST`.
    indirect case mismatched(type: WireFieldType, value: RawJSON)

    /// The type, as far as it is known.
    public var type: WireFieldType? {
        switch self {
        case .string: .string
        case .int64: .int64
        case .double: .double
        case .timestamp: .timestamp
        case .bytes: .bytes
        case .encryptedBytes: .encryptedBytes
        case .reference: .reference
        case .asset: .asset
        case .location: .location
        case .strings: .stringList
        case .int64s: .int64List
        case .doubles: .doubleList
        case .timestamps: .timestampList
        case .bytesList: .bytesList
        case .references: .referenceList
        case .assets: .assetList
        case .locations: .locationList
        case .emptyList: .unknownList
        case .null(let type): type
        case .unknown: nil
        case .mismatched(let type, _): type
        }
    }

    /// Whether all numbers in it can be written: JSON knows neither infinity nor NaN, and the service refuses them.
    ///
    /// What cannot be written would be written as null, so ask before a value is sent.
    public var isFinite: Bool {
        switch self {
        case .double(let value): value.isFinite
        case .doubles(let values): values.allSatisfy(\.isFinite)
        case .location(let value): value.isFinite
        case .locations(let values): values.allSatisfy(\.isFinite)
        default: true
        }
    }

    /// Whether this is the absence of a value.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }
}
