import ArgumentParser
import CloudKitServer

/// The command `cloudkit-server invite`.
struct InviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Print a link with which somebody can make one account.",
        discussion: """
            The link is good once. It begins with public-url, or with the address that “serve” would listen at.

            Example:
              cloudkit-server invite --days 2 --public-url https://sync.example.org
            """
    )

    @Option(help: "Days for which the link is good, 1 to 90.")
    var days = 7

    @Option(
        name: .customLong("public-url"),
        help: ArgumentHelp("The address under which clients reach this server.", valueName: "url")
    )
    var publicURL: String?

    @OptionGroup var folder: DataFolder

    func validate() throws {
        guard 1...90 ~= days else { throw ValidationError("An invitation is good for 1 to 90 days, not for \(days).") }
    }

    func run() async throws {
        let settings = try await folder.settings(publicURL.map { [.publicURL: $0] } ?? [:])
        let plan = try ServePlan(settings)
        let base = plan.service.publicURL ?? plan.address(plan.listening.port)
        try await folder.with { server in
            let secret = try await server.accounts.invite(seconds: Int64(days) * 24 * 60 * 60)
            Output.line("\(base)/auth/join?invitation=\(secret)")
        }
    }
}
