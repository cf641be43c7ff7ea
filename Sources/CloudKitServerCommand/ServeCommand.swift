import AppCommons
import ArgumentParser
import CloudKitServer
import Foundation
import Logging
import NIOCore

/// The command `cloudkit-server serve`.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve until stopped. Without options: on this machine only, port 8080.",
        discussion: """
            Examples:
              cloudkit-server serve
              cloudkit-server serve --port 80 --host 0.0.0.0
              cloudkit-server serve --config /etc/cloudkit-server.yaml
              CLOUDKIT_SERVER_LOG_FORMAT=json cloudkit-server serve

            SIGTERM and SIGINT stop it: what is in flight is finished first. /healthz says whether it runs, /readyz \
            whether it can store, /metrics what it counted.
            """
    )

    @OptionGroup var folder: DataFolder

    @Option(help: ArgumentHelp("The address to listen at. (default: 127.0.0.1)", valueName: "address"))
    var host: String?

    @Option(help: "The port to listen at; 0 lets the system choose. (default: 8080)")
    var port: Int?

    @Option(
        name: .customLong("public-url"),
        help: ArgumentHelp("The address under which clients reach this server.", valueName: "url")
    )
    var publicURL: String?

    @Flag(help: "A proxy in front says who calls (X-Forwarded-For, X-Forwarded-Proto).")
    var behindProxy = false

    @Option(help: ArgumentHelp("The certificate chain (PEM), to serve HTTPS.", valueName: "file"))
    var tlsCertificate: String?

    @Option(help: ArgumentHelp("The certificate's private key (PEM).", valueName: "file"))
    var tlsKey: String?

    @Option(help: ArgumentHelp("text or json, on standard error. (default: text)", valueName: "format"))
    var logFormat: String?

    @Option(
        help: ArgumentHelp(
            "trace, debug, info (each request), notice, warning, error or critical. (default: notice)",
            valueName: "level"
        )
    )
    var logLevel: String?

    @Option(help: ArgumentHelp("Bytes of records that an account may hold. (default: no limit)", valueName: "bytes"))
    var quotaBytes: Int64?

    @Option(help: ArgumentHelp("Records that an account may hold. (default: no limit)", valueName: "records"))
    var quotaRecords: Int64?

    @Option(help: ArgumentHelp("Bytes that one asset may have. (default: 50000000)", valueName: "bytes"))
    var assetBytes: Int64?

    @Option(
        help: ArgumentHelp(
            "Requests in a second that an account may make in the long run; 0 is no limit. (default: 0)",
            valueName: "requests"
        )
    )
    var rateLimit: Int?

    @Option(
        help: ArgumentHelp(
            "Requests that it may make at once, after a rest. (default: ten times the limit)",
            valueName: "requests"
        )
    )
    var rateBurst: Int?

    func run() async throws {
        StandardFiles.open()
        let settings = try await folder.settings(flags)
        let plan = try ServePlan(settings)
        let path = try await folder.path(settings)
        let server = try await folder.server(settings, plan.service, plan.logger)
        plan.warn()
        let isEmpty = try await !server.accounts.hasAny()
        var listening = plan.listening
        listening.connections = OpenFiles.raise()
        do {
            try await server.serve(listening) { port in
                Output.line("Serving \(plan.address(port)) from \(DataFolder.place(settings, path))")
                if isEmpty { Output.line(Self.firstSteps) }
            }
        } catch let error as ForeignAssets {
            throw Failure(error.description)
        } catch let error as IOError {
            throw Self.failure(at: listening, code: error.errnoCode)
        } catch is SocketAddressError.UnknownHost {
            throw Self.failure(at: listening, code: EADDRNOTAVAIL)
        }
        try await server.close()
    }

    private static func failure(at listening: Listening, code: Int32) -> Failure {
        let failure = ListeningFailure(address: listening.host, port: listening.port, code: code)
        return Failure(failure.sentence(addressOption: "--host"))
    }

    private var flags: [SettingKey: String] {
        let given: [SettingKey: String?] = [
            .host: host, .port: port.map(String.init), .publicURL: publicURL,
            .behindProxy: behindProxy ? "true" : nil, .tlsCertificate: tlsCertificate, .tlsKey: tlsKey,
            .logFormat: logFormat, .logLevel: logLevel, .quotaBytes: quotaBytes.map { String($0) },
            .quotaRecords: quotaRecords.map { String($0) }, .assetBytes: assetBytes.map { String($0) },
            .rateLimit: rateLimit.map(String.init),
            .rateBurst: rateBurst.map(String.init),
        ]
        return given.compactMapValues(\.self)
    }

    private static let firstSteps = """
        There is no account yet. To make one, and the tokens that an app needs:
          cloudkit-server account create NAME --password-stdin
          cloudkit-server token api --container iCloud.org.example.notes
          cloudkit-server token web NAME --container iCloud.org.example.notes
        """
}
