import Foundation
import SwiftData

enum TaskPriority: Int, Codable, CaseIterable, Comparable, Sendable {
    case low = 0
    case normal = 5
    case high = 10

    static func < (lhs: TaskPriority, rhs: TaskPriority) -> Bool { lhs.rawValue < rhs.rawValue }
}

enum TaskState: String, Codable, CaseIterable, Identifiable, Sendable {
    case open, doing, done
    var id: Self { self }
}

struct TaskFlags: OptionSet, Codable, Hashable, Sendable {
    let rawValue: Int

    static let starred = TaskFlags(rawValue: 1 << 0)
    static let muted = TaskFlags(rawValue: 1 << 1)
}

@Model
final class BoardTask {
    #Index<BoardTask>([\.dueDate], [\.state, \.priority], [\.title, \.createdAt])
    #Unique<BoardTask>([\.uuid], [\.title, \.createdAt])

    var uuid: UUID = UUID()
    var title: String
    var notes: String = ""
    var state: TaskState = TaskState.open
    var priority: TaskPriority = TaskPriority.normal
    var flags: TaskFlags = TaskFlags()
    var estimate: TimeInterval?
    var dueDate: Date?
    private(set) var createdAt: Date = Date.now
    var owner: TeamMember?
    @Relationship(inverse: \BoardTask.subtasks) var parent: BoardTask?
    @Relationship(deleteRule: .cascade) var subtasks: [BoardTask] = []
    @Relationship(deleteRule: .nullify, inverse: \TaskLabel.tasks) var labels: [TaskLabel] = []

    init(title: String, owner: TeamMember? = nil, dueDate: Date? = nil) {
        self.title = title
        self.owner = owner
        self.dueDate = dueDate
    }

    convenience init(_ draft: TaskDraft, owner: TeamMember?) {
        self.init(title: draft.title, owner: owner, dueDate: draft.dueDate)
        priority = draft.priority
    }

    var isOverdue: Bool {
        guard let dueDate, state != .done else { return false }
        return dueDate < Date.day(10)
    }
}

extension BoardTask: Comparable {
    static func < (lhs: BoardTask, rhs: BoardTask) -> Bool {
        (rhs.priority, lhs.title) < (lhs.priority, rhs.title)
    }
}

struct TaskDraft: Codable, Hashable, Sendable {
    var title: String
    var priority: TaskPriority = .normal
    var dueDate: Date?
}

@Model
final class TeamMember {
    @Attribute(.unique) var email: String
    var name: String
    var team: TaskTeam?
    @Relationship(deleteRule: .nullify, inverse: \BoardTask.owner) var tasks: [BoardTask]?

    init(name: String, email: String, team: TaskTeam? = nil) {
        self.name = name
        self.email = email
        self.team = team
    }
}

@Model
final class TaskTeam {
    var name: String
    @Relationship(inverse: \TeamMember.team) var members: [TeamMember] = []

    init(name: String) { self.name = name }
}

@Model
final class TaskLabel {
    var name: String
    var tasks: [BoardTask] = []

    init(name: String) { self.name = name }
}
