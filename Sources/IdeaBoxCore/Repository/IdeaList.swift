import Foundation
import SwiftData

/// A list of ideas.
public enum IdeaList: String, CaseIterable, Sendable {
    /// All that live, newest first.
    case all
    /// Those that are not done, newest first.
    case open
    /// Those that are done, last changed first.
    case completed
    /// Those in the trash, last deleted first.
    case trash

    /// What is in the list.
    ///
    /// What has been in the trash since before the limit is gone, also where no change has come since that would have removed
    /// it.
    func predicate(trashedSince limit: Date) -> Predicate<Idea> {
        switch self {
        case .all: return #Predicate<Idea> { $0.deletedAt == nil }
        // Spelt as equalities, which an index answers.
        case .open: return #Predicate<Idea> { $0.deletedAt == nil && $0.isCompleted == false }
        case .completed: return #Predicate<Idea> { $0.deletedAt == nil && $0.isCompleted == true }
        case .trash: return Self.deleted(since: limit)
        }
    }

    /// The ideas that were put into the trash at the date or later.
    ///
    /// Written out because the macro has only the exclamation mark for it, which looks like one that can stop the process.
    /// Here it is the bare column in SQL, whose index answers; a row without a date does not match.
    static func deleted(since limit: Date) -> Predicate<Idea> {
        Predicate<Idea> { idea in
            PredicateExpressions.build_Comparison(
                lhs: PredicateExpressions.build_ForcedUnwrap(
                    PredicateExpressions.build_KeyPath(
                        root: PredicateExpressions.build_Arg(idea),
                        keyPath: \Idea.deletedAt
                    )
                ),
                rhs: PredicateExpressions.build_Arg(limit),
                op: .greaterThanOrEqual
            )
        }
    }

    var order: SortDescriptor<Idea> {
        switch self {
        case .all, .open: SortDescriptor(\Idea.createdAt, order: .reverse)
        case .completed: SortDescriptor(\Idea.updatedAt, order: .reverse)
        case .trash: SortDescriptor(\Idea.deletedAt, order: .reverse)
        }
    }

    func descriptor(trashedSince limit: Date, _ page: IdeaPage? = nil) -> FetchDescriptor<Idea> {
        var descriptor = FetchDescriptor<Idea>(predicate: predicate(trashedSince: limit), sortBy: [order])
        page?.limit(&descriptor)
        return descriptor
    }
}

/// A part of a list.
public struct IdeaPage: Equatable, Sendable {
    /// The size of a page where nobody asks for another.
    public static let usualSize = 50

    /// Which page, from 1.
    public let number: Int
    /// How many ideas it holds.
    public let size: Int

    /// Throws ``IdeaBoxError/numberTooSmall(_:)`` when either is below 1.
    public init(number: Int = 1, size: Int = IdeaPage.usualSize) throws {
        guard number >= 1 else { throw IdeaBoxError.numberTooSmall("--page") }
        guard size >= 1 else { throw IdeaBoxError.numberTooSmall("--limit") }
        self.number = number
        self.size = size
    }

    /// Asks for one more than the page holds, which shows whether there is another page.
    func limit<Model>(_ descriptor: inout FetchDescriptor<Model>) {
        let (offset, isTooFar) = (number - 1).multipliedReportingOverflow(by: size)
        descriptor.fetchOffset = isTooFar ? Int.max : offset
        descriptor.fetchLimit = size == Int.max ? size : size + 1
    }

    func cut<Element>(_ found: [Element]) -> PageOfResults<Element> {
        PageOfResults(elements: Array(found.prefix(size)), hasMore: found.count > size)
    }
}

/// What a page holds.
public struct PageOfResults<Element: Sendable>: Sendable {
    /// The elements in their order.
    public let elements: [Element]
    /// Whether another page follows.
    public let hasMore: Bool
}

/// How many ideas there are.
public struct IdeaCounts: Equatable, Sendable {
    /// Those that live.
    public let all: Int
    /// Those that are not done.
    public let open: Int
    /// Those that are done.
    public let completed: Int
    /// Those in the trash.
    public let trash: Int
    /// Those with a change that waits for its upload.
    public let pending: Int
}

extension IdeaCounts {
    /// What is done with one idea.
    package enum Step: Sendable {
        case added
        case completed
        case reopened
        case deleted
        case restored
    }

    /// The counts after a step, of the idea as it is then.
    func after(_ step: Step, of idea: IdeaSnapshot) -> IdeaCounts {
        let living =
            switch step {
            case .added, .restored: 1
            case .deleted: -1
            case .completed, .reopened: 0
            }
        let done =
            switch step {
            case .completed: 1
            case .reopened: -1
            case .added, .deleted, .restored: idea.isCompleted ? living : 0
            }
        return IdeaCounts(
            all: all + living,
            open: open + living - done,
            completed: completed + done,
            trash: step == .added ? trash : trash - living,
            // A new idea waits to be sent; of others it is not known whether they had waited before.
            pending: step == .added ? pending + 1 : pending
        )
    }
}
