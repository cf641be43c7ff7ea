import Foundation

/// A project and the tasks in it.
package struct ProjectValues: Sendable {
    package var name: String
    package var tasks: [TaskValues]
}

/// A task, and which of the tags it has.
package struct TaskValues: Sendable {
    package var title: String
    package var isDone: Bool
    package var priority: Int
    package var tags: [Int]
}

/// Makes the projects of the relationship benchmarks from a seed: twenty tasks each, and three tags for each task.
package struct ProjectSource: Sendable {
    package static let tasksPerProject = 20
    package static let tagsPerTask = 3
    package static let tagCount = 40

    package let seed: UInt64

    package init(seed: UInt64) {
        self.seed = seed
    }

    package var tagNames: [String] { (0..<Self.tagCount).map { "tag \($0)" } }

    package func project(at index: Int) -> ProjectValues {
        var generator = SeededGenerator(seed: seed ^ 0x9E0, index: index)
        let tasks = (0..<Self.tasksPerProject).map { number in
            TaskValues(
                title: "Task \(number) of project \(index)",
                isDone: Bool.random(using: &generator),
                priority: Int.random(in: 0..<5, using: &generator),
                tags: Array((0..<Self.tagCount).shuffled(using: &generator).prefix(Self.tagsPerTask))
            )
        }
        return ProjectValues(name: "Project number \(index)", tasks: tasks)
    }

    /// One project with many tasks, without tags.
    package func project(ofTasks count: Int) -> ProjectValues {
        let tasks = (0..<count).map { TaskValues(title: "Task \($0)", isDone: false, priority: $0 % 5, tags: []) }
        return ProjectValues(name: "Project of \(count) tasks", tasks: tasks)
    }

    package func projects(_ count: Int) -> [ProjectValues] { (0..<count).map(project(at:)) }
}
