import CloudKitWebServices

/// The sweep: what changed in the databases of devices here and was not told yet is told.
///
/// Of records that changed, subscriptions to queries are told as if they had changed now. What is not found: that a
/// record matched before it was deleted, so only subscriptions without filters are told of deletions; and subscriptions
/// that were to fire once, which are gone.
extension PostgreSQLChangeBus {
    /// Records of a zone that one look tells of: the newest, and more than a device has notices kept.
    private static let recordsPerLook = ServiceLimits.recordsPerAnswer

    /// Tells of what changed in the databases of devices here and was not told yet.
    func sweep() async {
        let present = await couriers.databases
        let beside = Dictionary(grouping: present) { Beside(container: $0.container, environment: $0.environment) }
        // Of a public database, those with a device here.
        let readers = Dictionary(uniqueKeysWithValues: beside.map { ($0.key.database, $0.value.map(\.account)) })
        watches = watches.filter { present.contains($0.key) || readers[$0.key] != nil }
        do {
            let places = watches.map { ($0.key, $0.value.place) }
            for start in stride(from: 0, to: places.count, by: Self.sweepSize) {
                let part = Array(places[start..<min(start + Self.sweepSize, places.count)])
                let changed = try await database.reader.run(.single) { db in try Self.changed(since: part, db) }
                for (key, zones) in changed { try await tellLost(zones, of: key, readers[key] ?? []) }
            }
        } catch {
            logger.warning("Lost hints could not be looked for", metadata: ["error": "\(error)"])
        }
    }

    /// What names a public database.
    private struct Beside: Hashable {
        let container: String
        let environment: ServiceEnvironment

        var database: DatabaseKey { DatabaseKey(publicIn: container, environment: environment) }
    }

    /// Tells of what changed in a database and was not told.
    private func tellLost(_ zones: [ChangedZone], of key: DatabaseKey, _ readers: [AccountID]) async throws {
        guard let watch = watches[key] else { return }
        watches[key]?.look(at: zones)
        let subscriptions = try await database.reader.run(.single) { db in
            let own = db.tables(of: key.account)
            return try SubscriptionTable.read(SubscriptionTable.all(of: key, subscribers: readers, in: own), db)
        }
        if subscriptions.isEmpty { return }
        let owner = key.scope == .private ? sealer.userRecordName(of: key.account, in: key.container) : nil
        var lost: [ChangeHint] = []
        for zone in zones where watch.hasLost(zone) {
            lost += subscriptions.filter { SubscriptionRules.fires($0.subscription, forZone: zone.name) }.map {
                ChangeHint(database: key, zone: zone.name, head: zone.head, deviceID: nil, subscription: $0)
            }
        }
        let queries = subscriptions.filter { $0.subscription.subscriptionType == .query }
        if !queries.isEmpty {
            let schema = try await records.schema(of: key.schema)
            for zone in zones where !zone.isDeleted {
                lost += try await news(of: zone, in: key, queries, schema, watch).filter(watch.hasLost)
            }
            // What came meanwhile need not be told again.
            if let now = watches[key] { lost.removeAll { $0.news != nil && !now.hasLost($0) } }
        }
        await couriers.publish(
            lost.map { hint in
                var hint = hint
                hint.zoneOwner = owner
                return hint
            }
        )
    }

    /// What subscriptions to queries are to be told of the changes of a zone since a look.
    private func news(
        of zone: ChangedZone,
        in key: DatabaseKey,
        _ queries: [StoredSubscription],
        _ schema: RecordSchema,
        _ watch: HintWatch
    ) async throws -> [ChangeHint] {
        guard let start = watch.start(of: zone), start < zone.head else { return [] }
        let token = SyncToken(kind: .zone, epoch: zone.epoch, sequence: start)
        let room = AnswerBudget(records: Self.recordsPerLook)
        let request = FeedRequest(.token(token), room: room, isReversed: true)
        // A zone that is gone meanwhile, or has forgotten what it deleted, has nothing to tell.
        guard let page = try? await records.changes(of: ZoneKey(key, zone.name), request) else { return [] }
        let names = sealer.userNames(in: key)
        return page.records.reversed().flatMap { record -> [ChangeHint] in
            let change = RecordChange(old: record.wasJustMade ? nil : record, new: record)
            var state = page.zone
            state.head = record.sequence
            let concerned = queries.filter { stored in
                stored.recordType == record.type && !(record.isDeleted && stored.isFiltered)
            }
            let device = record.modified.device
            let isNamed = device != Author.unnamedDevice
            let source = RecordHints(database: key, deviceID: isNamed ? device : nil, userName: names)
            return source.make(
                for: [change],
                in: state,
                concerned,
                fieldTypes: { schema.types[$0]?.fields.mapValues(\.wireType) },
                grants: { schema.types[$0]?.grants ?? [] }
            ).hints.map { hint in
                var hint = hint
                // Devices go by names that people choose: another person's may have the same.
                let author = hint.subscription.subscriber.map(names) ?? record.modified.user
                if author != record.modified.user { hint.deviceID = nil }
                return hint
            }
        }
    }

    private static func changed(
        since places: [(DatabaseKey, Int64)],
        _ db: PostgreSQLTransaction
    ) throws -> [DatabaseKey: [ChangedZone]] {
        let sql = """
            SELECT w.number, z.name, z.head, z.epoch, z.is_deleted, z.database_seq
            FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bigint[])
            AS w (number, account_id, container, environment, place)
            JOIN database d
            ON d.account_id = w.account_id AND d.container = w.container AND d.environment = w.environment
            JOIN zone z
            ON z.account_id = w.account_id AND z.database_id = d.database_id AND z.database_seq > w.place
            """
        let rows = try db.query(
            sql,
            [
                .integers(places.indices.map(Int64.init)), .integers(places.map(\.0.account.rawValue)),
                .texts(places.map(\.0.container)), .texts(places.map(\.0.environment.rawValue)),
                .integers(places.map(\.1)),
            ]
        )
        var changed: [DatabaseKey: [ChangedZone]] = [:]
        for number in 0..<rows.count {
            let row = rows.row(number)
            changed[places[Int(row.integer(0))].0, default: []].append(
                ChangedZone(
                    name: row.text(1),
                    head: row.integer(2),
                    epoch: row.integer(3),
                    isDeleted: row.boolean(4),
                    place: row.integer(5)
                )
            )
        }
        return changed
    }
}

extension StoredRecord {
    /// Whether its only change is that it was made, as far as its times tell.
    fileprivate var wasJustMade: Bool {
        !isDeleted && created.milliseconds == modified.milliseconds
    }
}

extension StoredSubscription {
    /// Whether it asks for some records of its type only.
    fileprivate var isFiltered: Bool {
        subscription.query?.filterBy.isEmpty == false
    }
}
