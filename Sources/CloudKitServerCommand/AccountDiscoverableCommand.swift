import ArgumentParser
import CloudKitServer

/// `cloudkit-server account discoverable`.
struct AccountDiscoverableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "discoverable",
        abstract: "Let others who use an app find an account by its name, or no more.",
        discussion: """
            Apps look for people by their address, which here is the name of the account. They find only those who let
            them; people say so themselves when they sign in.

            Examples:
              cloudkit-server account discoverable anna@example.org --container iCloud.org.example.notes
              cloudkit-server account discoverable anna@example.org --container iCloud.org.example.notes --off
            """
    )

    @OptionGroup var account: AccountName
    @OptionGroup var container: ContainerOption
    @OptionGroup var environment: EnvironmentOption

    @Flag(help: "Nobody finds the account there any more.")
    var off = false

    @OptionGroup var folder: DataFolder

    func run() async throws {
        let schema = SchemaKey(container: container.container, environment: environment.environment)
        try await folder.with { server in
            try await server.accounts.setDiscoverable(!off, accountNamed: account.name, in: schema)
        }
    }
}
