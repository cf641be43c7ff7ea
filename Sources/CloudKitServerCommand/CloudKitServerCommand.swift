import ArgumentParser

/// The command `cloudkit-server`.
@main
struct CloudKitServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cloudkit-server",
        abstract: "Keeps the records of apps that use CloudKit, and syncs them between devices.",
        subcommands: [ServeCommand.self, AccountCommand.self, TokenCommand.self, KeyCommand.self],
        defaultSubcommand: ServeCommand.self
    )
}
