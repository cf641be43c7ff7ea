import CloudKitWebServices

/// Everything that an account holds, as lines of JSON: the account with its roles and where it may be found, then for each database its zones, the records of
/// each and the subscriptions, all as the protocol writes them; of public databases the records that the user created and
/// the user's subscriptions; and the files that the records hold.
public struct AccountExport: Sendable {
    private let records: any RecordStore
    private let accounts: Accounts

    /// An export from the two stores.
    init(records: any RecordStore, accounts: Accounts) {
        self.records = records
        self.accounts = accounts
    }

    /// What an export came upon.
    public struct Summary: Hashable, Sendable {
        /// Records.
        public internal(set) var records = 0
        /// Files that records hold, each as often as one holds it.
        public internal(set) var files = 0
        /// Those of them that are not on the disk, or not whole.
        public internal(set) var lost = 0
    }

    /// Hands out the lines, each with its line feed; of the files that records hold, only their values.
    ///
    /// What is written meanwhile may be in it or not; each page of 200 records is as it was at one moment.
    ///
    /// - Parameters:
    ///   - name: The account.
    ///   - write: Takes a line.
    /// - Returns: What it came upon.
    /// - Throws: ``AccountError/unknownName``; what the stores or the writing throw.
    @discardableResult
    public func run(name: String, write: (Line) async throws -> Void) async throws -> Summary {
        let account = try await accounts.account(named: name)
        return try await run(account, into: nil, write)
    }

    /// Writes the lines into a new folder, as the file `account.jsonl`, and beside it each file that a record holds,
    /// under the name that the record's line has for it.
    ///
    /// Nothing is read as a whole, so that an account may be of any size. The file `account.jsonl` is there once
    /// everything else is.
    ///
    /// - Parameters:
    ///   - name: The account.
    ///   - path: The folder; it may be there, if it is empty.
    /// - Returns: What it came upon.
    /// - Throws: ``AccountError/unknownName``, ``ExportError``; what the stores or the file system throw.
    public func run(name: String, into path: String) async throws -> Summary {
        let account = try await accounts.account(named: name)
        let folder = try await FileWork.run { try ExportFolder(path: path) }
        let summary = try await run(account, into: folder) { line in
            try await FileWork.run { try folder.append(line.bytes) }
        }
        let now = accounts.surroundings.now()
        try await FileWork.run { try folder.finish(at: now) }
        return summary
    }

    private func run(
        _ account: Account,
        into folder: ExportFolder?,
        _ write: (Line) async throws -> Void
    ) async throws -> Summary {
        var summary = Summary()
        try await write(Line(.account(account)))
        for role in try await accounts.store.roles(of: account.id) where role.isOfSchema {
            try await write(Line(.role(role)))
        }
        for schema in try await accounts.discoverability(of: account.id) {
            try await write(Line(.discoverable(schema)))
        }
        for database in try await records.databases(of: account.id) {
            for zone in try await records.zones(of: database) {
                try await write(Line(.zone(database, Self.zoneID(zone.name))))
                try await exportRecords(of: ZoneKey(database, zone.name), folder, &summary, write)
            }
            for subscription in try await records.subscriptions(of: database) {
                try await write(Line(.subscription(database, subscription.subscription)))
            }
        }
        for database in try await records.publicDatabases() {
            // Who created a record is in no index: whoever exports, which is seldom, reads the whole database.
            let user = accounts.userRecordName(of: account.id, in: database.container)
            let zone = ZoneKey(database, WireZoneID.defaultName)
            try await exportRecords(of: zone, createdBy: user, folder, &summary, write)
            for subscription in try await records.subscriptions(of: database, subscriber: account.id) {
                try await write(Line(.subscription(database, subscription.subscription)))
            }
        }
        return summary
    }

    private func export(
        _ record: StoredRecord,
        in zone: ZoneKey,
        _ folder: ExportFolder?,
        _ summary: inout Summary,
        _ write: (Line) async throws -> Void
    ) async throws {
        let files = try await exportFiles(of: record, zone.database.account, folder, &summary)
        summary.records += 1
        try await write(Line(.record(zone.database, Self.zoneID(zone.name), record, files)))
    }

    private func exportRecords(
        of zone: ZoneKey,
        createdBy user: String? = nil,
        _ folder: ExportFolder?,
        _ summary: inout Summary,
        _ write: (Line) async throws -> Void
    ) async throws {
        var start = FeedStart.beginning
        while true {
            let page = try await records.changes(of: zone, since: start, limit: ServiceLimits.recordsPerAnswer)
            for record in page.records where !record.isDeleted && (user ?? record.created.user) == record.created.user {
                try await export(record, in: zone, folder, &summary, write)
            }
            guard page.moreComing else { return }
            start = .token(page.token)
        }
    }

    /// Counts the files of a record, and copies them where there is a folder for them.
    private func exportFiles(
        of record: StoredRecord,
        _ owner: AccountID,
        _ folder: ExportFolder?,
        _ summary: inout Summary
    ) async throws -> [Line.File] {
        guard record.mayHoldAssets else { return [] }
        var files: [Line.File] = []
        for (field, value) in try record.readFields() {
            for asset in value.value.assets.compactMap(StoredAsset.init(kept:)) {
                summary.files += 1
                guard let folder else { continue }
                let isThere = try await copy(asset, of: owner, into: folder)
                if !isThere { summary.lost += 1 }
                files.append(Line.File(field: field, asset: asset, isLost: !isThere))
            }
        }
        return files
    }

    private func copy(_ asset: StoredAsset, of owner: AccountID, into folder: ExportFolder) async throws -> Bool {
        guard let assets = accounts.assets else { return false }
        if try await FileWork.run({ try folder.has(asset) }) { return true }
        guard let file = try await FileWork.run({ try assets.open(asset, of: owner) }) else { return false }
        let writer = try await FileWork.run { try folder.begin(asset) }
        try await AssetSlice(file: file, start: 0, count: file.size).read { bytes in
            try await FileWork.run { try writer.append(bytes) }
        }
        let now = accounts.surroundings.now()
        return try await FileWork.run { try folder.write(asset, writer, at: now) }
    }

    private static func zoneID(_ name: String) -> WireZoneID {
        WireZoneID(zoneName: name)
    }

    /// A line of an export.
    public struct Line: Sendable {
        enum Content: Sendable {
            case account(Account)
            case role(AccountRole)
            case discoverable(SchemaKey)
            case zone(DatabaseKey, WireZoneID)
            case record(DatabaseKey, WireZoneID, StoredRecord, [File])
            case subscription(DatabaseKey, WireSubscription)
        }

        /// A file beside the lines.
        struct File: Sendable {
            let field: String
            let asset: StoredAsset
            /// It should have been there.
            let isLost: Bool
        }

        let content: Content

        init(_ content: Content) {
            self.content = content
        }

        /// The line as bytes: one JSON object, and the line feed.
        public var bytes: [UInt8] {
            var writer = JSONWriter()
            writer.beginObject()
            switch content {
            case .account(let account):
                writer.member("kind", "account")
                writer.member("name", account.name)
                writer.member("created", account.created)
                writer.member("isEnabled", account.isEnabled)
            case .role(let role):
                writer.member("kind", "role")
                writer.member("container", role.schema.container)
                writer.member("environment", role.schema.environment.rawValue)
                writer.member("role", role.name)
            case .discoverable(let schema):
                writer.member("kind", "discoverable")
                writer.member("container", schema.container)
                writer.member("environment", schema.environment.rawValue)
            case .zone(let database, let zone):
                Self.begin("zone", database, &writer)
                writer.member("zone", zone)
            case .record(let database, let zone, let record, let files):
                Self.begin("record", database, &writer)
                writer.member("record", RecordAnswer.record(record, zoneID: zone, desiredKeys: nil))
                if !files.isEmpty { Self.write(files, &writer) }
            case .subscription(let database, let subscription):
                Self.begin("subscription", database, &writer)
                writer.member("subscription", subscription)
            }
            writer.endObject()
            return writer.takeBytes() + [UInt8(ascii: "\n")]
        }

        private static func write(_ files: [File], _ writer: inout JSONWriter) {
            writer.key("files")
            writer.beginArray()
            for file in files {
                writer.beginObject()
                writer.member("fieldName", file.field)
                writer.member("file", file.isLost ? nil : ExportFolder.place(of: file.asset))
                writer.member("size", file.asset.size)
                if file.isLost { writer.member("isLost", true) }
                writer.endObject()
            }
            writer.endArray()
        }

        private static func begin(_ kind: String, _ database: DatabaseKey, _ writer: inout JSONWriter) {
            writer.member("kind", kind)
            writer.member("container", database.container)
            writer.member("environment", database.environment.rawValue)
            writer.member("database", database.scope.rawValue)
        }
    }
}
