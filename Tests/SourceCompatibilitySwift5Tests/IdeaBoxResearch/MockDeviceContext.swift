import Foundation
import SwiftData

/// One device of the multi-device tests.
final class MockDeviceContext {
    let id: String
    var isOffline: Bool
    let modelContext: ModelContext
    private(set) var syncQueue: [UUID] = []

    init(id: String = "device", isOffline: Bool = false) throws {
        self.id = id
        self.isOffline = isOffline
        let config = ModelConfiguration(isStoredInMemoryOnly: true)
        modelContext = ModelContext(try ModelContainer(for: Idea.self, configurations: config))
    }

    func update(ideaId: UUID, newTitle: String, timestamp: Date) throws {
        let idea = try getIdea(ideaId) ?? Idea(id: ideaId, title: newTitle, description: "")
        modelContext.insert(idea)
        idea.title = newTitle
        idea.updatedAt = timestamp
        idea.lastModifiedBy = id
        try modelContext.save()
        syncQueue.append(ideaId)
    }

    func getIdea(_ id: UUID) throws -> Idea? {
        try modelContext.fetch(FetchDescriptor<Idea>(predicate: #Predicate { $0.id == id })).first
    }

    func resolveConflict(_ local: Idea, _ remote: Idea) -> Idea {
        ConflictResolver.resolve(local: local, remote: remote)
    }

    func fetch() throws -> [Idea] {
        try modelContext.fetch(FetchDescriptor<Idea>())
    }

    func triggerSync() async {
        if !isOffline { syncQueue.removeAll() }
    }
}
