import ArgumentParser
import IdeaBoxCore

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "import", abstract: help(.importFile))

    @Argument(help: argumentHelp(.file), completion: .file()) var file: String
    @Option(help: argumentHelp(.format), completion: .list(ExchangeFormat.allCases.map(\.rawValue))) var format: String?
    @Flag(help: argumentHelp(.dryRun)) var dryRun = false
    @OptionGroup var shared: SharedOptions

    func run() throws {
        try shared.run(.importFile(path: file, format: format, isDryRun: dryRun))
    }
}

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "export", abstract: help(.export))

    @Argument(help: argumentHelp(.target), completion: .file()) var file: String?
    @Option(help: argumentHelp(.exportFormat), completion: .list(ExchangeFormat.allCases.map(\.rawValue))) var format:
        String?
    @Flag(help: argumentHelp(.overwrite)) var overwrite = false
    @OptionGroup var shared: SharedOptions

    func run() throws {
        try shared.run(.exportFile(path: file, format: format, overwrites: overwrite))
    }
}

struct Recover: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "recover", abstract: help(.recover))

    @Argument(help: argumentHelp(.damagedFile), completion: .file()) var file: String
    @Flag(help: argumentHelp(.verbose)) var verbose = false
    @OptionGroup var shared: SharedOptions

    func run() throws {
        try shared.run(.recover(path: file, isVerbose: verbose))
    }
}
