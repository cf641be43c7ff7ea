import CloudKitWebServices

/// Everything that an account holds, as lines of JSON: the account, then for each database its zones, the records of
/// each and the subscriptions, all as the protocol writes them.
public struct AccountExport: Sendable {
    private let records: any RecordStore
    private let accounts: Accounts

    /// An export from the two stores.
    init(records: any RecordStore, accounts: Accounts) {
        self.records = records
        self.accounts = accounts
    }

    /// Hands out the lines, each with its line feed.
    ///
    /// What is written meanwhile may be in it or not; each page of 200 records is as it was at one moment.
    ///
    /// - Parameters:
    ///   - name: The account.
    ///   - write: Takes a line.
    /// - Throws: ``AccountError/unknownName``; what the stores or the writing throw.
    public func run(name: String, write: (Line) async throws -> Void) async throws {
        let account = try await accounts.account(named: name)
        try await write(Line(.account(account)))
        for database in try await records.databases(of: account.id) {
            for zone in try await records.zones(of: database) {
                try await write(Line(.zone(database, Self.zoneID(zone.name))))
                try await exportRecords(of: ZoneKey(database, zone.name), write)
            }
            for subscription in try await records.subscriptions(of: database) {
                try await write(Line(.subscription(database, subscription.subscription)))
            }
        }
    }

    private func exportRecords(of zone: ZoneKey, _ write: (Line) async throws -> Void) async throws {
        var start = FeedStart.beginning
        while true {
            let page = try await records.changes(of: zone, since: start, limit: ServiceLimits.recordsPerAnswer)
            for record in page.records where !record.isDeleted {
                try await write(Line(.record(zone.database, Self.zoneID(zone.name), record)))
            }
            guard page.moreComing else { return }
            start = .token(page.token)
        }
    }

    private static func zoneID(_ name: String) -> WireZoneID {
        WireZoneID(zoneName: name)
    }

    /// A line of an export.
    public struct Line: Sendable {
        enum Content: Sendable {
            case account(Account)
            case zone(DatabaseKey, WireZoneID)
            case record(DatabaseKey, WireZoneID, StoredRecord)
            case subscription(DatabaseKey, WireSubscription)
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
            case .zone(let database, let zone):
                Self.begin("zone", database, &writer)
                writer.member("zone", zone)
            case .record(let database, let zone, let record):
                Self.begin("record", database, &writer)
                writer.member("record", RecordAnswer.record(record, zoneID: zone, desiredKeys: nil))
            case .subscription(let database, let subscription):
                Self.begin("subscription", database, &writer)
                writer.member("subscription", subscription)
            }
            writer.endObject()
            return writer.takeBytes() + [UInt8(ascii: "\n")]
        }

        private static func begin(_ kind: String, _ database: DatabaseKey, _ writer: inout JSONWriter) {
            writer.member("kind", kind)
            writer.member("container", database.container)
            writer.member("environment", database.environment.rawValue)
        }
    }
}
