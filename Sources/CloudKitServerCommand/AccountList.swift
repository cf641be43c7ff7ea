import ArgumentParser
import CloudKitServer
import Foundation

/// `cloudkit-server account list`.
struct AccountList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List all accounts, by name.")

    @Flag(help: "Print a JSON array of objects with the keys name, created and isEnabled.")
    var json = false

    @OptionGroup var folder: DataFolder

    private struct Entry: Encodable {
        let name: String
        let created: String
        let isEnabled: Bool
    }

    func run() async throws {
        try await folder.with { server in
            var entries: [Entry] = []
            try await server.accounts.forEach { account in
                let created = Listing.date(account.created)
                entries.append(Entry(name: account.name, created: created, isEnabled: account.isEnabled))
            }
            entries.sort { $0.name < $1.name }
            if json { return try Listing.write(entries) }
            let width = entries.map(\.name.count).max() ?? 0
            for entry in entries {
                let name = entry.name.padding(toLength: width, withPad: " ", startingAt: 0)
                Output.line("\(name)  \(entry.created)\(entry.isEnabled ? "" : "  disabled")")
            }
        }
    }
}
