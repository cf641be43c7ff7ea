import AlarmClockCore
import ArgumentParser

struct Template: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template",
        abstract: help("template"),
        subcommands: [TemplateList.self, TemplateApply.self],
        defaultSubcommand: TemplateList.self
    )
}

struct TemplateList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: help("templateList"))

    @Flag(help: argumentHelp("JSON")) var json = false
    @OptionGroup var shared: SharedOptions

    func run() async throws { try await shared.run(.templates(json: json)) }
}

struct TemplateApply: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "apply", abstract: help("templateApply"))

    @Argument(help: argumentHelp("templateName")) var name: [String]
    @OptionGroup var shared: SharedOptions

    func run() async throws { try await shared.run(.apply(name: name.joined(separator: " "))) }
}

struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "migrate", abstract: help("migrate"))

    @Flag(help: argumentHelp("dryRun")) var dryRun = false
    @OptionGroup var shared: SharedOptions

    func run() async throws { try await shared.run(.migrate(isDryRun: dryRun)) }
}

struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "export", abstract: help("export"))

    @Argument(help: argumentHelp("exportFormat")) var format: String
    @Argument(help: argumentHelp("target"), completion: .file()) var file: String?
    @Flag(help: argumentHelp("overwrite")) var overwrite = false
    @OptionGroup var shared: SharedOptions

    func run() async throws {
        try await shared.run(.exportFile(format: format, path: file, overwrites: overwrite))
    }
}

struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "import", abstract: help("import"))

    @Argument(help: argumentHelp("file"), completion: .file()) var file: String
    @Option(help: argumentHelp("format")) var format: String?
    @Flag(help: argumentHelp("dryRun")) var dryRun = false
    @OptionGroup var shared: SharedOptions

    func run() async throws {
        try await shared.run(.importFile(path: file, format: format, isDryRun: dryRun))
    }
}

struct Install: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "install", abstract: help("install"))

    @OptionGroup var shared: SharedOptions

    func run() async throws { try await shared.run(.install) }
}

struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "doctor", abstract: help("doctor"))

    @Flag(help: argumentHelp("JSON")) var json = false
    @OptionGroup var shared: SharedOptions

    func run() async throws { try await shared.run(.doctor(json: json)) }
}

struct TestSound: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "test-sound", abstract: help("testSound"))

    @Argument(help: argumentHelp("sound"), completion: .list(Tone.allCases.map(\.rawValue))) var tone: String?
    @Option(help: argumentHelp("volume", "percent")) var volume: Int?
    @OptionGroup var shared: SharedOptions

    func run() async throws { try await shared.run(.testSound(tone, volume: volume)) }
}
