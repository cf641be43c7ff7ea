/// A part of stories that can be left out: a mutant that is found with it and not without it shows what the part is for.
package enum StoryPart: Hashable, Sendable {
    case verbs(VerbGroup)
    case faults(FaultKind)
    /// More than one process on the store.
    case processes
    case actors
    case migrations
    case agedHistories
    /// The hardened setting.
    case hardened

    package static let all: [StoryPart] =
        VerbGroup.allCases.filter { $0 != .rows && $0 != .contexts }.map { .verbs($0) }
        + FaultKind.allCases.map { .faults($0) } + [.processes, .actors, .migrations, .agedHistories, .hardened]

    /// The part's name on the command line.
    package var name: String {
        switch self {
        case .verbs(let group): group.rawValue
        case .faults(let kind): kind.rawValue
        default: "\(self)"
        }
    }

    package init?(named name: String) {
        guard let part = Self.all.first(where: { $0.name == name }) else { return nil }
        self = part
    }
}
