import Logging

/// Hints that are on their way to other servers: gathered while those before are sent, and sent over one connection.
actor HintOutbox {
    /// Hints that wait; more are dropped, and found by the others' next sweep.
    static let capacity = 10_000
    /// From one sending to the next: PostgreSQL lets one transaction at a time notify, whatever else it has to do.
    static let interval = Duration.milliseconds(20)
    static let channel = "cloudkit_hints"

    /// What several hints have in common that can be told as one.
    private struct Place: Hashable {
        let database: DatabaseKey
        let zone: String
        let subscription: String
        let subscriber: AccountID?
        let record: String?
        let device: String?
    }

    let node: String
    private let pool: PostgreSQLPool
    private let logger: Logger
    private var waiting: [Place: ChangeHint] = [:]
    private var isSending = false

    init(_ pool: PostgreSQLPool, node: String, logger: Logger) {
        (self.pool, self.node, self.logger) = (pool, node, logger)
    }

    /// Takes hints and returns at once.
    func add(_ hints: [ChangeHint]) {
        for hint in hints {
            let place = Place(
                database: hint.database,
                zone: hint.zone,
                subscription: hint.subscription.id,
                subscriber: hint.subscription.subscriber,
                record: hint.news?.recordName,
                device: hint.deviceID
            )
            if let before = waiting[place] {
                if before.head < hint.head { waiting[place] = hint }
            } else if waiting.count < Self.capacity {
                waiting[place] = hint
            }
        }
        guard !isSending, !waiting.isEmpty else { return }
        isSending = true
        Task { await send() }
    }

    private func send() async {
        while !waiting.isEmpty {
            let texts = HintMessage.texts(of: Array(waiting.values), from: node)
            waiting = [:]
            do {
                try await pool.run(.single) { db in
                    _ = try db.query(texts.map { PostgreSQLCall(Self.notify, [.text($0)]) })
                }
                try await Task.sleep(for: Self.interval)
            } catch {
                logger.warning("Hints could not be sent", metadata: ["error": "\(error)"])
            }
        }
        isSending = false
    }

    private static let notify = "SELECT pg_notify('\(channel)', $1)"
}
