import ArgumentParser
import CloudKitServer
import Foundation

/// The command `cloudkit-server key …`.
struct KeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Let servers write to a public database.",
        subcommands: [Add.self]
    )

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Add a server's public key and print its ID.")

        @OptionGroup var folder: DataFolder
        @OptionGroup var container: ContainerOption

        @Option(name: .customLong("public-key"), help: "The file with the public key (P-256, PEM).")
        var publicKey: String

        func run() async throws {
            let pem = try String(contentsOfFile: publicKey, encoding: .utf8)
            let server = try await folder.server()
            do {
                Output.line(
                    try await server.accounts.addServerKey(container: container.container, publicKeyPEM: pem)
                )
            } catch {
                throw ValidationError("The file holds no P-256 public key as PEM.")
            }
            try await server.close()
        }
    }
}
