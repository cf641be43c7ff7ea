import Logging
import ServiceLifecycle

/// The bus between servers on one PostgreSQL: hints by LISTEN and NOTIFY, outside of the transactions that change, and a
/// look at the heads for those that were lost.
///
/// What the look cannot find is a lost hint of a query subscription, since it does not know which records changed.
actor PostgreSQLChangeBus: ChangeBus {
    /// From one look at the heads to the next.
    static let sweepInterval = Duration.seconds(60)
    /// Databases that one statement looks at.
    static let sweepSize = 1_000
    /// Zones of a database whose hints are remembered from one look to the next.
    static let zones = 1_000

    /// What was told of a database in which devices of this server are.
    private struct Watch {
        /// Changes up to here were told, or were there before the first device.
        var place: Int64
        /// The heads of zones that were told since.
        var told: [String: Int64] = [:]
    }

    private let database: PostgreSQLDatabase
    private let records: any RecordStore
    private let couriers: CourierHub
    private let outbox: HintOutbox
    private let logger: Logger
    private var watches: [DatabaseKey: Watch] = [:]

    init(
        _ database: PostgreSQLDatabase,
        records: any RecordStore,
        couriers: CourierHub,
        node: String,
        logger: Logger
    ) {
        self.database = database
        self.records = records
        self.couriers = couriers
        self.logger = logger
        outbox = HintOutbox(database.notifier, node: node, logger: logger)
    }

    func publish(_ hints: [ChangeHint]) async {
        guard !hints.isEmpty else { return }
        await tell(hints)
        await outbox.add(hints)
    }

    func watch(_ key: DatabaseKey) async throws {
        if watches[key] != nil { return }
        let head = try await database.reader.run(.single) { db in try DatabaseRow.find(key, db)?.head ?? 0 }
        if watches[key] == nil { watches[key] = Watch(place: head) }
    }

    nonisolated var services: [any Service] { [self] }

    private func tell(_ hints: [ChangeHint]) async {
        for hint in hints {
            guard let watch = watches[hint.database] else { continue }
            let isKnown = watch.told[hint.zone] != nil
            guard isKnown || watch.told.count < Self.zones else { continue }
            watches[hint.database]?.told[hint.zone] = max(watch.told[hint.zone] ?? 0, hint.head)
        }
        await couriers.publish(hints)
    }
}

// MARK: - Running

extension PostgreSQLChangeBus: Service {
    /// Listens to the other servers until it is to stop.
    ///
    /// - Throws: An error if it cannot even begin.
    nonisolated func run() async throws {
        let listener = try PostgreSQLListener(database.address, channel: HintOutbox.channel)
        await withTaskCancellationOrGracefulShutdownHandler {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    while (try? await Task.sleep(for: Self.sweepInterval)) != nil { await self.sweep() }
                }
                for await event in listener.events { await self.take(event) }
                group.cancelAll()
            }
        } onCancelOrGracefulShutdown: {
            listener.stop()
        }
    }

    private func take(_ event: PostgreSQLListener.Event) async {
        switch event {
        case .connected: await sweep()
        case .disconnected(let reason):
            logger.warning("Hints of other servers do not come", metadata: ["error": "\(reason)"])
        case .message(let text):
            // A message that cannot be read is of another version of the server; the sweep stands in for it.
            guard let message = try? HintMessage(json: text), message.node != outbox.node else { return }
            await tell(message.hints)
        }
    }
}

// MARK: - The sweep

extension PostgreSQLChangeBus {
    /// Tells of what changed in the databases of devices here and was not told yet.
    func sweep() async {
        let present = await couriers.databases
        watches = watches.filter { present.contains($0.key) }
        do {
            let places = watches.map { ($0.key, $0.value.place) }
            for start in stride(from: 0, to: places.count, by: Self.sweepSize) {
                let part = places[start..<min(start + Self.sweepSize, places.count)]
                try await sweep(Array(part))
            }
        } catch {
            logger.warning("Lost hints could not be looked for", metadata: ["error": "\(error)"])
        }
    }

    private func sweep(_ places: [(DatabaseKey, Int64)]) async throws {
        let changed = try await database.reader.run(.single) { db in try Self.changed(since: places, db) }
        for (key, zones) in changed {
            guard let watch = watches[key] else { continue }
            let lost = zones.filter { zone in watch.told[zone.name].map { $0 < zone.head } ?? true }
            watches[key]?.place = max(watch.place, zones.map(\.place).max() ?? 0)
            watches[key]?.told = watch.told.filter { told in
                !zones.contains { $0.name == told.key && $0.head >= told.value }
            }
            if lost.isEmpty { continue }
            let subscriptions = try await records.subscriptions(of: key)
            await couriers.publish(
                lost.flatMap { zone in
                    subscriptions.filter { SubscriptionRules.fires($0.subscription, forZone: zone.name) }.map {
                        ChangeHint(
                            database: key,
                            zone: zone.name,
                            head: zone.head,
                            deviceID: nil,
                            subscription: $0
                        )
                    }
                }
            )
        }
    }

    private struct ChangedZone: Sendable {
        let name: String
        let head: Int64
        let place: Int64
    }

    private static func changed(
        since places: [(DatabaseKey, Int64)],
        _ db: PostgreSQLTransaction
    ) throws -> [DatabaseKey: [ChangedZone]] {
        let sql = """
            SELECT w.number, z.name, z.head, z.database_seq
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
                ChangedZone(name: row.text(1), head: row.integer(2), place: row.integer(3))
            )
        }
        return changed
    }
}
