import TestSupport
import Testing

@Suite("Help")
struct HelpTests {
    /// The names in the list of subcommands, which is the last part of a page.
    private static func subcommands(_ page: String) -> [String] {
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(of: "SUBCOMMANDS:") else { return [] }
        return lines[(start + 1)...].prefix { !$0.isEmpty }.compactMap { line in
            // A wrapped line begins further to the right.
            line.hasPrefix("   ") ? nil : line.split(separator: " ").first.map(String.init)
        }
    }

    /// Every command with the words that lead to it.
    private static func commands(_ box: CommandBox, below words: [String] = []) throws -> [[String]] {
        let page = try box.run(line: (["help"] + words).joined(separator: " ")).out
        return try subcommands(page).flatMap { name in
            [words + [name]] + (try commands(box, below: words + [name]))
        }
    }

    @Test("The help of every command, to the byte", arguments: TestedLanguage.all)
    func pages(_ language: TestedLanguage) throws {
        let box = try CommandBox()
        let commands = try Self.commands(box)
        #expect(commands.count == 22)
        for words in [[]] + commands {
            let name = words.isEmpty ? "ideabox" : words.joined(separator: "-")
            let asked = try box.run(line: (["help"] + words).joined(separator: " "), language: language.locale)
            // That there are two ways to ask has nothing to do with the language.
            if language.locale == "C" {
                #expect(try box.run(line: (words + ["--help"]).joined(separator: " "), language: "C") == asked)
            }
            #expect(asked.status == 0 && asked.messages.isEmpty)
            try Golden(name: "\(language.name)/help/\(name).txt").check(asked.out)
        }
        let expected = Set(commands.map { $0.joined(separator: "-") } + ["ideabox"])
        #expect(try Golden.names(in: "\(language.name)/help") == expected)
    }

    @Test("The version")
    func version() throws {
        #expect(try CommandBox().run("--version") == CommandBox.Answer(0, "0.1.0\n"))
    }
}
