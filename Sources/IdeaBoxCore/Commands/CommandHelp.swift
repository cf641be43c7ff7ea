import AppCommons
import Foundation

/// The words of the command line itself: help, and what is said about wrong usage, in the language of the process.
package struct CommandHelp: Sendable {
    /// The help of this process.
    package static let live = CommandHelp(variables: ProcessInfo.processInfo.environment)

    /// What can be asked about.
    package enum Topic: String, CaseIterable, Sendable {
        case app = "helpApp"
        case add = "helpAdd"
        case list = "helpList"
        case show = "helpShow"
        case edit = "helpEdit"
        case done = "helpDone"
        case reopen = "helpReopen"
        case remove = "helpRemove"
        case restore = "helpRestore"
        case emptyTrash = "helpEmptyTrash"
        case search = "helpSearch"
        case importFile = "helpImport"
        case export = "helpExport"
        case log = "helpLog"
        case sync = "helpSync"
        case status = "helpStatus"
        case account = "helpAccount"
        case recover = "helpRecover"
        case serve = "helpServe"
        case signIn = "helpSignIn"
        case signOut = "helpSignOut"
        case accountShow = "helpAccountShow"
        case text = "helpText"
        case details = "helpDetails"
        case title = "helpTitle"
        case id = "helpID"
        case ids = "helpIDs"
        case words = "helpWords"
        case openOnly = "helpOpenOnly"
        case completedOnly = "helpCompletedOnly"
        case trashOnly = "helpTrashOnly"
        case hideCompleted = "helpHideCompleted"
        case limit = "helpLimit"
        case page = "helpPage"
        case json = "helpJSON"
        case store = "helpStore"
        case file = "helpFile"
        case format = "helpFormat"
        case dryRun = "helpDryRun"
        case target = "helpTarget"
        case overwrite = "helpOverwrite"
        case logID = "helpLogID"
        case logType = "helpLogType"
        case since = "helpSince"
        case until = "helpUntil"
        case watch = "helpWatch"
        case damagedFile = "helpDamagedFile"
        case verbose = "helpVerbose"
        case port = "helpPort"
        case open = "helpOpen"
        case listen = "helpListen"
        case behindTLS = "helpBehindTLS"
        case withoutEncryption = "helpWithoutEncryption"
        case yes = "helpYes"
        case newDetails = "helpNewDetails"
        case exportFormat = "helpExportFormat"
        case server = "helpServer"
        case user = "helpUser"
        case password = "helpPassword"
        case apiToken = "helpAPIToken"
        case acceptDeletions = "helpAcceptDeletions"
        case refuseDeletions = "helpRefuseDeletions"
        case uploadAgain = "helpUploadAgain"
        case startEmpty = "helpStartEmpty"
        case bringBack = "helpBringBack"
        case logEntry = "helpLogEntry"
        case bundle = "helpBundle"
    }

    private let messages: Messages

    init(variables: [String: String]) {
        messages = Messages(language: Language(variables: variables))
    }

    /// What the help says about the topic.
    package func text(_ topic: Topic) -> String {
        MessageKey(rawValue: topic.rawValue).map { messages.text($0) } ?? topic.rawValue
    }

    /// Puts the argument parser's own English words into the language of the process.
    package func localized(_ parserText: String) -> String {
        guard messages.language != .english else { return parserText }
        return parserText.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line(String($0)) }.joined(separator: "\n")
    }

    /// What is said about an argument that is no text; the first argument has the number 1.
    package func notText(argument number: Int) -> String {
        messages.text(.error, messages.text(.badArgument, String(number)))
    }

    /// What is said when help is wanted for a command that there is not.
    package func noSuchCommand(_ name: String) -> String {
        messages.text(.error, messages.text(.noSuchCommand, name).safeForTerminal)
    }

    private func line(_ line: String) -> String {
        let english = Messages(language: .english)
        let prefixes: [MessageKey] = [.parserOverview, .parserUsage, .parserErrorUsage, .parserError]
        for key in prefixes where line.hasPrefix(english.text(key)) {
            return messages.text(key) + sentence(String(line.dropFirst(english.text(key).count)))
        }
        let wholes: [MessageKey] = [.parserArguments, .parserOptions, .parserSubcommands]
        for key in wholes where line == english.text(key) { return messages.text(key) }
        let endings: [MessageKey] = [.parserVersion, .parserHelp, .parserHelpCommand]
        for key in endings where line.hasSuffix("  " + english.text(key)) {
            return line.dropLast(english.text(key).count) + messages.text(key)
        }
        return sentence(line)
    }

    /// Translates a sentence with gaps, such as «Unknown option '--x'».
    private func sentence(_ text: String) -> String {
        let keys: [MessageKey] = [
            .parserSeeHelp, .parserMore, .parserMissing, .parserUnknownGuess, .parserUnknownOption, .parserUnexpected,
            .parserMissingValue, .parserInvalid, .parserTwice, .parserNoValueTaken, .parserUnexpectedMany,
            .parserHelpLine, .parserDefault, .parserDefaultCommand,
        ]
        for key in keys {
            guard let values = TextGaps.values(in: text, of: Messages(language: .english).text(key)) else { continue }
            return values.count == 1 ? messages.text(key, values[0]) : messages.text(key, values[0], values[1])
        }
        return text
    }
}
