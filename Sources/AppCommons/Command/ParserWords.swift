import Foundation

/// Puts the English words of the argument parser into the language of the process.
package struct ParserWords: Sendable {
    /// The sentences of the parser; `{0}` and `{1}` stand for what it fills in.
    package enum Phrase: String, CaseIterable, Sendable {
        case overview
        case usage
        case errorUsage
        case arguments
        case options
        case subcommands
        case seeHelp
        case more
        case version
        case help
        case helpCommand
        case error
        case missing
        case unknownOption
        case unexpected
        case missingValue
        case invalid
        case twice
        case unknownGuess
        case helpLine
        case `default`
        case defaultCommand
        case noValueTaken
        case unexpectedMany
    }

    private let phrases: Phrasebook<Phrase>
    private static let english = Phrasebook(.english, englishTexts)

    /// The words in the language.
    package init(_ language: Language) {
        switch language {
        case .english: phrases = Self.english
        case .traditionalChinese: phrases = Phrasebook(language, Self.traditionalTexts)
        case .simplifiedChinese: phrases = Phrasebook(language, Self.simplifiedTexts)
        }
    }

    /// What the parser said, in the language.
    package func localized(_ text: String) -> String {
        guard phrases.language != .english else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line(String($0)) }.joined(separator: "\n")
    }

    private func line(_ line: String) -> String {
        let english = Self.english
        for key in [Phrase.overview, .usage, .errorUsage, .error] where line.hasPrefix(english.text(key)) {
            return phrases.text(key) + sentence(String(line.dropFirst(english.text(key).count)))
        }
        for key in [Phrase.arguments, .options, .subcommands] where line == english.text(key) {
            return phrases.text(key)
        }
        for key in [Phrase.version, .help, .helpCommand] where line.hasSuffix("  " + english.text(key)) {
            return line.dropLast(english.text(key).count) + phrases.text(key)
        }
        return sentence(line)
    }

    /// Translates a sentence with gaps, such as «Unknown option '--x'».
    private func sentence(_ text: String) -> String {
        let keys: [Phrase] = [
            .seeHelp, .more, .missing, .unknownGuess, .unknownOption, .unexpected, .missingValue, .invalid, .twice,
            .noValueTaken, .unexpectedMany, .helpLine, .default, .defaultCommand,
        ]
        for key in keys {
            guard let values = TextGaps.values(in: text, of: Self.english.text(key)) else { continue }
            return values.count == 1 ? phrases.text(key, values[0]) : phrases.text(key, values[0], values[1])
        }
        return text
    }
}

extension ParserWords {
    private static let englishTexts: [Phrase: String] = [
        .overview: "OVERVIEW: ",
        .usage: "USAGE: ",
        .errorUsage: "Usage: ",
        .arguments: "ARGUMENTS:",
        .options: "OPTIONS:",
        .subcommands: "SUBCOMMANDS:",
        .seeHelp: "  See '{0}' for detailed help.",
        .more: "  See '{0}' for more information.",
        .version: "Show the version.",
        .help: "Show help information.",
        .helpCommand: "Show subcommand help information.",
        .error: "Error: ",
        .missing: "Missing expected argument '{0}'",
        .unknownOption: "Unknown option '{0}'",
        .unexpected: "Unexpected argument '{0}'",
        .missingValue: "Missing value for '{0}'",
        .invalid: "The value '{0}' is invalid for '{1}'",
        .twice: "Value to be set with flag '{0}' had already been set with flag '{1}'",
        .unknownGuess: "Unknown option '{0}'. Did you mean '{1}'?",
        .helpLine: "Help:  {0}",
        .default: "{0} (default: {1})",
        .defaultCommand: "{0} (default)  {1}",
        .noValueTaken: "The option '{0}' does not take any value, but '{1}' was specified.",
        .unexpectedMany: "{0} unexpected arguments: {1}",
    ]

    private static let traditionalTexts: [Phrase: String] = [
        .overview: "說明：",
        .usage: "用法：",
        .errorUsage: "用法：",
        .arguments: "參數：",
        .options: "選項：",
        .subcommands: "子命令：",
        .seeHelp: "  詳細說明請看「{0}」。",
        .more: "  更多資訊請看「{0}」。",
        .version: "顯示版本。",
        .help: "顯示說明。",
        .helpCommand: "顯示子命令的說明。",
        .error: "錯誤：",
        .missing: "缺少參數「{0}」",
        .unknownOption: "未知的選項「{0}」",
        .unexpected: "多餘的參數「{0}」",
        .missingValue: "「{0}」缺少值",
        .invalid: "「{1}」不能是「{0}」",
        .twice: "選項「{0}」不能與「{1}」一起使用",
        .unknownGuess: "未知的選項「{0}」。您要的是「{1}」嗎？",
        .helpLine: "說明：  {0}",
        .default: "{0}（預設：{1}）",
        .defaultCommand: "{0}（預設）    {1}",
        .noValueTaken: "選項「{0}」不需要值，卻得到「{1}」。",
        .unexpectedMany: "{0} 個多餘的參數：{1}",
    ]

    private static let simplifiedTexts: [Phrase: String] = [
        .overview: "说明：",
        .usage: "用法：",
        .errorUsage: "用法：",
        .arguments: "参数：",
        .options: "选项：",
        .subcommands: "子命令：",
        .seeHelp: "  详细说明请看“{0}”。",
        .more: "  更多信息请看“{0}”。",
        .version: "显示版本。",
        .help: "显示帮助。",
        .helpCommand: "显示子命令的帮助。",
        .error: "错误：",
        .missing: "缺少参数“{0}”",
        .unknownOption: "未知的选项“{0}”",
        .unexpected: "多余的参数“{0}”",
        .missingValue: "“{0}”缺少值",
        .invalid: "“{1}”不能是“{0}”",
        .twice: "选项“{0}”不能与“{1}”一起使用",
        .unknownGuess: "未知的选项“{0}”。您要的是“{1}”吗？",
        .helpLine: "说明：  {0}",
        .default: "{0}（默认：{1}）",
        .defaultCommand: "{0}（默认）    {1}",
        .noValueTaken: "选项“{0}”不需要值，却得到“{1}”。",
        .unexpectedMany: "{0} 个多余的参数：{1}",
    ]
}
