import SwiftData

/// A project with its tasks, in order.
@Model
public final class BenchProject {
    public var name: String
    @Relationship(deleteRule: .cascade, inverse: \BenchTask.project) public var tasks: [BenchTask] = []

    public init(name: String) {
        self.name = name
    }
}

/// A task of a project, with tags that other tasks have, too.
@Model
public final class BenchTask {
    public var title: String
    public var isDone: Bool
    public var priority: Int
    public var project: BenchProject?
    @Relationship(inverse: \BenchTag.tasks) public var tags: [BenchTag] = []

    public init(title: String, isDone: Bool = false, priority: Int = 0) {
        self.title = title
        self.isDone = isDone
        self.priority = priority
    }
}

/// A word that tasks are found by.
@Model
public final class BenchTag {
    public var name: String
    public var tasks: [BenchTask] = []

    public init(name: String) {
        self.name = name
    }
}
