import BenchmarkData
import Foundation
import RawSQLite

// Questions about what rows are linked to. A project has twenty tasks.

private protocol TaskQuestions {
    func firstTasks(tagged name: String) throws -> Int
    func firstTasks(ofProject name: String) throws -> Int
    func countTasks(ofProject name: String) throws -> Int
    func firstTasksByProject() throws -> Int
}

extension SwiftDataProjects: TaskQuestions {}
extension RawProjects: TaskQuestions {}

extension Workload {
    /// The first page of the tasks that have a tag.
    static func tagged(_ tasks: Int) -> Workload {
        related(
            "tagged-\(Catalogue.short(tasks))",
            "50 tasks by the name of a tag, sorted",
            tasks: tasks,
            goal: .timesRaw(1.5),
            must: .timesRaw(2)
        ) { try $0.firstTasks(tagged: "tag 7") }
    }

    /// The first page of the tasks of a project.
    static func ofProject(_ tasks: Int) -> Workload {
        related(
            "of-project-\(Catalogue.short(tasks))",
            "50 tasks by the name of their project, sorted",
            tasks: tasks,
            goal: .timesRaw(1.3),
            must: .timesRaw(1.6)
        ) { try $0.firstTasks(ofProject: "Project number 77") }
    }

    static func countOfProject(_ tasks: Int) -> Workload {
        related(
            "count-of-project",
            "fetchCount by the name of a project",
            tasks: tasks,
            goal: .timesRaw(1.2),
            must: .timesRaw(1.5)
        ) { try $0.countTasks(ofProject: "Project number 77") }
    }

    /// The first page of all tasks, in the order of their projects: made in memory, it would read every task and every project.
    static func byProject(_ tasks: Int) -> Workload {
        related(
            "first-page-by-project",
            "50 tasks by the name of their project, of \(Catalogue.short(tasks))",
            tasks: tasks,
            goal: .timesRaw(1.5),
            must: .timesRaw(2)
        ) { try $0.firstTasksByProject() }
    }

    private static func related(
        _ name: String,
        _ path: String,
        tasks: Int,
        goal: Limit,
        must: Limit,
        read: @escaping (any TaskQuestions) throws -> Int
    ) -> Workload {
        let projects = tasks / ProjectSource.tasksPerProject
        return Workload(name, path, size: tasks, effort: .medium, goal: goal, must: must) { contender, stage in
            let subject: any TaskQuestions =
                switch contender {
                case .ours: try SwiftDataProjects(try stage.fixtures.projects(projects))
                case .raw: try RawProjects(opening: try stage.fixtures.rawProjects(projects))
                case .grdb, .sqlAlchemy: throw Absent("not measured")
                }
            try stage.check(try read(subject), of: contender, in: name)
            return .single { try CPUClock.milliseconds(iterations: 5) { consume(try read(subject)) } }
        }
    }
}
