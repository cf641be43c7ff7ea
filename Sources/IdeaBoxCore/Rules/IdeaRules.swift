import Foundation

/// What an idea must satisfy before it is stored, wherever it comes from.
///
/// Lengths are counted in grapheme clusters (what a person calls a character) and in bytes of UTF-8.
public enum IdeaRules {
    /// The greatest length of a title in characters.
    public static let maximumTitleCharacters = 256
    /// The greatest size of a title in bytes of UTF-8.
    public static let maximumTitleBytes = 4 * 1_024
    /// The greatest length of the details in characters.
    public static let maximumDetailsCharacters = 4_096
    /// The greatest size of the details in bytes of UTF-8.
    public static let maximumDetailsBytes = 64 * 1_024
    /// The greatest version: the greatest whole number that every reader of JSON keeps exactly.
    ///
    /// An idea that has it keeps it.
    public static let maximumVersion = (1 << 53) - 1

    /// The version after a change of an idea that had the given one, at most ``maximumVersion``.
    public static func version(after version: Int) -> Int {
        min(version, maximumVersion - 1) + 1
    }

    /// Throws when the title is empty, too long or holds a NUL character.
    public static func check(title: String) throws(IdeaRuleViolation) {
        // Bytes first: counting the characters of a hostile text of many megabytes would take long.
        let bytes = title.utf8.count
        guard bytes <= maximumTitleBytes else { throw .titleTooLarge(bytes: bytes) }
        guard !title.allSatisfy(\.isWhitespace) else { throw .titleEmpty }
        guard !title.utf8.contains(0) else { throw .titleHoldsNUL }
        let characters = title.count
        guard characters <= maximumTitleCharacters else { throw .titleTooLong(characters: characters) }
    }

    /// Throws when the details are too long or hold a NUL character.
    public static func check(details: String) throws(IdeaRuleViolation) {
        let bytes = details.utf8.count
        guard bytes <= maximumDetailsBytes else { throw .detailsTooLarge(bytes: bytes) }
        guard !details.utf8.contains(0) else { throw .detailsHoldNUL }
        let characters = details.count
        guard characters <= maximumDetailsCharacters else { throw .detailsTooLong(characters: characters) }
    }
}

/// The rule that an idea breaks.
public enum IdeaRuleViolation: Error, Equatable, Sendable {
    /// The title is empty or holds white space only.
    case titleEmpty
    /// The title has more than ``IdeaRules/maximumTitleCharacters`` characters.
    case titleTooLong(characters: Int)
    /// The title takes more than ``IdeaRules/maximumTitleBytes`` bytes.
    case titleTooLarge(bytes: Int)
    /// The title holds a NUL character.
    case titleHoldsNUL
    /// The details have more than ``IdeaRules/maximumDetailsCharacters`` characters.
    case detailsTooLong(characters: Int)
    /// The details take more than ``IdeaRules/maximumDetailsBytes`` bytes.
    case detailsTooLarge(bytes: Int)
    /// The details hold a NUL character.
    case detailsHoldNUL
    /// The last change is dated before the creation.
    case updatedBeforeCreated
}
