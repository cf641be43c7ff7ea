import Foundation

/// Why something that a person asked for was not done.
public enum IdeaBoxError: Error, Equatable, Sendable {
    /// The idea would break a rule.
    case rule(IdeaRuleViolation)
    /// No idea has an id that begins so.
    case notFound(String)
    /// Several ideas have ids that begin so; some of them.
    case ambiguous(String, [UUID])
    /// The text can be no beginning of an id.
    case notAnID(String)
    /// The idea is in the trash and must be taken out first.
    case inTrash(UUID)
    /// An edit that names nothing to change.
    case nothingToChange
    /// A format is neither given nor told by the file's name.
    case unknownFormat(String)
    /// The text is no date.
    case notADate(String)
    /// The text is no event of the history.
    case notAnEvent(String)
    /// A number that must be at least 1; the option's name.
    case numberTooSmall(String)
    /// A file that would be replaced without having been asked to.
    case fileExists(String)
    /// A file that cannot be read any further.
    case unreadable(path: String, UnreadableFile)
}
