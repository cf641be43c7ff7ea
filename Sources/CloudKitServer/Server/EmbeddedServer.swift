import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import ServiceLifecycle

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
        self.init(
            store: store,
            assets: assets,
            configuration: configuration,
            surroundings: surroundings,
            passwordCosts: .ofProgram,
            logger: logger
        )
    }

    /// A server whose passwords cost as much as is said.
    package init(
        store: ServerStore,
        assets: AssetFolder,
        configuration: ServiceConfiguration,
        surroundings: Surroundings,
        passwordCosts: PasswordHash.Costs,
        logger: Logger
    ) {
        self.store = store
        let records = store.records
        self.records = records
        let sealer = Sealer(secret: store.secret)
        let assets = assets.belonging(to: sealer)
        accounts = Accounts(
            store: store.accounts,
            sealer: sealer,
            surroundings: surroundings,
            assets: assets,
            records: records,
            passwordCosts: passwordCosts
        )
        let couriers = CourierHub(surroundings: surroundings) { [accounts] in await accounts.isSignedIn($0) }
        let bus = store.bus(couriers, logger)
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
            accounts: accounts,
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
    ///   - listening: Where and how it takes connections.
    ///   - onRunning: Called with the port, once it listens.
    /// - Returns: The HTTP server.
    /// - Throws: ``ForeignAssets`` if the folder of files is another store's; `NIOSSLError` if the certificate and the
    ///   key do not go together.
    public func application(
        _ listening: Listening,
        onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) throws -> Application<HummingbirdResponder> {
        try claimAssets()
        let decoder = HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: Listening.headerBytes,
            maxHeaderListSize: Listening.headersBytes
        )
        let plain = HTTPServerBuilder.http1(
            configuration: .init(
                additionalChannelHandlers: [CourierDoor(service)],
                httpDecoderConfiguration: decoder
            )
        )
        return Application(
            responder: HummingbirdResponder(service, listening),
            server: try listening.tls.map { try .tls(plain, tlsConfiguration: $0.configuration) } ?? plain,
            configuration: ApplicationConfiguration(
                address: .hostname(listening.host, port: listening.port),
                serverName: "cloudkit-server",
                backlog: 4_096,
                availableConnectionsDelegate: MaximumAvailableConnections(
                    listening.connections,
                    logger: service.logger
                )
            ),
            services: [housekeeping] + service.bus.services,
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? listening.port) },
            logger: service.logger
        )
    }

    private func claimAssets() throws {
        if try service.assets.claim() { return }
        service.logger.error(
            "Nothing says which store the files of assets belong to: those that no record holds are not swept away",
            metadata: ["hint": "\(UnknownOwner(service.assets))"]
        )
    }

    /// Begins a new life of everything, after a database was put back or a standby promoted.
    ///
    /// All files become young, so that those which only the lost database named stay for a while.
    ///
    /// - Returns: What a look through the store found.
    /// - Throws: What the store or the file system throws.
    public func beginNewLife() async throws -> StoreReport {
        let now = service.surroundings.now()
        try await FileWork.run { [assets = service.assets] in try assets.touchAll(at: now) }
        try await records.raiseEpochs(now: now)
        return try await records.verify()
    }

    /// Serves until the process is asked to stop (SIGTERM or SIGINT); what is in flight then is finished.
    ///
    /// - Parameters:
    ///   - listening: Where and how it takes connections.
    ///   - onRunning: Called with the port, once it listens.
    /// - Throws: What listening throws.
    public func serve(_ listening: Listening, onRunning: @escaping @Sendable (Int) async -> Void) async throws {
        // They are asked to stop from the last to the first.
        var configuration = ServiceGroupConfiguration(
            services: [try application(listening, onRunning: onRunning), Farewell(couriers: service.couriers)],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: service.logger
        )
        configuration.maximumGracefulShutdownDuration = .seconds(Listening.stopSeconds)
        try await ServiceGroup(configuration: configuration).run()
    }

    /// What an account holds, for its owner to take away.
    public var export: AccountExport {
        AccountExport(records: service.records, accounts: accounts)
    }

    /// Closes the store.
    public func close() async throws {
        try await store.close()
    }
}
