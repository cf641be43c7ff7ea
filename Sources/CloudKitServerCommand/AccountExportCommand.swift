import ArgumentParser
import CloudKitServer
import Foundation

/// `cloudkit-server account export`.
struct AccountExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write everything that an account holds to standard output, a line of JSON for each thing.",
        discussion: """
            The key “kind” of each line is account, role, zone, record or subscription; records are as the protocol writes \
            them. Of public databases there are the records that the account created, and its subscriptions. With --into, the lines go into the file account.jsonl of a new folder, and beside it into the folder \
            assets all files that records hold; the key “files” of a record's line says which. The server may run \
            meanwhile.

            Examples:
              cloudkit-server account export anna --into anna-copy
              cloudkit-server account export anna > anna.jsonl
            """
    )

    @OptionGroup var account: AccountName

    @Option(help: ArgumentHelp("A new folder for everything, with the files that records hold.", valueName: "folder"))
    var into: String?

    @OptionGroup var folder: DataFolder

    func run() async throws {
        try await folder.with { server in
            guard let into else {
                let summary = try await server.export.run(name: account.name) { line in Output.bytes(line.bytes) }
                return note(summary)
            }
            let summary: AccountExport.Summary
            do {
                summary = try await server.export.run(name: account.name, into: into)
            } catch ExportError.isNotEmpty(let path) {
                throw Failure("There is something at \(path) already. Choose a new folder.")
            }
            guard summary.lost == 0 else {
                throw Failure(
                    "\(summary.lost) of \(summary.files) files are lost or damaged: their lines say “isLost”. All else was written."
                )
            }
        }
    }

    private func note(_ summary: AccountExport.Summary) {
        guard summary.files > 0 else { return }
        let note = "Note: records hold \(summary.files) files, which lines cannot take along; --into does.\n"
        Output.problem(Array(note.utf8))
    }
}

/// `cloudkit-server account delete`.
struct AccountDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an account with everything in it, for good.",
        discussion: """
            At a terminal it asks first. What the account wrote to public databases stays there. To keep a copy: \
            cloudkit-server account export NAME --into FOLDER
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
