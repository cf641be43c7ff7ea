/// Takes away the files that no record holds any more.
struct AssetSweep: Sendable {
    /// How often it is done, in milliseconds.
    static let intervalMilliseconds: Int64 = 6 * 60 * 60 * 1_000
    /// Records that are looked at in one read of the store.
    private static let recordsAtOnce = 1_000

    let assets: AssetFolder
    let records: any RecordStore
    let surroundings: Surroundings

    /// Does it once, and says how many files it took.
    ///
    /// A file that was uploaded or rereferenced lately stays, since somebody may be about to save it. So nothing can be
    /// lost between looking at the records and taking the file: a record can only come to hold an old file by holding it
    /// already.
    ///
    /// - Throws: ``UnknownOwner``, and takes nothing, if the folder is not known to be the store's.
    @discardableResult
    func run() async throws -> Int {
        let limit = surroundings.now() - AssetFolder.orphanMilliseconds
        let accounts = try await FileWork.run { [assets] in
            let accounts = assets.accounts()
            guard try accounts.isEmpty || assets.isOwn() else { throw UnknownOwner(assets) }
            return accounts
        }
        var count = 0
        for account in accounts {
            count += try await sweep(account, before: limit)
        }
        return count
    }

    private func sweep(_ account: AccountID, before limit: Int64) async throws -> Int {
        var orphans = try await FileWork.run { [assets] in
            assets.removeUnfinished(of: account, before: limit)
            return try assets.old(of: account, before: limit)
        }
        var position: AssetPage.Position?
        while !orphans.isEmpty {
            let page = try await records.assets(of: account, after: position, limit: Self.recordsAtOnce)
            for asset in page.assets { orphans.remove(asset.fileName) }
            position = page.next
            if position == nil { break }
        }
        if orphans.isEmpty { return 0 }
        return try await FileWork.run { [assets, orphans] in
            try assets.remove(orphans, of: account, before: limit)
        }
    }
}

/// Nothing says that a folder's files are those of the store.
struct UnknownOwner: Error, CustomStringConvertible {
    /// What to do, for people.
    let description: String

    init(_ assets: AssetFolder) {
        let file = "\(assets.root)/\(AssetFolder.ownerName)"
        description =
            "If only this store has used the folder, write \(assets.owner ?? "its name") into the file \(file)."
    }
}

/// Some of the files that an account's records hold.
public struct AssetPage: Sendable {
    /// A place in the order of the account's records.
    public struct Position: Hashable, Sendable {
        /// The number of the zone.
        public let zone: Int64
        /// The name of the record.
        public let name: String

        /// A place.
        public init(zone: Int64, name: String) {
            self.zone = zone
            self.name = name
        }
    }

    /// The files, each as often as a record holds it.
    public let assets: [StoredAsset]
    /// Where the page ends; nil if nothing follows.
    public let next: Position?

    /// A page.
    public init(assets: [StoredAsset], next: Position?) {
        self.assets = assets
        self.next = next
    }

    /// A page from the fields of records that may hold files.
    ///
    /// - Parameters:
    ///   - records: The records in order, with their fields as the wire writes them.
    ///   - limit: How many were asked for: a page with fewer is the last.
    /// - Throws: `JSONError` if the store was damaged.
    init(_ records: [(position: Position, fields: [UInt8])], limit: Int) throws {
        self.init(
            assets: try records.flatMap { try StoredAsset.all(in: $0.fields) },
            next: records.count < limit ? nil : records.last?.position
        )
    }
}
