import ArgumentParser
import CloudKitServer
import Foundation
import Logging

/// Where the server keeps everything.
struct DataFolder: ParsableArguments {
    @Option(help: "The folder that holds everything. Default: cloudkit-server in the XDG data folder.")
    var data: String?

    @Option(
        help: ArgumentHelp(
            "The PostgreSQL to keep everything in instead, as a URL; several servers may share one.",
            valueName: "url"
        )
    )
    var postgres: String?

    /// The folder, made for its owner only if it is not there.
    func path() throws -> String {
        let path = data ?? Self.standard(ProcessInfo.processInfo.environment)
        // Whatever is made from here on is its owner's only: the folder may have been there with other rights.
        umask(0o077)
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        return path
    }

    static func standard(_ environment: [String: String]) -> String {
        let home = environment["HOME"] ?? NSHomeDirectory()
        let xdg = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (xdg ?? home + "/.local/share") + "/cloudkit-server"
    }

    /// Where everything is, for people; a URL may have a password in it, which is left out.
    func place() throws -> String {
        guard let postgres else { return try path() }
        let host = URLComponents(string: postgres)?.host
        return host.map { "PostgreSQL at \($0)" } ?? "PostgreSQL"
    }

    /// The server over this folder, or over PostgreSQL.
    func server(_ configuration: ServiceConfiguration = ServiceConfiguration()) async throws -> EmbeddedServer {
        var logger = Logger(label: "cloudkit-server")
        logger.logLevel = .notice
        return EmbeddedServer(
            store: try await store(logger),
            assets: AssetFolder(path: try path() + "/assets"),
            configuration: configuration,
            surroundings: .system,
            logger: logger
        )
    }

    private func store(_ logger: Logger) async throws -> ServerStore {
        if let postgres {
            let database = try await PostgreSQLDatabase(address: postgres, surroundings: .system)
            return try await ServerStore(database, surroundings: .system, logger: logger)
        }
        let file = try SQLiteDatabase(path: try path() + "/cloudkit.sqlite")
        return try ServerStore(file, surroundings: .system, logger: logger)
    }
}

extension Surroundings {
    /// This machine's clock and its random numbers.
    static let system = Surroundings(
        now: { Int64(Date().timeIntervalSince1970 * 1_000) },
        randomBytes: { count in
            var generator = SystemRandomNumberGenerator()
            return (0..<count).map { _ in generator.next() }
        }
    )
}
