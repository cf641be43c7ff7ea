import Foundation
import SwiftData
import Testing

@MainActor
struct TaskBoardTests {
    let container: ModelContainer
    let context: ModelContext
    let ada: TeamMember
    let ben: TeamMember

    init() throws {
        container = try .taskPreview()
        context = container.mainContext
        let members = try context.fetch(FetchDescriptor<TeamMember>(sortBy: [SortDescriptor(\.name)]))
        ada = members[0]
        ben = members[1]
    }

    private func titles(_ descriptor: FetchDescriptor<BoardTask>) throws -> [String] {
        let found = try context.fetch(descriptor).map(\.title)
        #expect(try ModelContext(container).fetch(descriptor).map(\.title) == found)
        return found
    }

    @Test func factories() throws {
        #expect(try titles(.all).sorted() == ["Boil", "Cut", "Drain", "Eat", "Nobody's"])
        #expect(try titles(.open(limit: 2)) == ["Nobody's", "Boil"])
        #expect(try titles(.owned(by: ada)) == ["Boil", "Drain"])
        #expect(try titles(.owned(byID: ben.persistentModelID)) == ["Cut", "Eat"])
        #expect(try titles(.notOwned(by: ada)) == ["Cut", "Eat", "Nobody's"])
        #expect(try titles(.notOwned(by: nil)) == ["Boil", "Cut", "Drain", "Eat"])
        #expect(try titles(.due(in: DateInterval(start: .day(2), end: .day(4)))) == ["Cut", "Drain"])
        #expect(try titles(.withoutDate(before: .day(3))) == ["Eat", "Nobody's"])
        #expect(try titles(.team(named: "Core")) == ["Boil", "Drain"])
        let tasks = try context.fetch(.all)
        let label = TaskLabel(name: "kitchen")
        label.tasks = Array(tasks.prefix(2))
        context.insert(label)
        try context.save()
        #expect(try titles(.labeled(label)) == label.tasks.map(\.title).sorted())
        #expect(try titles(.matching(ids: Set(tasks.suffix(1).map(\.persistentModelID)))).count == 1)
        #expect(FetchDescriptor<BoardTask>.owned(by: ada) == .owned(by: ada))
        #expect(FetchDescriptor<BoardTask>.owned(by: ada) != .owned(by: ben))
    }

    @Test func predicates() throws {
        let tasks = try context.fetch(.all)
        #expect(try tasks.filter(TaskPredicates.open.evaluate).count == 5)
        #expect(try titles(FetchDescriptor(predicate: TaskPredicates.urgent)) == ["Eat"])
        tasks[1].flags = [.starred]
        tasks[2].flags = [.starred, .muted]
        tasks[2].subtasks = [BoardTask(title: "Wash the pot")]
        try context.save()
        #expect(try titles(FetchDescriptor(predicate: TaskPredicates.starred)) == [tasks[1].title])
        let search = TaskPredicates.search("pot", in: [.open])
        #expect(Set(try titles(FetchDescriptor(predicate: search))) == ["Wash the pot", tasks[2].title])
        let all = TaskPredicates.everything(
            text: "",
            owner: ada,
            from: .day(1),
            to: .day(3),
            states: [.open],
            minimum: .normal,
            label: nil
        )
        #expect(try titles(FetchDescriptor(predicate: all)) == ["Drain"])
        let labeled = TaskPredicates.everything(
            text: "e",
            owner: nil,
            from: nil,
            to: nil,
            states: [],
            minimum: .low,
            label: "kitchen"
        )
        #expect(try titles(FetchDescriptor(predicate: labeled)) == [])
        #expect(tasks.sorted().first?.priority == .high)
        #expect(tasks.count(where: \.isOverdue) == 4)
    }

    @Test func repository() throws {
        let members = ModelRepository<TeamMember>(container: container)
        #expect(try members.count == 2)
        #expect(try members.first(where: \.email, is: "ben@example.com") === ben)
        #expect(members[ada.persistentModelID] === ada)
        try members.insert(TeamMember(name: "Cleo", email: "cleo@example.com"))
        let again = try members.insert(TeamMember(name: "Cleopatra", email: "cleo@example.com"))
        #expect(again.name == "Cleopatra")
        #expect(try members.fetch(sortedBy: SortDescriptor(\.name, order: .reverse)).first?.name == "Cleopatra")
        #expect(try members.count == 3)
        try members.delete(members.fetch(where: #Predicate { $0.tasks?.isEmpty ?? true }))
        #expect(try members.fetch(sortedBy: SortDescriptor(\.name)).map(\.name) == ["Ada", "Ben"])
        try ModelRepository<BoardTask>(context: context).deleteAll()
        #expect(ada.tasks?.isEmpty ?? true)
    }

    @Test func viewModel() throws {
        let model = TaskBoardViewModel(modelContext: context, me: ada)
        #expect(model.tasks.count == 5)
        model.filter = .mine
        #expect(model.tasks.map(\.title) == ["Boil", "Drain"])
        model.add("Fry")
        #expect(model.tasks.map(\.title) == ["Boil", "Drain", "Fry"])
        model.selection = Set(model.tasks.prefix(2).map(\.persistentModelID))
        #expect(model.selectedTitles == ["Boil", "Drain"])
        model.deleteSelection()
        #expect(model.tasks.map(\.title) == ["Fry"])
        model.toggle(model.tasks[0])
        #expect(model.tasks[0].state == .done)
        #expect(model.tasks[0].flags.contains(.starred))
        model.filter = .search("FRY")
        #expect(model.tasks.map(\.title) == ["Fry"])
        model.filter = .urgent
        #expect(model.tasks.map(\.title) == ["Eat"])
        #expect(model.error == nil)
    }

    @Test func importing() async throws {
        let importer = TaskImporter(modelContainer: container)
        let drafts = [TaskDraft(title: "One", priority: .high), TaskDraft(title: "Two", dueDate: .day(9))]
        let ids = try await importer.importDrafts(drafts, for: "ada@example.com")
        #expect(await importer.titles(of: ids) == ["One", "Two"])
        #expect(await importer.imported == 2)
        #expect(try await importer.count(BoardTask.self, where: TaskPredicates.urgent) == 2)
        try await importer.finish(ids[0])
        let one = try #require(context.model(for: ids[0]) as? BoardTask)
        #expect(one.state == .done)
        #expect(one.owner === ada)
    }

    @Test func previews() throws {
        let preview = try TaskPreviewContainer(BoardTask.self, TeamMember.self) { context in
            context.insert(TeamMember(name: "Sample", email: "s@example.com"))
        }
        preview.add([BoardTask(title: "Sample"), TaskLabel(name: "sample")])
        #expect(try preview.container.mainContext.fetchCount(FetchDescriptor<TeamMember>()) == 1)
        #expect(try preview.container.mainContext.fetchCount(FetchDescriptor<TaskLabel>()) == 1)
        #expect(preview.container.configurations.first?.name == "Preview")
    }
}
