import Foundation

/// A version of an idea as a line of the history tells it.
public struct ToldVersion: Equatable, Sendable {
    /// The idea.
    public let ideaId: UUID
    /// See ``Idea/title``.
    public let title: String
    /// See ``Idea/details``.
    public let details: String
    /// See ``Idea/isCompleted``.
    public let isCompleted: Bool
    /// When it was made; nil where nobody noted it.
    public let updatedAt: Date?
    /// Where it was made; nil where nobody noted it.
    public let deviceId: String?
}

extension HistoryEntry {
    /// The versions that this line keeps.
    ///
    /// The one that gave way can be taken back by ``IdeaRepository/bringBack(_:)``; a deletion has no text, and is nil.
    public var versions: (gaveWay: ToldVersion?, stayed: ToldVersion?) {
        guard let ideaId, let details, let kept = try? JSONDecoder().decode(KeptDetails.self, from: Data(details.utf8))
        else { return (nil, nil) }
        switch LogEvent(rawValue: eventType) {
        case .conflict:
            let (local, remote) = (kept.local?.version(of: ideaId), kept.remote?.version(of: ideaId))
            return kept.winner == "local" ? (remote, local) : (local, remote)
        case .imported, .recovery, .restore: return (kept.replaced?.version(of: ideaId), nil)
        case .delete: return (kept.removed?.version(of: ideaId), nil)
        default: return (nil, nil)
        }
    }
}

/// The part of a line's details that keeps versions.
private struct KeptDetails: Decodable {
    struct Version: Decodable {
        var title: String?
        var details: String?
        var isCompleted: Bool?
        var updatedAt: String?
        var deviceId: String?

        func version(of idea: UUID) -> ToldVersion? {
            title.map {
                ToldVersion(
                    ideaId: idea,
                    title: $0,
                    details: details ?? "",
                    isCompleted: isCompleted ?? false,
                    updatedAt: updatedAt.flatMap { ISOTimestamp.date($0) },
                    deviceId: deviceId
                )
            }
        }
    }

    var winner: String?
    var local: Version?
    var remote: Version?
    var replaced: Version?
    var removed: Version?
}

extension IdeaRepository {
    /// Brings back the version that gave way in a line of the history: the idea says it again, as a change that is made
    /// now.
    ///
    /// Throws ``IdeaBoxError`` where the line keeps none, and what saving throws.
    public func bringBack(_ entry: HistoryEntry) throws -> ChangeResult {
        guard let idea = entry.ideaId else { throw IdeaBoxError.notFound(entry.id.text) }
        return try bringBack(idea, entry: IDPrefix(entry.id.text))
    }
}
