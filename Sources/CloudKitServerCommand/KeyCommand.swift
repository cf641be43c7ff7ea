import ArgumentParser
import CloudKitServer
import Foundation

/// The command `cloudkit-server key …`.
struct KeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Let servers read and write a public database.",
        discussion: """
            Examples:
              openssl ecparam -name prime256v1 -genkey -noout -out key.pem
              openssl ec -in key.pem -pubout -out public.pem
              cloudkit-server key add --container iCloud.org.example.notes --public-key public.pem
              cloudkit-server key list
            """,
        subcommands: [KeyAdd.self, KeyList.self, KeyRevoke.self]
    )
}

struct KeyAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a server's public key and print its ID.",
        discussion: "It is good for one environment. Added for another one, the same key has another ID there."
    )

    @OptionGroup var container: ContainerOption
    @OptionGroup var environment: EnvironmentOption

    @Option(help: ArgumentHelp("The file with the public key (P-256, PEM).", valueName: "file"))
    var publicKey: String

    @OptionGroup var folder: DataFolder

    func run() async throws {
        guard let pem = try? String(contentsOfFile: publicKey, encoding: .utf8) else {
            throw Failure("The file \(publicKey) cannot be read.")
        }
        try await folder.with { server in
            do {
                let id = try await server.accounts.addServerKey(
                    container: container.container,
                    environment: environment.environment,
                    publicKeyPEM: pem
                )
                Output.line(id)
            } catch {
                throw Failure("The file \(publicKey) holds no public key that is P-256 and PEM.")
            }
        }
    }
}
