import ArgumentParser
import CloudKitServer
import CloudKitWebServices
import Foundation

/// `cloudkit-server token …`: each prints the token alone.
struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Make tokens for apps and people.",
        subcommands: [Web.self, API.self]
    )

    struct Web: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Sign an account in to a container.")

        @OptionGroup var folder: DataFolder
        @OptionGroup var container: ContainerOption

        @Argument(help: "The account's name.")
        var name: String

        func run() async throws {
            let server = try await folder.server()
            do {
                Output.line(try await server.accounts.signIn(name: name, container: container.container))
            } catch let error as AccountError {
                throw ValidationError(error.message)
            }
            try await server.close()
        }
    }

    struct API: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "api",
            abstract: "Let an app talk to a container."
        )

        @OptionGroup var folder: DataFolder
        @OptionGroup var container: ContainerOption

        @Option(help: "An origin whose pages may use the token; may be given several times. Default: any.")
        var origin: [String] = []

        func run() async throws {
            let server = try await folder.server()
            Output.line(
                try await server.accounts.makeAPIToken(container: container.container, origins: origin)
            )
            try await server.close()
        }
    }
}

/// Which container.
struct ContainerOption: ParsableArguments {
    @Option(help: "The container, such as iCloud.org.example.notes.")
    var container: String

    func validate() throws {
        guard Names.isContainer(container) else {
            throw ValidationError("A container's name begins with iCloud. and goes on with letters, digits, . - and _.")
        }
    }
}
