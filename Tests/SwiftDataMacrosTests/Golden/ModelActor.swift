@ModelActor actor Worker {
    func work() {}
}
@ModelActor public actor PublicWorker {}
// ---- expands to ----
actor Worker {
    func work() {}

    nonisolated let modelExecutor: any SwiftData.ModelExecutor

    nonisolated let modelContainer: SwiftData.ModelContainer

    init(modelContainer: SwiftData.ModelContainer) {
        let modelContext = SwiftData.ModelContext(modelContainer)
        self.modelExecutor = SwiftData.DefaultSerialModelExecutor(modelContext: modelContext)
        self.modelContainer = modelContainer
    }
}
public actor PublicWorker {

    public nonisolated let modelExecutor: any SwiftData.ModelExecutor

    public nonisolated let modelContainer: SwiftData.ModelContainer

    public init(modelContainer: SwiftData.ModelContainer) {
        let modelContext = SwiftData.ModelContext(modelContainer)
        self.modelExecutor = SwiftData.DefaultSerialModelExecutor(modelContext: modelContext)
        self.modelContainer = modelContainer
    }
}

extension Worker: SwiftData.ModelActor {
}

extension PublicWorker: SwiftData.ModelActor {
}
