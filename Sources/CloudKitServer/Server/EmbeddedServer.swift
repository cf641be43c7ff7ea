import Hummingbird
import Logging
import NIOCore

/// A whole server: a store, the service over it, and the HTTP server in front.
public struct EmbeddedServer: Sendable {
    /// The accounts, for commands that make them.
    public let accounts: Accounts
    /// The service, for callers in the same process.
    public let service: CloudKitService
    /// The records, for commands that look after them.
    public let records: any RecordStore
    let housekeeping: Housekeeping
    private let store: ServerStore

    /// A server over the embedded store.
    ///
    /// - Parameters:
    ///   - file: The store.
    ///   - assets: The folder for the files that records hold.
    ///   - configuration: What the service may do.
    ///   - surroundings: Time and randomness.
    ///   - logger: Where it reports.
    /// - Throws: What the store throws.
    public init(
        file: SQLiteDatabase,
        assets: AssetFolder,
        configuration: ServiceConfiguration = ServiceConfiguration(),
        surroundings: Surroundings,
        logger: Logger
    ) throws {
        self.init(
            store: try ServerStore(file, surroundings: surroundings, logger: logger),
            assets: assets,
            configuration: configuration,
            surroundings: surroundings,
            logger: logger
        )
    }

    /// A server over any store.
    ///
    /// - Parameters:
    ///   - store: The store; closed with the server.
    ///   - assets: The folder for the files that records hold; servers that share a store share it too.
    ///   - configuration: What the service may do.
    ///   - surroundings: Time and randomness.
    ///   - logger: Where it reports.
    public init(
        store: ServerStore,
        assets: AssetFolder,
        configuration: ServiceConfiguration = ServiceConfiguration(),
        surroundings: Surroundings,
        logger: Logger
    ) {
        self.store = store
        let records = store.records
        self.records = records
        let couriers = CourierHub(surroundings: surroundings)
        let bus = store.bus(couriers, logger)
        accounts = Accounts(
            store: store.accounts,
            sealer: Sealer(secret: store.secret),
            surroundings: surroundings
        )
        service = CloudKitService(
            records: records,
            accounts: accounts,
            couriers: couriers,
            bus: bus,
            assets: assets,
            surroundings: surroundings,
            configuration: configuration,
            logger: logger
        )
        housekeeping = Housekeeping(
            records: records,
            couriers: couriers,
            assets: AssetSweep(assets: assets, records: records, surroundings: surroundings),
            tombstoneMilliseconds: configuration.tombstoneMilliseconds,
            surroundings: surroundings,
            logger: logger
        )
    }

    /// The HTTP server; running it ends with a graceful stop.
    ///
    /// - Parameters:
    ///   - host: The address.
    ///   - port: The port; 0 lets the system choose.
    ///   - onRunning: Called with the port, once it listens.
    /// - Returns: The HTTP server.
    public func application(
        host: String,
        port: Int,
        onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) -> Application<HummingbirdResponder> {
        Application(
            responder: HummingbirdResponder(service),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port),
                serverName: "cloudkit-server",
                backlog: 1_024
            ),
            services: [housekeeping] + service.bus.services,
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? port) },
            logger: service.logger
        )
    }

    /// Closes the store.
    public func close() async throws {
        try await store.close()
    }
}
