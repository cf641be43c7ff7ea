import Foundation

/// Why something that a person asked for was not done.
public enum IdeaBoxError: Error, Equatable, Sendable {
    /// The idea would break a rule.
    case rule(IdeaRuleViolation)
    /// No idea has an id that begins so.
    case notFound(String)
    /// Several ideas have ids that begin so; the first of them, one more than are shown where there are so many.
    case ambiguous(String, [IdeaSnapshot])
    /// How many ideas are shown where several could be meant.
    static let shownCandidates = 5
    /// The text can be no beginning of an id.
    case notAnID(String)
    /// The idea is in the trash and must be taken out first.
    case inTrash(UUID)
    /// The history keeps no version of the idea that gave way to another one.
    case nothingKept(UUID)
    /// What gave way to the idea was a deletion.
    case deletionGaveWay(UUID)
    /// An edit that names nothing to change.
    case nothingToChange
    /// An idea without words, neither on the command line nor on standard input.
    case noText
    /// Details both in the option and on standard input.
    case detailsTwice
    /// Standard input is no text.
    case inputNotText
    /// Standard input holds more bytes than an idea may have; the most that is read.
    case inputTooLarge(limit: Int)
    /// A format is neither given nor told by the file's name.
    case unknownFormat(String)
    /// A format was given that there is not.
    case notAFormat(String)
    /// Standard input is to be read, and no format is given.
    case namelessInput
    /// The folder in which a file is to be made does not exist.
    case folderMissing(String)
    /// A file that should be a store and is none.
    case notAStore(String)
    /// The text is no date.
    case notADate(String)
    /// The text is no event of the history.
    case notAnEvent(String)
    /// A number that must be at least 1; the option's name.
    case numberTooSmall(String)
    /// A file that would be replaced without having been asked to.
    case fileExists(String)
    /// A sign-in without a password.
    case noPassword
    /// A sign-in without a token of the app.
    case noAPIToken
    /// An address that is none of a service.
    case badServer(String)
    /// The service does not know the name with this password.
    case signInRefused(String)
    /// A data folder that cannot be written to.
    case folderReadOnly(String)
    /// A file that cannot be read any further.
    case unreadable(path: String, UnreadableFile)
}
