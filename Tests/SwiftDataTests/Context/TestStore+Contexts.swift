import SwiftData

extension TestStore {
    /// A new context over the open container.
    func makeContext() -> ModelContext { ModelContext(container) }

    /// A context that shares nothing with the others but the store: over the file opened anew, or over the memory.
    func makeFreshContext() throws -> ModelContext {
        guard !configuration.isStoredInMemoryOnly else { return ModelContext(container) }
        return ModelContext(try ModelContainer(for: container.schema, configurations: [configuration]))
    }
}

extension ModelContext {
    /// Every instance of a class, in the order of insertion.
    func all<Model: PersistentModel>(_ type: Model.Type) throws -> [Model] {
        try fetch(FetchDescriptor<Model>())
    }

    /// The number of stored rows, whatever is pending.
    func storedCount<Model: PersistentModel>(_ type: Model.Type) throws -> Int {
        var descriptor = FetchDescriptor<Model>()
        descriptor.includePendingChanges = false
        return try fetchCount(descriptor)
    }
}
