import ArgumentParser
import CloudKitServer
import Foundation

/// `cloudkit-server account export`.
struct AccountExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write everything that an account holds to standard output, a line of JSON for each thing.",
        discussion: """
            The key “kind” of each line is account, zone, record or subscription; records are as the protocol writes \
            them. The server may run meanwhile.
            """
    )

    @OptionGroup var account: AccountName
    @OptionGroup var folder: DataFolder

    func run() async throws {
        try await folder.with { server in
            try await server.export.run(name: account.name) { line in Output.bytes(line.bytes) }
        }
    }
}

/// `cloudkit-server account delete`.
struct AccountDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an account with everything in it, for good.",
        discussion: """
            At a terminal it asks first. What the account wrote to public databases stays there. To keep a copy: \
            cloudkit-server account export NAME > copy.jsonl
            """
    )

    @OptionGroup var account: AccountName

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var folder: DataFolder

    func run() async throws {
        if !yes, isatty(STDIN_FILENO) == 1 {
            Output.problem(Array("Type \(account.name) to delete it with everything in it: ".utf8))
            guard readLine(strippingNewline: true) == account.name else { throw Failure("Nothing was deleted.") }
        }
        try await folder.with { try await $0.accounts.delete(name: account.name) }
    }
}
