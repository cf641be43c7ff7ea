#if CloudKitMirroring
import Foundation

/// A property's value on its way between a store and records.
///
/// Attributes of other types have the form in which the store keeps them: an enum its raw value, other `Codable` values
/// JSON. An addition of this package.
public enum MirroredValue: Hashable, Sendable, Codable {
    /// No value.
    case null
    /// A number without a fraction, or a truth value.
    case integer(Int64)
    /// A number.
    case real(Double)
    /// A moment.
    case date(Date)
    /// A text; also a UUID, a decimal number, or JSON.
    case text(String)
    /// Bytes.
    case bytes(Data)
    /// Bytes in a file.
    case file(URL)
    /// The target of a to-one relationship, by its record's name.
    case reference(String)
}

extension MirroredValue {
    /// The bytes, also where they lie in a file.
    ///
    /// - Throws: What reading the file throws.
    func loadedBytes() throws -> Data? {
        switch self {
        case .bytes(let data): data
        case .file(let url): try Data(contentsOf: url)
        default: nil
        }
    }

    /// A number by which a value is recognised: the same in all processes.
    ///
    /// - Throws: What reading the file of a large value throws.
    func digest() throws -> UInt64 {
        switch self {
        case .null: 0
        case .integer(let number): Self.hash(1, Swift.withUnsafeBytes(of: number.littleEndian) { Array($0) })
        case .real(let number): Self.hash(2, Swift.withUnsafeBytes(of: number.bitPattern) { Array($0) })
        case .date(let date):
            // As exactly as records keep it.
            Self.hash(3, Swift.withUnsafeBytes(of: WholeMilliseconds.of(date)) { Array($0) })
        case .text(let text): Self.hash(4, text.utf8)
        case .bytes(let data): Self.hash(5, data)
        case .file(let url): Self.hash(5, try Data(contentsOf: url))
        case .reference(let name): Self.hash(6, name.utf8)
        }
    }

    private static func hash(_ kind: UInt8, _ bytes: some Sequence<UInt8>) -> UInt64 {
        FNV1a.hash64(bytes, from: FNV1a.hash64([kind]))
    }
}

#endif
