import AppCommons

/// Why a command could not do what it was asked for.
enum CommandProblem: Error, Equatable {
    case notFound(String)
    /// Several alarms have ids that begin so; lines about them, one more than are shown where there are so many.
    case ambiguous(String, [String])
    case badID(String)
    case badDuration(String)
    case badDate(String)
    case noTemplate(String)
    case nothingRings
    case nothingMissed
    case snoozeNotAllowed
    case tooOften
    /// So many minutes are not possible; nil where it is not known any more how many were asked for.
    case snoozeRange(Int?)
    case daemonNotRunning
    case daemonNoAnswer(String)
    case runsAlready
    case notAFormat(String)
    case unknownFormat(String)
    case unreadableFile(String, String)
    case fileTooLarge(String, megabytes: Int)
    case noPlayer
    case soundFailed(String, String)
    case noPassword
    case noAPIToken
    case badServer(String)
    case signInRefused(String)
    case otherAccount(String)
    case serviceFailed(String)

    /// How many alarms are shown where several could be meant.
    static let shownCandidates = 5

    func text(_ phrases: Phrasebook<AlarmPhrase>) -> String {
        switch self {
        case .notFound(let id): phrases.text(.notFound, id)
        case .ambiguous(let id, let lines):
            phrases.text(.ambiguous, id) + ":" + lines.prefix(Self.shownCandidates).map { "\n  \($0)" }.joined()
                + (lines.count > Self.shownCandidates ? "\n  …" : "")
        case .badID(let text): phrases.text(.badID, text)
        case .badDuration(let text): phrases.text(.badDuration, text)
        case .badDate(let text): phrases.text(.badDate, text)
        case .noTemplate(let name): phrases.text(.noTemplate, name)
        case .nothingRings: phrases.text(.nothingRings)
        case .nothingMissed: phrases.text(.nothingMissed)
        case .snoozeNotAllowed: phrases.text(.snoozeNotAllowed)
        case .tooOften: phrases.text(.tooOften, String(RingMachine.maximumSnoozes))
        case .snoozeRange(let minutes): phrases.snoozeRange(minutes.map(String.init))
        case .daemonNotRunning: phrases.text(.daemonNotRunning)
        case .daemonNoAnswer(let reason): phrases.text(.daemonNoAnswer, reason)
        case .runsAlready: phrases.text(.runsAlready)
        case .notAFormat(let name): phrases.text(.notAFormat, name)
        case .unknownFormat(let path): phrases.text(.unknownFormat, path)
        case .unreadableFile(let path, let format): phrases.text(.unreadableFile, path, format)
        case .fileTooLarge(let path, let megabytes): phrases.text(.fileTooLarge, path, String(megabytes))
        case .noPlayer: phrases.text(.noPlayer, SoundPlayer.players.joined(separator: ", "))
        case .soundFailed(let program, let status): phrases.text(.soundFailed, program, status)
        case .noPassword: phrases.text(.noPassword)
        case .noAPIToken: phrases.text(.noAPIToken, AlarmStore.cloudContainer)
        case .badServer(let address): phrases.text(.badServer, address)
        case .signInRefused(let name): phrases.text(.signInRefused, name)
        case .otherAccount(let name): phrases.text(.otherAccount, name)
        case .serviceFailed(let reason): phrases.text(.serviceFailed, reason)
        }
    }

    var exitStatus: ExitStatus {
        switch self {
        case .notFound, .noTemplate, .nothingRings, .nothingMissed: .notFound
        case .ambiguous, .badID, .badDuration, .badDate, .snoozeRange, .notAFormat, .unknownFormat, .noPassword,
            .noAPIToken, .badServer:
            .usage
        case .daemonNotRunning, .daemonNoAnswer, .serviceFailed: .offline
        case .snoozeNotAllowed, .tooOften, .runsAlready, .unreadableFile, .fileTooLarge, .noPlayer, .soundFailed,
            .signInRefused, .otherAccount:
            .failed
        }
    }
}
