import ArgumentParser
import CloudKitServer
import Foundation
import Logging

/// Where the server keeps everything, and where its settings stand.
struct DataFolder: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder that holds everything. (default: cloudkit-server in the XDG data folder)",
            valueName: "folder"
        )
    )
    var data: String?

    @Option(
        help: ArgumentHelp(
            "The PostgreSQL to keep everything but assets in instead; several servers may share one.",
            valueName: "url"
        )
    )
    var postgres: String?

    @Option(help: ArgumentHelp("A YAML file with settings: “port: 8080”, a line for each.", valueName: "file"))
    var config: String?

    /// The settings, with what stood on the command line.
    func settings(_ flags: [SettingKey: String] = [:]) async throws -> Settings {
        var flags = flags
        if let data { flags[.data] = data }
        if let postgres { flags[.postgres] = postgres }
        return try await Settings.load(
            flags: flags,
            file: config,
            environment: ProcessInfo.processInfo.environment
        )
    }

    /// The folder, made for its owner only if it is not there.
    func path(_ settings: Settings? = nil) async throws -> String {
        let known = if let settings { settings } else { try await self.settings() }
        let path = known[.data] ?? Self.standard(ProcessInfo.processInfo.environment)
        // Whatever is made from here on is its owner's only: the folder may have been there with other rights.
        umask(0o077)
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw Failure("The folder \(path) cannot be made. Choose another with --data.")
        }
        guard access(path, W_OK | X_OK) == 0 else {
            throw Failure("The folder \(path) cannot be written to. Choose another with --data, or change its owner.")
        }
        return path
    }

    static func standard(_ environment: [String: String]) -> String {
        let home = environment["HOME"] ?? NSHomeDirectory()
        let xdg = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (xdg ?? home + "/.local/share") + "/cloudkit-server"
    }

    /// Where everything is, for people; a URL may have a password in it, which is left out.
    static func place(_ settings: Settings, _ path: String) -> String {
        guard let postgres = settings[.postgres] else { return path }
        let host = URLComponents(string: postgres)?.host
        return host.map { "PostgreSQL at \($0)" } ?? "PostgreSQL"
    }

    /// The server over this folder or PostgreSQL, as commands beside a running one use it.
    func server() async throws -> EmbeddedServer {
        var logger = Logger(label: "cloudkit-server", factory: StreamLogHandler.standardError(label:))
        logger.logLevel = .error
        return try await server(try await settings(), ServiceConfiguration(), logger)
    }

    func server(
        _ settings: Settings,
        _ configuration: ServiceConfiguration,
        _ logger: Logger
    ) async throws -> EmbeddedServer {
        let path = try await path(settings)
        return EmbeddedServer(
            store: try await store(settings, path, logger),
            assets: AssetFolder(path: path + "/assets"),
            configuration: configuration,
            surroundings: .system,
            logger: logger
        )
    }

    private func store(_ settings: Settings, _ path: String, _ logger: Logger) async throws -> ServerStore {
        if let postgres = settings[.postgres] {
            do {
                let database = try await PostgreSQLDatabase(address: postgres, surroundings: .system)
                return try await ServerStore(database, surroundings: .system, logger: logger)
            } catch {
                throw Failure("\(Self.place(settings, path)) cannot be used: \(error)")
            }
        }
        do {
            let file = try SQLiteDatabase(path: path + "/cloudkit.sqlite")
            return try ServerStore(file, surroundings: .system, logger: logger)
        } catch {
            throw Failure("The store in \(path) cannot be opened: \(error)")
        }
    }

    /// Opens the store, does something, closes it, and says what went wrong in a sentence.
    func with(_ body: (EmbeddedServer) async throws -> Void) async throws {
        let server = try await server()
        do {
            try await body(server)
        } catch let error as AccountError {
            try? await server.close()
            throw Failure(error.message)
        } catch let error as RevocationError {
            try? await server.close()
            throw Failure(error.message)
        }
        try await server.close()
    }
}

extension AccountError {
    /// What went wrong, for people.
    var message: String {
        switch self {
        case .badName: "An account's name is 1 to 100 letters, digits and .-_@+ long."
        case .nameTaken: "There is an account of this name already."
        case .badPassword: "A password has 8 to 1000 characters; it is the first line of standard input."
        case .unknownName:
            "There is no account of this name, or it is disabled. “cloudkit-server account list” has all."
        case .wrongPassword: "The name or the password is wrong."
        case .disabled: "The account is disabled."
        case .badInvitation: "The invitation was used or has run out."
        case .tooManyAttempts(let seconds): "There were too many attempts; try again in \(seconds) seconds."
        }
    }
}
