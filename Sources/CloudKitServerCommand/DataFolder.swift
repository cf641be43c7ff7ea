import ArgumentParser
import CloudKitServer
import Foundation
import Logging

/// Where the server keeps everything.
struct DataFolder: ParsableArguments {
    @Option(help: "The folder that holds everything. Default: cloudkit-server in the XDG data folder.")
    var data: String?

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

    /// The server over this folder.
    func server(_ configuration: ServiceConfiguration = ServiceConfiguration()) throws -> EmbeddedServer {
        let path = try path()
        let file = try SQLiteDatabase(path: path + "/cloudkit.sqlite")
        var logger = Logger(label: "cloudkit-server")
        logger.logLevel = .notice
        return try EmbeddedServer(
            file: file,
            assets: AssetFolder(path: path + "/assets"),
            configuration: configuration,
            surroundings: .system,
            logger: logger
        )
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
