import AppCommons
import Foundation
import Testing

@testable import IdeaBoxCore

@Suite("Where the files are")
struct DataFoldersTests {
    private func folders(store: String? = nil, _ variables: [String: String] = [:]) -> DataFolders {
        DataFolders(store: store, variables: variables, homeFolder: "/home/mei", workingFolder: "/work")
    }

    @Test("The default follows XDG")
    func xdg() {
        #expect(folders().data.path == "/home/mei/.local/share/ideabox")
        #expect(folders().deviceFile.path == "/home/mei/.local/state/ideabox/device.json")
        #expect(folders().legacyDefaults.path == "/home/mei/.config/ideabox.plist")
        let elsewhere = folders(["XDG_DATA_HOME": "/data", "XDG_STATE_HOME": "/state"])
        #expect(elsewhere.storeFile.path == "/data/ideabox/IdeaBox.sqlite")
        #expect(elsewhere.deviceFile.path == "/state/ideabox/device.json")
        #expect(folders(["XDG_DATA_HOME": "relative"]).data.path == "/home/mei/.local/share/ideabox")
    }

    @Test("The option comes before IDEABOX_HOME, and that before XDG; the device's file stays where it is")
    func order() {
        let variables = ["IDEABOX_HOME": "/box", "XDG_DATA_HOME": "/data"]
        #expect(folders(variables).data.path == "/box")
        #expect(folders(store: "mine", variables).data.path == "/work/mine")
        #expect(folders(store: "", variables).data.path == "/box")
        #expect(folders(store: "/other", variables).deviceFile == folders().deviceFile)
    }

    private func folders(_ variables: [String: String]) -> DataFolders { folders(store: nil, variables) }
}

@Suite("Languages")
struct LanguageTests {
    @Test(
        "Locale names and language tags",
        arguments: [
            ("zh_TW.UTF-8", Language.traditionalChinese), ("zh_HK", .traditionalChinese),
            ("zh-Hant", .traditionalChinese), ("zh-Hant-CN", .traditionalChinese),
            ("zh-Hans-TW", .simplifiedChinese), ("zh_CN.UTF-8", .simplifiedChinese), ("zh", .simplifiedChinese),
            ("zh_SG", .simplifiedChinese), ("en_GB.UTF-8", .english), ("C", .english),
            ("POSIX", .english), ("de_DE", .english), ("", .english), ("yue_HK", .traditionalChinese),
        ]
    )
    func tags(_ tag: String, language: Language) {
        #expect(Language(tag: tag) == language)
    }

    @Test("LC_ALL comes before LC_MESSAGES and LANG, and an empty one does not count")
    func variables() {
        #expect(Language(variables: ["LANG": "zh_TW", "LC_ALL": "C"]) == .english)
        #expect(Language(variables: ["LANG": "zh_TW", "LC_ALL": ""]) == .traditionalChinese)
        #expect(Language(variables: ["LANG": "C", "LC_MESSAGES": "zh_CN"]) == .simplifiedChinese)
        #expect(Language(variables: [:]) == .english)
    }
}

@Suite("Messages")
struct MessagesTests {
    private static let tables: [(Language, [MessageKey: String])] = [
        (.english, Messages.english), (.traditionalChinese, Messages.traditionalChinese),
        (.simplifiedChinese, Messages.simplifiedChinese),
    ]

    @Test("Every language says everything, with the same gaps")
    func complete() {
        for (language, table) in Self.tables {
            for key in MessageKey.allCases {
                let text = table[key]
                #expect(text?.isEmpty == false, "\(language) lacks \(key)")
                #expect(gaps(text) == gaps(Messages.english[key]), "\(language) \(key)")
            }
        }
        for (key, singular) in Messages.englishSingular {
            #expect(gaps(singular) == gaps(Messages.english[key]), "\(key)")
        }
    }

    private func gaps(_ text: String?) -> Set<String> {
        Set(["{0}", "{1}", "{2}"].filter { text?.contains($0) == true })
    }

    @Test("No character of one Chinese script strays into the other")
    func scripts() {
        // What the other script would write otherwise does not belong here.
        #expect(Self.characters(of: Messages.traditionalChinese, changedBy: "Hans-Hant") == [])
        #expect(Self.characters(of: Messages.simplifiedChinese, changedBy: "Hant-Hans") == [])
        // Most of what differs is seen: the tables have over a hundred such characters each.
        #expect(Self.characters(of: Messages.traditionalChinese, changedBy: "Hant-Hans").count > 100)
        #expect(Self.characters(of: Messages.simplifiedChinese, changedBy: "Hans-Hant").count > 100)
    }

    /// The characters of a table that a transform of scripts writes in another way.
    private static func characters(of table: [MessageKey: String], changedBy name: String) -> Set<Character> {
        let transform = StringTransform(name)
        return Set(table.values.joined()).filter {
            String($0).applyingTransform(transform, reverse: false) != String($0)
        }
    }

    @Test("Gaps are filled once")
    func gapsFilled() {
        let messages = Messages(language: .english)
        #expect(messages.text(.notFound, "{0}") == "there is no idea whose id begins with {0}")
        #expect(messages.text(.importAdded, count: 1) == "1 idea added")
        #expect(messages.text(.importAdded, count: 2) == "2 ideas added")
        #expect(messages.text(.importAdded, count: 0) == "0 ideas added")
        #expect(Messages(language: .traditionalChinese).text(.importAdded, count: 1) == "新增 1 個靈感")
    }

    @Test(
        "How long ago",
        arguments: [
            (0, "just now"), (59, "just now"), (-30, "just now"), (60, "1 minute ago"), (3_599, "59 minutes ago"),
            (3_600, "1 hour ago"), (86_399, "23 hours ago"), (86_400, "1 day ago"), (29 * 86_400, "29 days ago"),
            (31 * 86_400, "2026-10-21"), (-3_600, "on 2026-11-21"),
        ]
    )
    func relative(seconds: Int64, text: String) {
        let date = sampleMoment.adding(milliseconds: -seconds * 1_000)
        #expect(RelativeTime.text(date, now: sampleMoment, Messages(language: .english)) == text)
    }

    @Test("Text cannot command a terminal, and a title stays on its line")
    func terminal() {
        #expect("a\u{1b}[31mb\u{9b}c\u{7}".safeForTerminal == "a\u{fffd}[31mb\u{fffd}c\u{fffd}")
        #expect("a\r\nb\nc\td\u{2028}e".onOneLine == "a b c d e")
        #expect("靈感 👩‍👩‍👧".onOneLine.safeForTerminal == "靈感 👩‍👩‍👧")
    }

    @Test("The argument parser's own words are translated")
    func parserWords() {
        let help = CommandHelp(variables: ["LC_ALL": "zh_TW.UTF-8"])
        let text = """
            OVERVIEW: x

            USAGE: ideabox add

            OPTIONS:
              -h, --help              Show help information.

              See 'ideabox help <subcommand>' for detailed help.
            Error: Unknown option '--x'
            """
        #expect(
            help.localized(text) == """
                說明：x

                用法：ideabox add

                選項：
                  -h, --help              顯示說明。

                  詳細說明請看「ideabox help <subcommand>」。
                錯誤：未知的選項「--x」
                """
        )
        #expect(CommandHelp(variables: [:]).localized(text) == text)
        for topic in CommandHelp.Topic.allCases { #expect(help.text(topic) != topic.rawValue) }
    }
}
