/// A part of runs that can be left out: a mutant that is found with it and not without it shows what the part is for.
package enum RunPart: Hashable, Sendable {
    case fault(Fault)
    case actions(ActionGroup)
    /// AlarmClock beside IdeaBox, whose records are in a zone of their own.
    case alarms
    case fourthDevice

    package static let all: [RunPart] =
        Fault.allCases.map { .fault($0) } + ActionGroup.allCases.map { .actions($0) } + [.alarms, .fourthDevice]

    /// The part's name on the command line.
    package var name: String {
        switch self {
        case .fault(let fault): fault.rawValue
        case .actions(let group): group.rawValue
        case .alarms, .fourthDevice: "\(self)"
        }
    }

    package init?(named name: String) {
        guard let part = Self.all.first(where: { $0.name == name }) else { return nil }
        self = part
    }
}

/// What persons do that belongs together.
package enum ActionGroup: String, CaseIterable, Sendable {
    /// The second text of an idea.
    case details
    case reopening
    case bringingBack
    case imports
    case tidying
    /// Values of a book that have a type of their own.
    case values
    /// Values that go as files.
    case files
}

extension PersonAction {
    /// What is done where parts of runs are left out; nil for nothing.
    func leavingOut(_ parts: Set<RunPart>) -> PersonAction? {
        guard let group, parts.contains(.actions(group)) else { return self }
        switch self {
        case .createIdea(let idea, _): return .createIdea(idea, hasDetails: false)
        case .editIdea(let idea, _): return .editIdea(idea, .title)
        default: return nil
        }
    }

    /// The group to which it belongs; nil for what every run has.
    private var group: ActionGroup? {
        switch self {
        case .createIdea(_, hasDetails: true), .editIdea(_, .details), .editIdea(_, .both): .details
        case .reopenIdea: .reopening
        case .bringBackIdea: .bringingBack
        case .importIdeas: .imports
        case .tidyIdeas: .tidying
        case .changeValue(.scan, _): .files
        case .changeValue: .values
        default: nil
        }
    }
}
