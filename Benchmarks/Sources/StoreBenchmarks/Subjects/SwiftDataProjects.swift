import BenchmarkData
import BenchmarkModels
import Foundation
import SwiftData

/// Ours for the rows about relationships: projects, their tasks, and tags that tasks share.
final class SwiftDataProjects {
    private let container: ModelContainer

    init(_ store: URL) throws {
        container = try ModelContainer(
            for: BenchProject.self,
            BenchTask.self,
            BenchTag.self,
            configurations: ModelConfiguration(url: store, cloudKitDatabase: .none)
        )
    }

    /// All of them in one save, linked as an app does it: each task is given its project and its tags.
    func insert(_ projects: [ProjectValues], tags names: [String]) throws {
        let context = ModelContext(container)
        let tags = names.map { BenchTag(name: $0) }
        for tag in tags { context.insert(tag) }
        for values in projects {
            let project = BenchProject(name: values.name)
            context.insert(project)
            for values in values.tasks {
                let task = BenchTask(title: values.title, isDone: values.isDone, priority: values.priority)
                context.insert(task)
                task.project = project
                task.tags = values.tags.map { tags[$0] }
            }
        }
        try context.save()
    }

    /// How many tasks the store has, and how many links to tags, read by a context that knows none of them.
    func counts() throws -> (tasks: Int, links: Int) {
        let tasks = try ModelContext(container).fetch(FetchDescriptor<BenchTask>())
        return (tasks.count, tasks.reduce(0) { $0 + $1.tags.count })
    }

    /// How many tasks there are on the first page of those with a tag, by title, in a new context.
    func firstTasks(tagged name: String) throws -> Int {
        try page(#Predicate { $0.tags.contains { $0.name == name } })
    }

    /// How many tasks there are on the first page of those of a project, by title, in a new context.
    func firstTasks(ofProject name: String) throws -> Int {
        try page(#Predicate { $0.project?.name == name })
    }

    func countTasks(ofProject name: String) throws -> Int {
        let ofProject = FetchDescriptor<BenchTask>(predicate: #Predicate { $0.project?.name == name })
        return try ModelContext(container).fetchCount(ofProject)
    }

    /// How many tasks there are on the first page of all of them, by the names of their projects, in a new context.
    func firstTasksByProject() throws -> Int {
        var page = FetchDescriptor<BenchTask>(sortBy: [SortDescriptor(\.project?.name, comparator: .lexical)])
        page.fetchLimit = 50
        return try ModelContext(container).fetch(page).count
    }

    private func page(_ predicate: Predicate<BenchTask>) throws -> Int {
        var page = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.title, comparator: .lexical)])
        page.fetchLimit = 50
        return try ModelContext(container).fetch(page).count
    }

    /// Milliseconds that one of `count` appends to a project's loaded list takes.
    func appendMembers(_ count: Int) throws -> Double {
        let context = ModelContext(container)
        let project = try Self.project(context)
        consume(project.tasks.count)
        let tasks = (0..<count).map { BenchTask(title: "New task \($0)") }
        for task in tasks { context.insert(task) }
        var next = tasks.makeIterator()
        return CPUClock.milliseconds(iterations: count) {
            if let task = next.next() { project.tasks.append(task) }
        }
    }

    /// Milliseconds in which `count` members of a project's loaded list are deleted and saved.
    func deleteMembers(_ count: Int) throws -> Double {
        let context = ModelContext(container)
        let tasks = try Self.project(context).tasks
        return try CPUClock.milliseconds {
            for task in tasks.prefix(count) { context.delete(task) }
            try context.save()
        }
    }

    private static func project(_ context: ModelContext) throws -> BenchProject {
        guard let project = try context.fetch(FetchDescriptor<BenchProject>()).first else {
            throw Absent("the store has no project")
        }
        return project
    }
}
