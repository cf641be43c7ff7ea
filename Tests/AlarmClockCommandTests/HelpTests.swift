import TestSupport
import Testing

@Suite("Help of alarmclock")
struct HelpTests {
    private static let commands: [[String]] =
        [
            "add", "in", "list", "next", "on", "off", "skip", "rm", "snooze", "stop", "dismiss", "template", "migrate",
            "export",
            "import", "run", "serve", "install", "doctor", "test-sound",
        ].map { [$0] } + [["template", "list"], ["template", "apply"]]
        + [["account"], ["account", "sign-in"], ["account", "sign-out"], ["account", "show"]]

    @Test("The help of every command, to the byte", arguments: TestedLanguage.all)
    func pages(_ language: TestedLanguage) throws {
        let box = try CommandBox()
        for words in [[]] + Self.commands {
            let name = words.isEmpty ? "alarmclock" : words.joined(separator: "-")
            let asked = try box.run(line: (["help"] + words).joined(separator: " "), language: language.locale)
            // That there are two ways to ask has nothing to do with the language.
            if language.locale == "C" {
                #expect(try box.run(line: (words + ["--help"]).joined(separator: " "), language: "C") == asked)
            }
            #expect(asked.status == 0 && asked.messages.isEmpty)
            try Golden(name: "\(language.name)/help/\(name).txt").check(asked.out)
        }
        let expected = Set(Self.commands.map { $0.joined(separator: "-") } + ["alarmclock"])
        #expect(try Golden.names(in: "\(language.name)/help") == expected)
    }

    @Test("The version")
    func version() throws {
        #expect(try CommandBox().run("--version") == CommandBox.Answer(0, "0.1.0\n"))
    }
}
