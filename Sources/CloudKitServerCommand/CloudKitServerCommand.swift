import ArgumentParser

/// The command `cloudkit-server`.
@main
struct CloudKitServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cloudkit-server",
        abstract: "Keeps the records of apps that use CloudKit, and syncs them between devices.",
        discussion: """
            Without a command it serves, on this machine only. First steps, in another window:

              cloudkit-server account create anna --password-stdin
              cloudkit-server token api --container iCloud.org.example.notes

            Every option of “serve” can also stand in the environment (CLOUDKIT_SERVER_PORT=80) or in a YAML file \
            (port: 80) that --config names. A flag wins over the environment, and that over the file.
            """,
        subcommands: [
            ServeCommand.self, AccountCommand.self, InviteCommand.self, TokenCommand.self, KeyCommand.self,
            SchemaCommand.self, VerifyCommand.self, BackupCommand.self, RestoreCommand.self,
        ],
        defaultSubcommand: ServeCommand.self
    )
}
