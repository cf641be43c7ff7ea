import BenchmarkData
import Foundation
import RawSQLite

extension Workload {
    /// Appends a member to a loaded list that is not saved yet, again and again.
    static func appendMember(_ members: Int) -> Workload {
        Workload(
            "append-member-\(Catalogue.short(members))",
            "append one member to a loaded list",
            size: members,
            effort: .medium,
            goal: .atMost(0.02),
            must: .atMost(0.02),
            showsFigures: true
        ) { contender, stage in
            guard contender == .ours else { throw Absent("an array of its own") }
            let subject = try SwiftDataProjects(try stage.fixtures.project(ofTasks: members))
            return .single { try subject.appendMembers(100) }
        }
    }

    /// Deletes 200 members of a loaded list, and saves.
    static func deleteMembers(_ members: Int) -> Workload {
        Workload(
            "delete-members",
            "delete 200 members of a loaded list, and save",
            size: members,
            effort: .costly,
            goal: .atMost(5),
            must: .atMost(5),
            showsFigures: true
        ) { contender, stage in
            switch contender {
            case .ours:
                let store = try stage.copy(of: try stage.fixtures.project(ofTasks: members), for: contender)
                let subject = try SwiftDataProjects(store)
                return .single { try subject.deleteMembers(200) }
            case .raw:
                let subject = try RawProjects(creating: stage.fixtures.workspace.fresh("members"))
                try subject.insert([stage.projects.project(ofTasks: members)], tags: stage.projects.tagNames)
                var first = 1
                return .single {
                    defer { first += 200 }
                    return try CPUClock.milliseconds { try subject.deleteTasks(first..<first + 200) }
                }
            case .grdb, .sqlAlchemy: throw Absent("not measured")
            }
        }
    }
}
