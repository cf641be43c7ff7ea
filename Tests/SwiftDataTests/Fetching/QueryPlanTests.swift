import Foundation
import GRDBSQLite
import Testing

@testable import SwiftData

/// How SQLite goes about the fetches that apps make.
@Suite("Plans of fetches") struct QueryPlanTests {
    /// A fetch, and how it is to be read.
    struct Shape: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let plan: String
        let explain: @Sendable (ModelContext) throws -> FetchExplanation

        init<Model: PersistentModel>(
            _ name: String,
            _ plan: String,
            _ predicate: @autoclosure @escaping @Sendable () -> Predicate<Model>?,
            sortBy: @autoclosure @escaping @Sendable () -> [SortDescriptor<Model>] = [],
            limit: Int? = nil
        ) {
            (testDescription, self.plan) = (name, plan)
            explain = { context in
                var descriptor = FetchDescriptor<Model>(predicate: predicate(), sortBy: sortBy())
                descriptor.fetchLimit = limit
                return try context.explain(descriptor)
            }
        }
    }

    /// Which rows are looked for and by which index, which are all read, and whether they are sorted: what versions of SQLite agree on.
    private static func essence(of plan: [String]) -> String {
        plan.compactMap { line in
            let words = line.split(separator: " ").filter { $0 != "COVERING" }
            switch words.first {
            case "SEARCH", "SCAN": return words.joined(separator: " ").replacing(" USING ", with: " ")
            case "USE": return "SORT"
            default: return nil
            }
        }
        .joined(separator: ", ")
    }

    @Test("Is read by the index that fits, or by none where none does", arguments: shapes)
    func plans(_ shape: Shape) throws {
        let store = try TestStore(
            .memory,
            [PlanPerson.self, PlanProject.self, PlanTask.self, PlanErrand.self, PlanTag.self]
        )
        let explanation = try shape.explain(ModelContext(store.container))
        #expect(explanation.inMemory == [])
        let version = String(cString: sqlite3_libversion())
        #expect(Self.essence(of: explanation.plan) == shape.plan, "SQLite \(version): \(explanation.sql)")
    }
}

extension QueryPlanTests {
    private static let day = Date(timeIntervalSinceReferenceDate: 0)
    private static let words = ["a", "b"]

    static let shapes: [Shape] = [
        Shape("all", "SCAN t0", nil as Predicate<PlanTask>?),
        Shape("all, by an index", "SCAN t0, SORT", nil, sortBy: [SortDescriptor(\PlanTask.title)]),
        Shape("all, by no index", "SCAN t0, SORT", nil, sortBy: [SortDescriptor(\PlanTask.priority)]),
        Shape(
            "first of all, by an index, backwards",
            "SCAN t0 INDEX PlanTask_index_created",
            nil,
            sortBy: [SortDescriptor(\PlanTask.created, order: .reverse)],
            limit: 20
        ),
        Shape("equal", "SEARCH t0 INDEX PlanTask_index_title (title=?)", #Predicate<PlanTask> { $0.title == "a" }),
        Shape("unequal", "SCAN t0", #Predicate<PlanTask> { $0.title != "a" }),
        Shape("range", "SCAN t0", #Predicate<PlanTask> { $0.created >= day }),
        Shape(
            "between",
            "SEARCH t0 INDEX PlanTask_index_created (created>? AND created<?), SORT",
            #Predicate<PlanTask> { $0.created >= day && $0.created < day }
        ),
        Shape(
            "equal, sorted by the next column",
            "SEARCH t0 INDEX PlanTask_index_isDone_due (isDone=?)",
            #Predicate<PlanTask> { !$0.isDone },
            sortBy: [SortDescriptor(\PlanTask.due)]
        ),
        Shape("flag", "SEARCH t0 INDEX PlanTask_index_isDone_due (isDone=?), SORT", #Predicate<PlanTask> { $0.isDone }),
        Shape(
            "no value",
            "SEARCH t0 INDEX PlanTask_index_isDone_due (isDone=? AND due=?)",
            #Predicate<PlanTask> { $0.isDone && $0.due == nil }
        ),
        Shape(
            "two columns of an index",
            "SEARCH t0 INDEX PlanTask_index_isDone_due (isDone=? AND due=?)",
            #Predicate<PlanTask> { $0.isDone == false && $0.due == day }
        ),
        Shape(
            "one of a list",
            "SEARCH t0 INDEX PlanTask_index_title (title=?), SORT",
            #Predicate<PlanTask> { words.contains($0.title) }
        ),
        Shape(
            "either of two indexes",
            "SEARCH t0 INDEX PlanTask_index_title (title=?), SEARCH t0 INDEX PlanTask_index_created (created=?), SORT",
            #Predicate<PlanTask> { $0.title == "a" || $0.created == day }
        ),
        Shape(
            "an index, and a value without",
            "SEARCH t0 INDEX PlanTask_index_title (title=?)",
            #Predicate<PlanTask> { $0.title == "a" && $0.priority > 3 }
        ),
        Shape("no index", "SCAN t0", #Predicate<PlanTask> { $0.priority == 3 }),
        Shape("part of a text", "SCAN t0", #Predicate<PlanTask> { $0.title.contains("a") }),
        Shape(
            "beginning of a text",
            "SEARCH t0 INDEX PlanTask_index_title (title>? AND title<?), SORT",
            #Predicate<PlanTask> { $0.title.starts(with: "a") }
        ),
        Shape("as people compare", "SCAN t0", #Predicate<PlanTask> { $0.title.localizedStandardContains("a") }),
        Shape("a unique value", "SEARCH t0 INDEX PlanTag_unique_name (name=?)", #Predicate<PlanTag> { $0.name == "a" }),
        Shape(
            "of a to-one, by an index",
            "SEARCH t0 INDEX PlanTask_by_project (project=?), SEARCH t1 INDEX PlanProject_index_name (name=?), SORT",
            #Predicate<PlanTask> { $0.project?.name == "a" }
        ),
        Shape(
            "of a to-one, without an index",
            "SEARCH t0 INDEX PlanTask_by_project (project=?), SCAN t1, SORT",
            #Predicate<PlanTask> { $0.project?.rank == 3 }
        ),
        Shape(
            "of a to-one, sorted, the first",
            "SEARCH t0 INDEX PlanTask_by_project (project=?), SEARCH t1 INDEX PlanProject_index_name (name=?), SORT",
            #Predicate<PlanTask> { $0.project?.name == "a" },
            sortBy: [SortDescriptor(\PlanTask.created)],
            limit: 50
        ),
        Shape(
            "no to-one",
            "SEARCH t0 INDEX PlanTask_by_project (project=?), SORT",
            #Predicate<PlanTask> { $0.project == nil }
        ),
        Shape("some to-one", "SCAN t0", #Predicate<PlanTask> { $0.project != nil }),
        Shape(
            "of a to-one of a to-one",
            "SEARCH t0 INDEX PlanTask_by_project (project=?), SEARCH t1 INDEX PlanProject_by_owner (owner=?), SEARCH t2 INDEX PlanPerson_index_name (name=?), SORT",
            #Predicate<PlanTask> { $0.project?.owner?.name == "a" }
        ),
        Shape(
            "not of a to-one",
            "SCAN t0, SEARCH t1 INDEX PlanProject_index_name (name=?)",
            #Predicate<PlanTask> { $0.project?.name != "a" }
        ),
        Shape(
            "of one to many, by an index",
            "SEARCH t0 INTEGER PRIMARY KEY (rowid=?), SEARCH t1 INDEX PlanTask_index_title (title=?)",
            #Predicate<PlanProject> { $0.tasks.contains { $0.title == "a" } }
        ),
        Shape(
            "of one to many, without an index",
            "SEARCH t0 INTEGER PRIMARY KEY (rowid=?), SCAN t1",
            #Predicate<PlanProject> { $0.tasks.contains { $0.priority == 3 } }
        ),
        Shape(
            "none of one to many",
            "SCAN t0, SEARCH t2 INDEX PlanTask_index_isDone_due (isDone=?)",
            #Predicate<PlanProject> { !$0.tasks.contains { $0.isDone } }
        ),
        Shape(
            "all of one to many",
            "SCAN t0, SEARCH t1 INDEX PlanTask_by_project (project=?)",
            #Predicate<PlanProject> { $0.tasks.allSatisfy { $0.isDone } }
        ),
        Shape(
            "empty one to many",
            "SCAN t0, SEARCH t1 INDEX PlanTask_by_project (project=?)",
            #Predicate<PlanProject> { $0.tasks.isEmpty }
        ),
        Shape(
            "count of one to many",
            "SCAN t0, SEARCH t1 INDEX PlanTask_by_project (project=?)",
            #Predicate<PlanProject> { $0.tasks.count > 3 }
        ),
        Shape(
            "of many to many, by a unique value",
            "SEARCH t0 INTEGER PRIMARY KEY (rowid=?), SEARCH t1 INDEX PlanTag_unique_name (name=?), SEARCH l1 PRIMARY KEY (PlanTag=?)",
            #Predicate<PlanTask> { $0.tags.contains { $0.name == "a" } }
        ),
        Shape(
            "of many to many, sorted, the first",
            "SEARCH t0 INTEGER PRIMARY KEY (rowid=?), SEARCH t1 INDEX PlanTag_unique_name (name=?), SEARCH l1 PRIMARY KEY (PlanTag=?), SORT",
            #Predicate<PlanTask> { $0.tags.contains { $0.name == "a" } },
            sortBy: [SortDescriptor(\PlanTask.created)],
            limit: 50
        ),
        Shape(
            "of many to many, without an index",
            "SEARCH t0 INTEGER PRIMARY KEY (rowid=?), SCAN t1, SEARCH l1 PRIMARY KEY (PlanTag=?)",
            #Predicate<PlanTask> { $0.tags.contains { $0.color == "a" } }
        ),
        Shape(
            "empty many to many",
            "SCAN t0, SEARCH l1 PRIMARY KEY (PlanTag=?), SEARCH t1 INTEGER PRIMARY KEY (rowid=?)",
            #Predicate<PlanTag> { $0.tasks.isEmpty }
        ),
        Shape(
            "of a list of a list",
            "SEARCH t0 INTEGER PRIMARY KEY (rowid=?), SEARCH t1 INTEGER PRIMARY KEY (rowid=?), SEARCH t2 INDEX PlanTask_index_title (title=?)",
            #Predicate<PlanPerson> { $0.projects.contains { $0.tasks.contains { $0.title == "a" } } }
        ),
        Shape(
            "a subclass",
            "SEARCH t0 INDEX PlanTask_index_title (title=?)",
            #Predicate<PlanErrand> { $0.title == "a" }
        ),
        Shape(
            "an index, and a to-one",
            "SEARCH t0 INDEX PlanTask_index_title (title=?), SEARCH t1 INDEX PlanProject_index_name (name=?)",
            #Predicate<PlanTask> { $0.title == "a" && $0.project?.name == "b" }
        ),
        Shape(
            "by a to-one's value",
            "SCAN t0, SEARCH t1 INTEGER PRIMARY KEY (rowid=?), SORT",
            nil,
            sortBy: [SortDescriptor(\PlanTask.project?.name)],
            limit: 20
        ),
        Shape(
            "by two values",
            "SCAN t0, SORT",
            nil,
            sortBy: [SortDescriptor(\PlanTask.title), SortDescriptor(\PlanTask.created)],
            limit: 20
        ),
    ]
}
