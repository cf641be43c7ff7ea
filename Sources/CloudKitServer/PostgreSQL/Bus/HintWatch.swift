import CloudKitWebServices

/// What was told of a database, from one look at its heads to the next.
struct HintWatch: Sendable {
    /// Zones that are remembered.
    static let zones = 1_000
    /// Records that are remembered, each for a subscription.
    static let records = 1_000

    /// A subscription to a query and a zone.
    private struct Query: Hashable {
        let zone: String
        let subscription: String
        let subscriber: AccountID?

        init(_ hint: ChangeHint) {
            zone = hint.zone
            (subscription, subscriber) = (hint.subscription.id, hint.subscription.subscriber)
        }
    }

    /// What a subscription was told of since.
    fileprivate struct News {
        /// The heads at which records were told.
        var records: [String: Int64] = [:]
        /// The last head, and how many records were told at it.
        var (head, count): (Int64, Int) = (0, 0)
        /// Up to here all counts as told: more was to be told than is told at once.
        var full: Int64 = 0
    }

    /// Changes of zones up to here were looked at, or were there before the first device.
    private(set) var place: Int64
    /// The heads of zones up to which changes of records were looked at.
    private var seen: [String: Int64]
    /// The heads of zones that were told since.
    private var told: [String: Int64] = [:]
    private var news: [Query: News] = [:]
    /// The heads of zones up to which all counts as told, since more was told than is remembered.
    private var full: [String: Int64] = [:]
    private var recordCount = 0

    /// Of a database as it is now.
    init(of key: DatabaseKey, _ db: PostgreSQLTransaction) throws {
        let sql = """
            SELECT d.head, z.name, z.head FROM database d
            LEFT JOIN zone z ON z.account_id = $1 AND z.database_id = d.database_id
            WHERE d.account_id = $1 AND d.container = $2 AND d.environment = $3
            ORDER BY z.database_seq DESC LIMIT \(Self.zones)
            """
        let rows = try db.query(sql, key.postgreSQLValues).map { $0 }
        place = rows.first?.integer(0) ?? 0
        seen = rows.filter { !$0.isNull(1) }.reduce(into: [:]) { $0[$1.text(1)] = $1.integer(2) }
    }

    /// Remembers that a hint was told.
    mutating func take(_ hint: ChangeHint) {
        if told[hint.zone] != nil || told.count < Self.zones {
            told[hint.zone] = max(told[hint.zone] ?? 0, hint.head)
        }
        guard let record = hint.news?.recordName else { return }
        guard recordCount < Self.records else {
            full[hint.zone] = max(full[hint.zone] ?? 0, hint.head)
            return
        }
        recordCount += 1
        news[Query(hint), default: News()].take(record, at: hint.head)
    }

    /// Whether nothing was told of a zone since it came to a head.
    func hasLost(_ zone: ChangedZone) -> Bool {
        told[zone.name].map { $0 < zone.head } ?? true
    }

    /// Whether nothing was told of a record since the change that a hint is about.
    func hasLost(_ hint: ChangeHint) -> Bool {
        guard let record = hint.news?.recordName else { return true }
        if hint.head <= full[hint.zone] ?? 0 { return false }
        guard let known = news[Query(hint)] else { return true }
        return max(known.full, known.records[record] ?? 0) < hint.head
    }

    /// The head of a zone after which changes of records were not looked at; nil if that is not known.
    func start(of zone: ChangedZone) -> Int64? {
        // Of fewer zones than are remembered all are known, so that one which is not is new.
        seen[zone.name] ?? (seen.count < Self.zones ? 0 : nil)
    }

    /// Remembers that zones were looked at.
    mutating func look(at zones: [ChangedZone]) {
        place = max(place, zones.map(\.place).max() ?? 0)
        let heads = zones.reduce(into: [:]) { $0[$1.name] = $1.head }
        told = told.filter { (heads[$0.key] ?? -1) < $0.value }
        // What is told while they are looked at may be told again: it is remembered from here on only.
        news = news.filter { heads[$0.key.zone] == nil }
        full = full.filter { heads[$0.key] == nil }
        recordCount = news.values.reduce(0) { $0 + $1.records.count }
        for (zone, head) in heads where seen[zone] != nil || seen.count < Self.zones {
            seen[zone] = max(seen[zone] ?? 0, head)
        }
    }
}

extension HintWatch.News {
    fileprivate mutating func take(_ record: String, at place: Int64) {
        records[record] = max(records[record] ?? 0, place)
        (head, count) = (place, place == head ? count + 1 : 1)
        if count >= CourierHub.pending { full = max(full, place) }
    }
}

/// A zone that changed since a look.
struct ChangedZone: Sendable {
    let name: String
    let head: Int64
    let epoch: Int64
    let isDeleted: Bool
    /// Its place in the order of its database.
    let place: Int64
}

extension DatabaseKey {
    /// The public database of the same container and environment.
    var besidePublic: DatabaseKey {
        DatabaseKey(publicIn: container, environment: environment)
    }
}
