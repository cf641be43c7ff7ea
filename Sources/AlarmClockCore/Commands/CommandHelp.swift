import AppCommons
import Foundation

/// The words of the command line itself, in the language of the process.
package struct CommandHelp: Sendable {
    /// The help of this process.
    package static let live = CommandHelp(variables: ProcessInfo.processInfo.environment)

    private let phrases: Phrasebook<AlarmPhrase>
    private let parser: ParserWords

    init(variables: [String: String]) {
        let language = Language(variables: variables)
        phrases = AlarmPhrase.book(language)
        parser = ParserWords(language)
    }

    /// What the help says about a topic, such as `add` or `store`.
    package func text(_ topic: String) -> String {
        let name = "help" + topic.prefix(1).uppercased() + topic.dropFirst()
        return AlarmPhrase(rawValue: name).map { phrases.text($0) } ?? topic
    }

    /// Puts the argument parser's own English words into the language of the process.
    package func localized(_ parserText: String) -> String { parser.localized(parserText) }

    /// What is said about an argument that is no text; the first argument has the number 1.
    package func notText(argument number: Int) -> String {
        phrases.text(.error, phrases.text(.badArgument, String(number)))
    }
}
