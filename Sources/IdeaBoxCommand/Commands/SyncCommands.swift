import ArgumentParser
import IdeaBoxCore

struct Sync: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "sync", abstract: help(.sync))

    @Flag(help: argumentHelp(.watch)) var watch = false
    @Flag(help: argumentHelp(.json)) var json = false
    @Flag var answer: AnswerChoice?
    @OptionGroup var shared: SharedOptions

    func run() async throws {
        let request = SyncRequest(watches: watch, json: json, answer: answer?.answer)
        try shared.end(await shared.runner.run(request))
    }
}

/// What the person answers to a question of sync.
enum AnswerChoice: EnumerableFlag {
    case acceptDeletions
    case refuseDeletions
    case uploadAgain
    case startEmpty

    static func help(for value: AnswerChoice) -> ArgumentHelp? {
        switch value {
        case .acceptDeletions: argumentHelp(.acceptDeletions)
        case .refuseDeletions: argumentHelp(.refuseDeletions)
        case .uploadAgain: argumentHelp(.uploadAgain)
        case .startEmpty: argumentHelp(.startEmpty)
        }
    }

    var answer: SyncRequest.Answer {
        switch self {
        case .acceptDeletions: .acceptDeletions
        case .refuseDeletions: .refuseDeletions
        case .uploadAgain: .uploadAgain
        case .startEmpty: .startEmpty
        }
    }
}

struct Account: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: help(.account),
        subcommands: [SignIn.self, SignOut.self, ShowAccount.self],
        defaultSubcommand: ShowAccount.self
    )
}

struct SignIn: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "sign-in", abstract: help(.signIn))

    @Option(help: argumentHelp(.server, "url")) var server: String
    @Option(help: argumentHelp(.user, "name")) var user: String
    @Option(help: argumentHelp(.apiToken, "token")) var apiToken: String?
    @Flag(help: argumentHelp(.password)) var passwordStdin = false
    @OptionGroup var shared: SharedOptions

    func run() async throws {
        let password = passwordStdin ? readLine() ?? "" : ""
        try shared.end(
            await shared.runner.run(.signIn(server: server, user: user, apiToken: apiToken, password: password))
        )
    }
}

struct SignOut: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "sign-out", abstract: help(.signOut))
    @OptionGroup var shared: SharedOptions

    func run() async throws {
        try shared.end(await shared.runner.run(.signOut))
    }
}

struct ShowAccount: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: help(.accountShow))

    @Flag(help: argumentHelp(.json)) var json = false
    @OptionGroup var shared: SharedOptions

    func run() async throws {
        try shared.end(await shared.runner.run(.show(json: json)))
    }
}
