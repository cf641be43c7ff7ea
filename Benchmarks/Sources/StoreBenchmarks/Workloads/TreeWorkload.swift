import BenchmarkData
import Foundation
import RawSQLite

extension Workload {
    /// Inserts projects with twenty tasks each, of which each has three of forty tags, and saves once.
    static func insertTree(_ projects: Int) -> Workload {
        Workload(
            "tree-\(projects)",
            "insert \(projects) projects × 20 tasks × 3 tags",
            size: projects,
            effort: projects > 400 ? .costly : .medium,
            goal: .timesRaw(1.8),
            must: .timesRaw(2.5)
        ) { contender, stage in
            .single(try treeTaker(projects, contender, stage))
        }
    }

    /// What one of many projects costs, over what one of few does.
    static func insertTreeGrowth(_ large: Int, over small: Int) -> Workload {
        Workload(
            "tree-growth",
            "a project of \(large) / a project of \(small)",
            size: large,
            unit: .times,
            effort: .costly,
            goal: .atMost(1.1),
            must: .atMost(1.3),
            showsFigures: true
        ) { contender, stage in
            let (many, few) = (try treeTaker(large, contender, stage), try treeTaker(small, contender, stage))
            return .growth(large: { try many() / Double(large) }, small: { try few() / Double(small) })
        }
    }

    private static func treeTaker(
        _ count: Int,
        _ contender: Contender,
        _ stage: Stage
    ) throws -> () throws -> Double {
        let (projects, tags) = (stage.projects.projects(count), stage.projects.tagNames)
        let workspace = stage.fixtures.workspace
        switch contender {
        case .ours:
            return {
                let file = workspace.fresh("tree")
                defer { workspace.remove(file) }
                let subject = try SwiftDataProjects(file)
                return try CPUClock.milliseconds { try subject.insert(projects, tags: tags) }
            }
        case .raw:
            return {
                let file = workspace.fresh("tree")
                defer { workspace.remove(file) }
                let subject = try RawProjects(creating: file)
                return try CPUClock.milliseconds { try subject.insert(projects, tags: tags) }
            }
        case .grdb, .sqlAlchemy: throw Absent("not measured")
        }
    }
}
