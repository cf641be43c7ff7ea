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

    private struct Entry: Encodable {
        let id: String
        let container: String
        let environment: String
        let created: String
        let origins: [String]
        let callback: String?
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
            entries.sort { ($0.container, $0.environment, $0.created) < ($1.container, $1.environment, $1.created) }
            if json { return try Listing.write(entries) }
            for entry in entries {
                let rest = entry.origins + (entry.callback.map { ["→ \($0)"] } ?? [])
                let words = [entry.id, entry.created, entry.environment, entry.container] + rest
                Output.line(words.joined(separator: "  "))
            }
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

    private struct Entry: Encodable {
        let id: String
        let container: String
        let environment: String
        let created: String
        let publicKey: String
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
            entries.sort { ($0.container, $0.environment, $0.created) < ($1.container, $1.environment, $1.created) }
            if json { return try Listing.write(entries) }
            for entry in entries {
                Output.line([entry.id, entry.created, entry.environment, entry.container].joined(separator: "  "))
            }
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

/// What lists have in common.
enum Listing {
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
