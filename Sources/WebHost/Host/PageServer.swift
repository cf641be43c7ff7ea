import FlyingFox
import FlyingSocks
import Foundation

/// Serves a scene to browsers: the page, its live connection, and the app's plain routes.
@MainActor
public final class PageServer {
    private let configuration: HostConfiguration
    private let surroundings: Surroundings
    private let hall: SceneHall
    private let assets: Assets
    private let icons: IconCatalogue

    /// A server that makes its scenes from `scenes`.
    ///
    /// Nothing is listened on before `run`.
    public init(
        _ configuration: HostConfiguration,
        scenes: any SceneSource,
        surroundings: Surroundings = .live
    ) {
        self.configuration = configuration
        self.surroundings = surroundings
        let report = configuration.report
        assets = Assets(identity: configuration.identity)
        icons = IconCatalogue { report(.missingIcon($0)) }
        hall = SceneHall(
            source: scenes,
            limits: configuration.limits,
            build: assets.build,
            icons: icons,
            surroundings: surroundings,
            report: report
        )
    }

    /// Where the server can be reached.
    public struct Address: Sendable, Equatable {
        /// The beginning of every address, for example `http://127.0.0.1:8642`.
        public let origin: String
        /// The port that is listened on.
        public let port: Int
        /// What to open in a browser.
        ///
        /// It holds the secret: whoever has it sees and changes the data.
        public let link: String
    }

    /// Listens, says where, and serves until the task is cancelled.
    ///
    /// - Throws: `HostError` where the address or the secret is not to be had.
    public func run(onReady: @Sendable (Address) -> Void) async throws {
        defer { hall.close() }
        let configuration = configuration
        let secret = try Secret.load(from: configuration.dataFolder, random: surroundings.randomBytes)
        let inner = try InnerSocket(in: configuration.dataFolder, random: surroundings.randomBytes)
        defer { inner.remove() }
        let door = try openDoor(to: inner)
        let site = Site(
            hall: hall,
            admission: Admission(secret: secret, port: door.port),
            assets: assets,
            icons: icons,
            configuration: configuration,
            surroundings: surroundings
        )
        let server = HTTPServer(
            config: HTTPServer.Configuration(
                address: .unix(path: inner.path),
                timeout: 60,
                sharedRequestBufferSize: 65_536,
                sharedRequestReplaySize: max(configuration.limits.fileBytes, 65_536),
                logger: .disabled
            ),
            handler: site
        )
        let origin = configuration.listening.origin(port: door.port)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            try await server.waitUntilListening()
            inner.restrict()
            group.addTask { try await door.run() }
            onReady(Address(origin: origin, port: Int(door.port), link: "\(origin)/?t=\(secret.link)"))
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func openDoor(to inner: InnerSocket) throws -> FrontDoor {
        let configuration = configuration
        let listening = configuration.listening
        let bodyLimit = Site.bodyLimit(configuration)
        do {
            return try FrontDoor(
                address: listening.address,
                port: listening.port,
                back: inner.path,
                limits: configuration.limits,
                surroundings: surroundings
            ) { port in
                RequestGate(limits: configuration.limits, policy: listening.policy(port: port), bodyLimit: bodyLimit)
            }
        } catch {
            throw HostError.addressNotAvailable(
                address: listening.address,
                port: Int(listening.port),
                code: Self.errorNumber(of: error)
            )
        }
    }

    /// The system's number for what it refused.
    private static func errorNumber(of error: any Error) -> Int32 {
        switch error {
        // Text that is no address sets no number.
        case SocketError.failed(let call, _, _) where call.hasPrefix("inet_pton"): EADDRNOTAVAIL
        case SocketError.failed(_, let number, _): number
        default: EADDRNOTAVAIL
        }
    }
}
