import BenchmarkData
import Foundation
import RawSQLite
import Testing

@testable import StoreBenchmarks

/// The contenders must do the same work, else their times mean nothing.
@Suite("Contenders")
struct ContenderTests {
    private let stage: Stage

    init() throws {
        let programs = Programs(try Options([]))
        stage = Stage(seed: 42, workspace: try Workspace(nil), programs: programs)
    }

    @Test("All read the same from the same store", arguments: [Contender.raw, .ours, .grdb])
    func reading(contender: Contender) throws {
        let count = 2_000
        let subject = try stage.open(contender, try stage.fixtures.ideas(count))
        let expected = (0..<count).map(stage.ideas.idea(at:))
        let open = expected.filter { !$0.isCompleted }
        #expect(try subject.fetchAll() == count)
        #expect(try subject.firstPage() == 50)
        #expect(try subject.count() == count)
        #expect(try subject.countOpen() == open.filter { $0.version < 25 }.count)
        let found = open.filter { $0.title.contains(IdeaSource.rareWord) }.count
        #expect(found > 0)
        #expect(try subject.openIdeas(containing: IdeaSource.rareWord) == found)
        #expect(try subject.openIdeas(containingLocalized: IdeaSource.rareWord) == found)
    }

    @Test("All add up the same repeats", arguments: [Contender.raw, .ours, .grdb])
    func alarms(contender: Contender) throws {
        let subject = try stage.open(contender, try stage.fixtures.alarms(100))
        #expect(try subject.alarms() == 100 * (1...7).reduce(0, +))
    }

    @Test("All write the same rows", arguments: [Contender.raw, .ours, .grdb])
    func writing(contender: Contender) throws {
        let store = try stage.fixtures.empty(for: contender)
        let subject = try stage.open(contender, store)
        try subject.insert(stage.ideas.ideas(0..<300))
        try subject.insertSingly(stage.ideas.ideas(300..<310))
        try subject.keepAll()
        let changes = stage.ideas.changes(20, of: 310, round: 1)
        try subject.apply(changes)
        let rows = try RawReader(store).ideas()
        #expect(rows.count == 310)
        for (index, row) in rows.enumerated() {
            let idea = stage.ideas.idea(at: index)
            let change = changes.first { $0.position == index }
            #expect(row.id == idea.id && row.details == idea.details && row.lastSyncedAt == idea.lastSyncedAt)
            #expect(row.title == change?.title ?? idea.title)
            #expect(row.updatedAt == change?.updatedAt ?? idea.updatedAt)
            #expect(row.version == change?.version ?? idea.version)
        }
    }

    @Test("Projects come with all tasks and links, and members go")
    func projects() throws {
        let (projects, tags) = (stage.projects.projects(3), stage.projects.tagNames)
        let (tasks, links) = (3 * ProjectSource.tasksPerProject, 3 * 20 * ProjectSource.tagsPerTask)
        let ours = try SwiftDataProjects(stage.fixtures.workspace.fresh("projects"))
        try ours.insert(projects, tags: tags)
        #expect(try ours.counts() == (tasks, links))
        let raw = try RawProjects(creating: stage.fixtures.workspace.fresh("projects"))
        try raw.insert(projects, tags: tags)
        #expect(try raw.counts() == (tasks, links))
        try raw.deleteTasks(1..<11)
        #expect(try raw.counts() == (tasks - 10, links - 10 * ProjectSource.tagsPerTask))
        let large = try SwiftDataProjects(try stage.fixtures.project(ofTasks: 30))
        #expect(try large.appendMembers(5) > 0)
        _ = try large.deleteMembers(20)
        #expect(try large.counts() == (10, 0))
    }

    @Test("The data follows from the seed alone, and one title in a hundred holds the rare word")
    func data() {
        let (one, same, other) = (IdeaSource(seed: 1), IdeaSource(seed: 1), IdeaSource(seed: 2))
        #expect(one.idea(at: 77).title == same.idea(at: 77).title && one.idea(at: 77).id == same.idea(at: 77).id)
        #expect(one.idea(at: 77).id != other.idea(at: 77).id)
        let titles = one.ideas(0..<5_000).map(\.title)
        #expect(titles.filter { $0.split(separator: " ").contains { $0 == IdeaSource.rareWord } }.count == 50)
        #expect(titles.filter { $0.contains(IdeaSource.rareWord) }.count == 50)
        let bytes = titles.reduce(0) { $0 + $1.utf8.count } / titles.count
        #expect((24...34).contains(bytes))
    }
}
