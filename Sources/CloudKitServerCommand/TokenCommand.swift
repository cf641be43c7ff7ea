import ArgumentParser
import CloudKitServer
import CloudKitWebServices
import Foundation

/// `cloudkit-server token …`: each prints the token alone.
struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Make tokens for apps and people, each printed alone; list and revoke those of apps.",
        discussion: """
            An app sends its API token with every request, and the web token of whoever has signed in.

            Examples:
              cloudkit-server token api --container iCloud.org.example.notes --origin https://notes.example.org
              cloudkit-server token web anna --container iCloud.org.example.notes
              cloudkit-server token list
              cloudkit-server token revoke 1f0c6b2a9d8e7f60
            """,
        subcommands: [TokenWeb.self, TokenAPI.self, TokenList.self, TokenRevoke.self]
    )
}

struct TokenWeb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "web",
        abstract: "Sign an account in to a container, without the sign-in page.",
        discussion: "The token is good for two weeks; each answer of the service carries the next one."
    )

    @OptionGroup var account: AccountName
    @OptionGroup var container: ContainerOption
    @OptionGroup var folder: DataFolder

    func run() async throws {
        try await folder.with { server in
            Output.line(try await server.accounts.signIn(name: account.name, container: container.container))
        }
    }
}

struct TokenAPI: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "api",
        abstract: "Let an app talk to a container.",
        discussion: """
            With --callback the sign-in page sends people back there, with ckWebAuthToken in the query. Without it, it \
            tells the page that opened it, or shows the token.

            A token is good for one environment. Only its hash is kept: write it down, or revoke it and make another.
            """
    )

    @OptionGroup var container: ContainerOption
    @OptionGroup var environment: EnvironmentOption

    @Option(
        help: ArgumentHelp(
            "An origin whose pages may use the token; may be given several times. (default: any)",
            valueName: "origin"
        )
    )
    var origin: [String] = []

    @Option(help: ArgumentHelp("Where the sign-in page sends people back to.", valueName: "url"))
    var callback: String?

    @OptionGroup var folder: DataFolder

    func validate() throws {
        for origin in origin {
            guard let url = URL(string: origin), let scheme = url.scheme, let host = url.host, !host.isEmpty,
                origin == "\(scheme)://\(host)" + (url.port.map { ":\($0)" } ?? "")
            else {
                throw ValidationError("An origin looks like https://notes.example.org, not “\(origin)”.")
            }
        }
        if let callback {
            guard let url = URL(string: callback), let scheme = url.scheme,
                !["javascript", "data"].contains(scheme.lowercased()),
                url.fragment == nil, callback.allSatisfy({ $0.isASCII && !$0.isWhitespace })
            else { throw ValidationError("A callback is a URL such as https://notes.example.org/signed-in.") }
        }
    }

    func run() async throws {
        try await folder.with { server in
            Output.line(
                try await server.accounts.makeAPIToken(
                    container: container.container,
                    environment: environment.environment,
                    origins: origin,
                    callback: callback
                )
            )
        }
    }
}

/// Which environment.
struct EnvironmentOption: ParsableArguments {
    @Option(help: "The environment that it is for: development or production.")
    var environment = ServiceEnvironment.development
}

/// Which container.
struct ContainerOption: ParsableArguments {
    @Option(help: ArgumentHelp("The container, such as iCloud.org.example.notes.", valueName: "container"))
    var container: String

    func validate() throws {
        guard Names.isContainer(container) else {
            throw ValidationError(
                "A container's name begins with “iCloud.” and goes on with letters, digits, “.”, “-” and “_”."
            )
        }
    }
}
