import ArgumentParser

/// The command `cloudkit-server`.
@main
struct CloudKitServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cloudkit-server",
        abstract: "Keeps the records of apps that use CloudKit, and syncs them between devices.",
        subcommands: [
            ServeCommand.self, AccountCommand.self, TokenCommand.self, KeyCommand.self, SchemaCommand.self,
            VerifyCommand.self, BackupCommand.self, RestoreCommand.self,
        ],
        defaultSubcommand: ServeCommand.self
    )
}
