import Foundation
import SwiftData

/// Sample data for previews.
@MainActor
struct TaskPreviewContainer {
    let container: ModelContainer

    init(_ types: any PersistentModel.Type..., sample: (ModelContext) -> Void = { _ in }) throws {
        let schema = Schema(types)
        let configuration = ModelConfiguration("Preview", schema: schema, isStoredInMemoryOnly: true)
        container = try ModelContainer(for: schema, configurations: [configuration])
        sample(container.mainContext)
    }

    func add(_ models: [any PersistentModel]) {
        models.forEach { container.mainContext.insert($0) }
    }
}

extension ModelContainer {
    @MainActor
    static func taskPreview() throws -> ModelContainer {
        let container = try ModelContainer(
            for: BoardTask.self,
            TeamMember.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let team = TaskTeam(name: "Core")
        let ada = TeamMember(name: "Ada", email: "ada@example.com", team: team)
        let ben = TeamMember(name: "Ben", email: "ben@example.com")
        for (index, title) in ["Boil", "Cut", "Drain", "Eat"].enumerated() {
            let task = BoardTask(title: title, owner: index % 2 == 0 ? ada : ben, dueDate: .day(index + 1))
            task.priority = index == 3 ? .high : index == 0 ? .low : .normal
            container.mainContext.insert(task)
        }
        container.mainContext.insert(BoardTask(title: "Nobody's"))
        try container.mainContext.save()
        return container
    }
}
