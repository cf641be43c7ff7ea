import AlarmClockCore
import ArgumentParser

struct Account: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: help("account"),
        subcommands: [SignIn.self, SignOut.self, ShowAccount.self],
        defaultSubcommand: ShowAccount.self
    )
}

struct SignIn: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "sign-in", abstract: help("signIn"))

    @Option(help: argumentHelp("server", "url")) var server: String
    @Option(help: argumentHelp("user", "name")) var user: String
    @Option(help: argumentHelp("APIToken", "token")) var apiToken: String?
    @Flag(help: argumentHelp("password")) var passwordStdin = false
    @Flag(help: argumentHelp("takeOver")) var takeOver = false
    @OptionGroup var shared: SharedOptions

    func run() async throws {
        let password = passwordStdin ? readLine() ?? "" : ""
        try await shared.run(
            .account(
                .signIn(server: server, user: user, apiToken: apiToken, takesOver: takeOver, password: password)
            )
        )
    }
}

struct SignOut: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "sign-out", abstract: help("signOut"))

    @OptionGroup var shared: SharedOptions

    func run() async throws { try await shared.run(.account(.signOut)) }
}

struct ShowAccount: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: help("accountShow"))

    @Flag(help: argumentHelp("JSON")) var json = false
    @OptionGroup var shared: SharedOptions

    func run() async throws { try await shared.run(.account(.show(json: json))) }
}
