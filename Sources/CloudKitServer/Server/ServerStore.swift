import Logging

/// What a server keeps everything in: a file of its own, or a PostgreSQL that several servers share.
public struct ServerStore: Sendable {
    /// Records, zones and subscriptions.
    let records: any RecordStore
    /// Accounts, sign-ins and keys.
    let accounts: any AccountStore
    /// What signs the tokens of the service.
    let secret: [UInt8]
    /// Makes what brings word of changes to devices.
    let bus: @Sendable (CourierHub, Logger) -> any ChangeBus
    /// Closes it all.
    let close: @Sendable () async throws -> Void

    /// The embedded store.
    ///
    /// - Throws: What the file throws.
    public init(_ file: SQLiteDatabase, surroundings: Surroundings, logger: Logger) throws {
        try self.init(file, records: SQLiteRecordStore(file, logger: logger), surroundings: surroundings)
    }

    init(_ file: SQLiteDatabase, records: any RecordStore, surroundings: Surroundings) throws {
        self.init(
            records: records,
            accounts: SQLiteAccountStore(file),
            secret: try file.secret { surroundings.randomBytes(Sealer.secretLength) },
            bus: { couriers, _ in LocalChangeBus(couriers: couriers) },
            close: { try file.close() }
        )
    }

    /// A store in PostgreSQL.
    ///
    /// - Throws: What the database throws.
    public init(_ database: PostgreSQLDatabase, surroundings: Surroundings, logger: Logger) async throws {
        let records = PostgreSQLRecordStore(database, logger: logger)
        try await self.init(database, records: records, surroundings: surroundings)
    }

    /// A store in a PostgreSQL on which there is no other server.
    ///
    /// - Throws: What the database throws.
    package init(singleNode database: PostgreSQLDatabase, surroundings: Surroundings, logger: Logger) async throws {
        self.init(
            records: PostgreSQLRecordStore(database, logger: logger),
            accounts: PostgreSQLAccountStore(database),
            secret: try await database.secret { surroundings.randomBytes(Sealer.secretLength) },
            bus: { couriers, _ in LocalChangeBus(couriers: couriers) },
            close: { await database.close() }
        )
    }

    init(_ database: PostgreSQLDatabase, records: any RecordStore, surroundings: Surroundings) async throws {
        let node = surroundings.uuid()
        let secret = try await database.secret { surroundings.randomBytes(Sealer.secretLength) }
        self.init(
            records: records,
            accounts: PostgreSQLAccountStore(database),
            secret: secret,
            bus: { couriers, logger in
                PostgreSQLChangeBus(
                    database,
                    records: records,
                    couriers: couriers,
                    sealer: Sealer(secret: secret),
                    node: node,
                    logger: logger
                )
            },
            close: { await database.close() }
        )
    }

    private init(
        records: any RecordStore,
        accounts: any AccountStore,
        secret: [UInt8],
        bus: @escaping @Sendable (CourierHub, Logger) -> any ChangeBus,
        close: @escaping @Sendable () async throws -> Void
    ) {
        self.records = records
        self.accounts = accounts
        self.secret = secret
        self.bus = bus
        self.close = close
    }
}
