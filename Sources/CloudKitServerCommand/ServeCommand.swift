import ArgumentParser
import CloudKitServer
import Foundation

/// The command `cloudkit-server serve`.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve until stopped. Without options: on this machine only, port 8080."
    )

    @OptionGroup var folder: DataFolder

    @Option(help: "The address to listen at.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen at; 0 lets the system choose.")
    var port = 8_080

    @Option(name: .customLong("public-url"), help: "The address under which clients reach this server.")
    var publicURL: String?

    func run() async throws {
        let server = try await folder.server(ServiceConfiguration(publicURL: publicURL))
        let (host, place) = (host, try folder.place())
        let isEmpty = try await !server.accounts.hasAny()
        try await server.application(host: host, port: port) { port in
            Output.line("Serving http://\(host):\(port) from \(place)")
            if isEmpty { Output.line(Self.firstSteps) }
        }.runService()
        try await server.close()
    }

    private static let firstSteps = """
        There is no account yet. To make one, and the tokens that an app needs:
          cloudkit-server account create NAME --password-stdin
          cloudkit-server token api --container iCloud.org.example.notes
          cloudkit-server token web NAME --container iCloud.org.example.notes
        """
}

/// What commands say.
enum Output {
    /// Writes a line to standard output, at once.
    static func line(_ text: String) {
        FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }
}
