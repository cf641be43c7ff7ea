import Foundation
import SwiftData

extension FetchDescriptor where T == BoardTask {
    static var all: Self { FetchDescriptor(sortBy: [SortDescriptor(\.createdAt), SortDescriptor(\.title)]) }

    static func open(limit: Int? = nil) -> Self {
        let done = TaskState.done
        var descriptor = FetchDescriptor(
            predicate: #Predicate { $0.state != done && $0.parent == nil },
            sortBy: [SortDescriptor(\.dueDate, order: .forward), SortDescriptor(\.title)]
        )
        descriptor.fetchLimit = limit
        return descriptor
    }

    static func owned(by person: TeamMember) -> Self {
        FetchDescriptor(predicate: #Predicate { $0.owner == person }, sortBy: [SortDescriptor(\.title)])
    }

    static func owned(byID id: PersistentIdentifier) -> Self {
        FetchDescriptor(
            predicate: #Predicate { $0.owner?.persistentModelID == id },
            sortBy: [SortDescriptor(\.title)]
        )
    }

    static func notOwned(by person: TeamMember?) -> Self {
        FetchDescriptor(predicate: #Predicate { $0.owner != person }, sortBy: [SortDescriptor(\.title)])
    }

    static func due(in interval: DateInterval) -> Self {
        let start = interval.start
        let end = interval.end
        return FetchDescriptor(
            predicate: #Predicate { task in
                if let due = task.dueDate {
                    due >= start && due < end
                } else {
                    false
                }
            },
            sortBy: [SortDescriptor(\.dueDate)]
        )
    }

    static func withoutDate(before date: Date) -> Self {
        FetchDescriptor(
            predicate: #Predicate { ($0.dueDate ?? Date.distantFuture) > date && $0.priority != .low },
            sortBy: [SortDescriptor(\.title)]
        )
    }

    static func team(named name: String) -> Self {
        FetchDescriptor(predicate: #Predicate { $0.owner?.team?.name == name }, sortBy: [SortDescriptor(\.title)])
    }

    static func labeled(_ label: TaskLabel) -> Self {
        FetchDescriptor(predicate: #Predicate { $0.labels.contains(label) }, sortBy: [SortDescriptor(\.title)])
    }

    static func matching(ids: Set<PersistentIdentifier>) -> Self {
        FetchDescriptor(
            predicate: #Predicate { ids.contains($0.persistentModelID) },
            sortBy: [SortDescriptor(\.title)]
        )
    }
}

enum TaskPredicates {
    static let open = #Predicate<BoardTask> { $0.state == .open }
    static let urgent = #Predicate<BoardTask> { $0.priority == TaskPriority.high && $0.state != TaskState.done }
    static let starred: Predicate<BoardTask> = {
        let starred = TaskFlags.starred
        return #Predicate { $0.flags == starred }
    }()

    static func search(_ text: String, in states: [TaskState]) -> Predicate<BoardTask> {
        #Predicate { task in
            states.contains(task.state)
                && (text.isEmpty || task.title.localizedStandardContains(text)
                    || task.notes.localizedStandardContains(text)
                    || task.subtasks.contains { $0.title.localizedStandardContains(text) })
        }
    }

    static func everything(
        text: String,
        owner: TeamMember?,
        from: Date?,
        to: Date?,
        states: Set<TaskState>,
        minimum: TaskPriority,
        label: String?
    ) -> Predicate<BoardTask> {
        let minimumValue = minimum.rawValue
        let anyOwner = owner == nil
        let ownerID = owner?.persistentModelID
        let lower = from ?? .distantPast
        let upper = to ?? .distantFuture
        let labelName = label ?? ""
        let anyLabel = label == nil
        return #Predicate<BoardTask> { task in
            (text.isEmpty || task.title.localizedStandardContains(text) || task.notes.contains(text))
                && (anyOwner || task.owner?.persistentModelID == ownerID)
                && (task.dueDate ?? lower) >= lower && (task.dueDate ?? upper) <= upper
                && (states.isEmpty || states.contains(task.state))
                && task.priority.rawValue >= minimumValue
                && (anyLabel || task.labels.contains { $0.name == labelName })
        }
    }
}
