import Foundation

/// A version of an idea, as far as it matters to who wins.
struct IdeaVersion: Equatable, Sendable {
    /// What an idea says; nothing for one that was deleted.
    struct Content: Equatable, Sendable {
        var title: String
        var details: String
        var isCompleted: Bool
        var createdAt: Date
    }

    /// When the version was made.
    var stamp: Date
    /// Where it was made.
    var deviceId: String
    /// What it says; nil for a deletion.
    var content: Content?
}

/// Which of two versions of an idea stays, by a rule that comes to the same answer on every device.
///
/// The later one wins; of two of the same millisecond that of the greater device, byte by byte. Versions that agree in
/// both, which no two devices make by themselves, are settled by what they say.
enum ConflictResolver {
    enum Winner: Equatable, Sendable {
        case local
        case remote
        /// Both say the same.
        case neither
    }

    static func winner(local: IdeaVersion, remote: IdeaVersion) -> Winner {
        switch order(local, remote) {
        case .orderedAscending: .remote
        case .orderedDescending: .local
        case .orderedSame: .neither
        }
    }

    /// A total order of versions: the greater one wins.
    static func order(_ one: IdeaVersion, _ other: IdeaVersion) -> ComparisonResult {
        let parts = [
            compare(one.stamp.millisecondsSince1970, other.stamp.millisecondsSince1970),
            compare(one.deviceId, other.deviceId),
            order(one.content, other.content),
        ]
        return parts.first { $0 != .orderedSame } ?? .orderedSame
    }

    /// What lives is greater than what does not.
    private static func order(_ one: IdeaVersion.Content?, _ other: IdeaVersion.Content?) -> ComparisonResult {
        switch (one, other) {
        case (nil, nil): return .orderedSame
        case (nil, _): return .orderedAscending
        case (_, nil): return .orderedDescending
        case (let one?, let other?):
            let parts = [
                compare(one.title, other.title),
                compare(one.details, other.details),
                compare(one.isCompleted ? 1 : 0, other.isCompleted ? 1 : 0),
                compare(one.createdAt.millisecondsSince1970, other.createdAt.millisecondsSince1970),
            ]
            return parts.first { $0 != .orderedSame } ?? .orderedSame
        }
    }

    private static func compare(_ one: Int64, _ other: Int64) -> ComparisonResult {
        one == other ? .orderedSame : one < other ? .orderedAscending : .orderedDescending
    }

    /// By bytes: the order of characters depends on tables that differ between systems.
    private static func compare(_ one: String, _ other: String) -> ComparisonResult {
        if one.utf8.elementsEqual(other.utf8) { return .orderedSame }
        return one.utf8.lexicographicallyPrecedes(other.utf8) ? .orderedAscending : .orderedDescending
    }
}
