import ArgumentParser
import IdeaBoxCore

struct Sync: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: help(.sync))

    @Flag(help: argumentHelp(.watch)) var watch = false
    @OptionGroup var shared: SharedOptions

    func run() throws {
        try shared.run(.sync)
    }
}

struct Account: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: help(.account),
        subcommands: [SignIn.self, SignOut.self, ShowAccount.self],
        defaultSubcommand: ShowAccount.self
    )
}

struct SignIn: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: help(.signIn))
    @OptionGroup var shared: SharedOptions

    func run() throws {
        try shared.run(.account)
    }
}

struct SignOut: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: help(.signOut))
    @OptionGroup var shared: SharedOptions

    func run() throws {
        try shared.run(.account)
    }
}

struct ShowAccount: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: help(.accountShow))
    @OptionGroup var shared: SharedOptions

    func run() throws {
        try shared.run(.account)
    }
}

struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: help(.serve))

    @Option(help: argumentHelp(.port, "n")) var port: Int?
    @Flag(help: argumentHelp(.open)) var open = false
    @OptionGroup var shared: SharedOptions

    func run() throws {
        try shared.run(.serve)
    }
}
