import CloudKitWebServices

/// An address at which a client may upload one file: whoever has it may, until it expires.
struct UploadAddress: Hashable, Sendable {
    /// The path under which files are taken.
    static let path = "/assets/upload/"

    /// The database of the record that is to hold the file.
    let database: DatabaseKey
    /// In milliseconds since 1970.
    let expires: Int64

    init(database: DatabaseKey, expires: Int64) {
        self.database = database
        self.expires = expires
    }

    /// The path; no two are alike.
    func text(_ sealer: Sealer, nonce: [UInt8]) -> String {
        let fields: WireFields = [
            "account": .int64(database.account.rawValue), "container": .string(database.container),
            "environment": .string(database.environment.rawValue), "expires": .int64(expires), "nonce": .bytes(nonce),
        ]
        return Self.path + sealer.seal(fields.json(), for: .assetUpload, place: "")
    }

    /// Reads a path; nil if it was not given out here.
    init?(path: String, _ sealer: Sealer) {
        guard path.hasPrefix(Self.path),
            let bytes = sealer.open(String(path.dropFirst(Self.path.count)), for: .assetUpload, place: ""),
            let fields = try? WireFields(json: bytes),
            case .int64(let account) = fields["account"]?.value,
            case .string(let container) = fields["container"]?.value,
            case .string(let name) = fields["environment"]?.value,
            let environment = ServiceEnvironment(rawValue: name),
            case .int64(let expires) = fields["expires"]?.value
        else { return nil }
        let key = DatabaseKey(account: AccountID(rawValue: account), container: container, environment: environment)
        self.init(database: key, expires: expires)
    }
}

/// An address that hands out one file, until it expires.
struct DownloadAddress: Hashable, Sendable {
    /// The path under which files are handed out.
    static let path = "/assets/download/"
    /// How long an address is good: at least so long, at most an hour longer.
    static let milliseconds: Int64 = 24 * 60 * 60 * 1_000
    private static let hour: Int64 = 60 * 60 * 1_000

    let asset: StoredAsset
    let account: AccountID
    /// In milliseconds since 1970.
    let expires: Int64

    init(asset: StoredAsset, account: AccountID, expires: Int64) {
        self.asset = asset
        self.account = account
        self.expires = expires
    }

    /// When addresses expire that are given out now: at a full hour, so that the same file keeps its address for a while.
    static func expiry(now: Int64) -> Int64 {
        (now + milliseconds + hour) / hour * hour
    }

    /// The path, with room for a file name, which means nothing.
    func text(_ sealer: Sealer) -> String {
        var bytes = SealedAsset(asset: asset, expires: expires).bytes
        bytes.append(bigEndian: account.rawValue)
        return Self.path + sealer.seal(bytes, for: .assetDownload, place: "") + "/${f}"
    }

    /// Reads a path; nil if it was not given out here.
    init?(path: String, _ sealer: Sealer) {
        guard path.hasPrefix(Self.path),
            let text = path.dropFirst(Self.path.count).split(separator: "/", omittingEmptySubsequences: false).first,
            let bytes = sealer.open(String(text), for: .assetDownload, place: ""),
            bytes.count == SealedAsset.length + 8, let sealed = SealedAsset(Array(bytes.prefix(SealedAsset.length)))
        else { return nil }
        let account = AccountID(rawValue: bytes.bigEndian(at: SealedAsset.length))
        self.init(asset: sealed.asset, account: account, expires: sealed.expires)
    }
}

/// The proofs that files were uploaded to a database, or may be held by more of its records.
public struct AssetReceipts: Sendable {
    /// How long a proof is good; the sweep waits longer before it takes a file that no record holds.
    static let milliseconds: Int64 = 24 * 60 * 60 * 1_000

    private let read: @Sendable (String) -> StoredAsset?

    /// No proof is good.
    public static let none = AssetReceipts { _ in nil }

    private init(_ read: @escaping @Sendable (String) -> StoredAsset?) {
        self.read = read
    }

    /// Those of a database that are good now.
    init(_ database: DatabaseKey, _ sealer: Sealer, now: Int64) {
        self.init { text in
            guard let bytes = sealer.open(text, for: .assetReceipt, place: Call.place(database)),
                let sealed = SealedAsset(bytes), sealed.expires > now
            else { return nil }
            return sealed.asset
        }
    }

    /// A new proof for a file.
    static func text(for asset: StoredAsset, of database: DatabaseKey, _ sealer: Sealer, now: Int64) -> String {
        let bytes = SealedAsset(asset: asset, expires: now + milliseconds).bytes
        return sealer.seal(bytes, for: .assetReceipt, place: Call.place(database))
    }

    /// The file that a proof is for; nil if it is not good.
    func asset(of receipt: String) -> StoredAsset? {
        read(receipt)
    }
}

/// A file and a moment, in bytes.
private struct SealedAsset {
    static let length = 17 + StoredAsset.digestLength
    private static let version: UInt8 = 1

    let asset: StoredAsset
    let expires: Int64

    init(asset: StoredAsset, expires: Int64) {
        self.asset = asset
        self.expires = expires
    }

    var bytes: [UInt8] {
        var bytes = [Self.version]
        bytes.append(bigEndian: expires)
        bytes.append(bigEndian: asset.size)
        return bytes + asset.digest
    }

    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length, bytes[0] == Self.version else { return nil }
        asset = StoredAsset(digest: Array(bytes.suffix(StoredAsset.digestLength)), size: bytes.bigEndian(at: 9))
        expires = bytes.bigEndian(at: 1)
    }
}
