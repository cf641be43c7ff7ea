import ArgumentParser
import CloudKitServer
import CloudKitWebServices
import Foundation

/// `cloudkit-server token list`.
struct TokenList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the API tokens, by their IDs.",
        discussion: """
            The tokens themselves are not kept. Web tokens are not listed: “account sign-out” ends them. Tokens from \
            before there were environments are good for both.
            """
    )

    @Flag(
        help: "Print a JSON array of objects with the keys id, container, environment, created, origins and callback."
    )
    var json = false

    @OptionGroup var folder: DataFolder

    private struct Entry: ListedKey {
        let id: String
        let container: String
        let environment: String
        let created: String
        let origins: [String]
        let callback: String?

        var more: [String] { origins + (callback.map { ["→ \($0)"] } ?? []) }
    }

    func run() async throws {
        try await folder.with { server in
            var entries: [Entry] = []
            try await server.accounts.forEachAPIToken { token in
                entries.append(
                    Entry(
                        id: token.id,
                        container: token.container,
                        environment: Listing.word(for: token.environment),
                        created: Listing.date(token.created),
                        origins: token.origins,
                        callback: token.callback
                    )
                )
            }
            try Listing.write(entries, json: json)
        }
    }
}

/// `cloudkit-server token revoke`.
struct TokenRevoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Take an API token away: apps that send it are refused.",
        discussion: """
            Servers that run refuse it within 10 seconds. People who signed in with it, on the sign-in page, have to sign \
            in again.
            """
    )

    @Argument(help: "The token's ID, which “token list” has, or the token itself.")
    var id: String

    @OptionGroup var folder: DataFolder

    func run() async throws {
        try await folder.with { try await $0.accounts.revokeAPIToken(id) }
    }
}

/// `cloudkit-server key list`.
struct KeyList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the servers' keys, by their IDs."
    )

    @Flag(help: "Print a JSON array of objects with the keys id, container, environment, created and publicKey.")
    var json = false

    @OptionGroup var folder: DataFolder

    private struct Entry: ListedKey {
        let id: String
        let container: String
        let environment: String
        let created: String
        let publicKey: String

        var more: [String] { [] }
    }

    func run() async throws {
        try await folder.with { server in
            var entries: [Entry] = []
            try await server.accounts.forEachServerKey { key in
                entries.append(
                    Entry(
                        id: key.id,
                        container: key.container,
                        environment: Listing.word(for: key.environment),
                        created: Listing.date(key.created),
                        publicKey: key.publicKey
                    )
                )
            }
            try Listing.write(entries, json: json)
        }
    }
}

/// `cloudkit-server key revoke`.
struct KeyRevoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Take a server's key away: what it signs is refused from then on."
    )

    @Argument(help: "The key's ID, which “key list” has.")
    var id: String

    @OptionGroup var folder: DataFolder

    func run() async throws {
        try await folder.with { try await $0.accounts.revokeServerKey(id) }
    }
}

/// What a list says of a token or a key.
protocol ListedKey: Encodable {
    var id: String { get }
    var container: String { get }
    var environment: String { get }
    /// A date, in the form of ``Listing/date(_:)``.
    var created: String { get }
    /// What stands behind these in a line for people.
    var more: [String] { get }
}

/// What lists have in common.
enum Listing {
    /// Tokens or keys by container, environment and date: as one JSON document, or a line for each.
    static func write(_ keys: [some ListedKey], json: Bool) throws {
        let keys = keys.sorted {
            ($0.container, $0.environment, $0.created) < ($1.container, $1.environment, $1.created)
        }
        if json { return try write(keys) }
        for key in keys {
            let words = [key.id, key.created, key.environment, key.container] + key.more
            Output.line(words.joined(separator: "  "))
        }
    }

    /// An environment, for people.
    static func word(for environment: ServiceEnvironment?) -> String {
        environment?.rawValue ?? "both"
    }

    /// Milliseconds since 1970, as a date.
    static func date(_ milliseconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000).formatted(.iso8601)
    }

    /// One JSON document, its keys in order.
    static func write(_ entries: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        Output.line(String(decoding: try encoder.encode(entries), as: UTF8.self))
    }
}

extension RevocationError {
    /// What went wrong, for people.
    var message: String {
        switch self {
        case .unknownToken: "There is no such API token. “cloudkit-server token list” has all."
        case .unknownKey: "There is no such key. “cloudkit-server key list” has all."
        case .isAmbiguous: "Several tokens have this ID. Give the token itself."
        }
    }
}
