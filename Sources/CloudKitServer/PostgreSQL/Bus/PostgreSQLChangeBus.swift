import Logging
import ServiceLifecycle

/// The bus between servers on one PostgreSQL: hints by LISTEN and NOTIFY, outside of the transactions that change, and a
/// look at the heads for those that were lost.
actor PostgreSQLChangeBus: ChangeBus {
    /// From one look at the heads to the next.
    static let sweepInterval = Duration.seconds(60)
    /// Databases that one statement looks at.
    static let sweepSize = 1_000

    let database: PostgreSQLDatabase
    let records: any RecordStore
    let couriers: CourierHub
    /// What knows the names of users.
    let sealer: Sealer
    let logger: Logger
    private let outbox: HintOutbox
    /// What was told of the databases in which devices of this server are, and of the public ones beside them.
    var watches: [DatabaseKey: HintWatch] = [:]

    init(
        _ database: PostgreSQLDatabase,
        records: any RecordStore,
        couriers: CourierHub,
        sealer: Sealer,
        node: String,
        logger: Logger
    ) {
        self.database = database
        self.records = records
        self.couriers = couriers
        self.sealer = sealer
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
        // The public one first: where the other is watched, both are.
        for key in [key.besidePublic, key] where watches[key] == nil {
            let watch = try await database.reader.run(.single) { db in try HintWatch(of: key, db) }
            if watches[key] == nil { watches[key] = watch }
        }
    }

    nonisolated var services: [any Service] { [self] }

    private func tell(_ hints: [ChangeHint]) async {
        for hint in hints {
            watches[hint.database]?.take(hint)
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
