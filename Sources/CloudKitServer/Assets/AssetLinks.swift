import CloudKitWebServices

/// Puts addresses into records that go out, from which the files in them can be fetched.
struct AssetLinks: Sendable {
    private let base: String
    private let database: DatabaseKey
    private let sealer: Sealer
    private let expires: Int64

    init(base: String, database: DatabaseKey, sealer: Sealer, now: Int64) {
        (self.base, self.database, self.sealer) = (base, database, sealer)
        expires = DownloadAddress.expiry(now: now)
    }

    /// The record with the address of each file; a record without files stays as it is.
    func linked(_ record: StoredRecord) -> StoredRecord {
        guard record.mayHoldAssets, let fields = try? record.readFields() else { return record }
        var record = record
        record.fields = linked(fields).json()
        return record
    }

    /// The fields with the address of each file.
    func linked(_ fields: WireFields) -> WireFields {
        var result = fields
        for (name, field) in fields where !field.value.assets.isEmpty {
            result[name]?.value = field.value.mapAssets(linked)
        }
        return result
    }

    private func linked(_ asset: WireAsset) -> WireAsset {
        guard let stored = StoredAsset(kept: asset) else { return asset }
        let address = DownloadAddress(asset: stored, account: database.account, expires: expires)
        var asset = asset
        asset.downloadURL = base + address.text(sealer)
        if database.scope == .public { (asset.wrappingKey, asset.referenceChecksum) = (nil, nil) }
        return asset
    }
}
