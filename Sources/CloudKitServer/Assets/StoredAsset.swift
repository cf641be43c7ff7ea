import CloudKitWebServices
import Foundation

/// A file that records hold: its bytes are named by their SHA-256, so that equal files of an account are one.
public struct StoredAsset: Hashable, Sendable {
    static let digestLength = 32
    private static let mark: UInt8 = 1
    /// How much of the digest clients see as `fileChecksum`: as long as Apple's.
    private static let checksumLength = 20
    private static let keyLength = 16

    /// The SHA-256 of the bytes.
    public let digest: [UInt8]
    /// How many bytes there are.
    public let size: Int64

    init(digest: [UInt8], size: Int64) {
        self.digest = digest
        self.size = size
    }

    /// The name of the file in its account's folder.
    var fileName: String { digest.hexadecimal }

    /// The value as records keep it.
    ///
    /// The checksums and the key have the form of Apple's; nothing is encrypted with the key.
    var wire: WireAsset {
        WireAsset(
            fileChecksum: Self.base64([Self.mark] + digest.prefix(Self.checksumLength)),
            size: size,
            wrappingKey: Self.base64(Array(digest.suffix(Self.keyLength))),
            referenceChecksum: Self.base64([Self.mark] + digest)
        )
    }

    /// Reads a value that a record keeps; nil if it is none of this service's.
    init?(kept asset: WireAsset) {
        guard let size = asset.size, size >= 0, let text = asset.referenceChecksum,
            let bytes = Data(base64Encoded: text).map(Array.init), bytes.count == 1 + Self.digestLength,
            bytes[0] == Self.mark
        else { return nil }
        self.init(digest: Array(bytes.dropFirst()), size: size)
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
    }
}

extension StoredAsset {
    /// What stands among the bytes of the fields of a record that holds files; a list's type begins the same.
    ///
    /// Inside a text it would stand behind a backslash, so a record without files very seldom has it.
    static let typeMark = Array(#""ASSETID"#.utf8)

    /// Whether there may be files among the fields of a record; false is certain.
    static func mayBe(in fields: [UInt8]) -> Bool {
        fields.withUnsafeBytes { bytes in
            var rest = bytes[...]
            // Quotation marks are everywhere; the letter behind this one is not.
            while let place = rest.firstIndex(of: typeMark[1]) {
                let start = place - 1
                if start >= 0, bytes[start...].starts(with: typeMark) { return true }
                rest = rest[(place + 1)...]
            }
            return false
        }
    }

    /// The files among the fields of a record, as the wire writes them; each as often as it stands there.
    ///
    /// - Throws: `JSONError` if the store was damaged.
    static func all(in fields: [UInt8]) throws(JSONError) -> [StoredAsset] {
        guard mayBe(in: fields) else { return [] }
        return try WireFields(json: fields).flatMap { $0.field.value.assets }.compactMap(StoredAsset.init(kept:))
    }
}

extension WireValue {
    /// The files in a value.
    var assets: [WireAsset] {
        switch self {
        case .asset(let asset): [asset]
        case .assets(let assets): assets
        default: []
        }
    }

    /// The value with each file in it changed.
    func mapAssets<Failure: Error>(_ change: (WireAsset) throws(Failure) -> WireAsset) throws(Failure) -> WireValue {
        switch self {
        case .asset(let asset): return .asset(try change(asset))
        case .assets(let assets):
            var changed: [WireAsset] = []
            for asset in assets { changed.append(try change(asset)) }
            return .assets(changed)
        default: return self
        }
    }
}
