import Foundation
import SwiftData

private struct ModelContextKey: EnvironmentKey { static var defaultValue: ContextBox? { nil } }

/// A context as the environment holds it: it is the same where it is the same object.
private struct ContextBox: Equatable {
    let context: ModelContext
    static func == (left: ContextBox, right: ContextBox) -> Bool { left.context === right.context }
}

extension EnvironmentValues {
    /// The context that views were given.
    var givenContext: ModelContext? { self[ModelContextKey.self]?.context }

    /// The context of the views' models.
    ///
    /// Without `modelContainer(_:)` above it is an empty one in memory, and a report says so.
    public var modelContext: ModelContext {
        get { givenContext ?? EmptyContainer.context }
        set { self[ModelContextKey.self] = ContextBox(context: newValue) }
    }
}

/// What stands for a container that nobody gave.
private enum EmptyContainer {
    static var context: ModelContext {
        Diagnostics.shared.report("modelContext is read, and no view above has modelContainer(_:).")
        let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
        guard let container = try? ModelContainer(for: Schema([]), configurations: [configuration]) else {
            preconditionFailure("An empty store in memory cannot be opened.")
        }
        return ModelContext(container)
    }
}

extension View {
    /// Hands the container's main context to the views inside.
    public func modelContainer(_ container: ModelContainer) -> some View {
        altered { context, content in
            context.withEnvironment {
                $0.modelContext = container.mainContext
            } _: {
                context.render(content)
            }
        }
    }

    /// Opens a container for a model, and hands its main context to the views inside.
    public func modelContainer(
        for modelType: any PersistentModel.Type,
        inMemory: Bool = false,
        isAutosaveEnabled: Bool = true,
        isUndoEnabled: Bool = false,
        onSetup: @escaping (Result<ModelContainer, any Error>) -> Void = { _ in }
    ) -> some View {
        modelContainer(
            for: [modelType],
            inMemory: inMemory,
            isAutosaveEnabled: isAutosaveEnabled,
            isUndoEnabled: isUndoEnabled,
            onSetup: onSetup
        )
    }

    /// Opens a container for models, and hands its main context to the views inside.
    public func modelContainer(
        for modelTypes: [any PersistentModel.Type],
        inMemory: Bool = false,
        isAutosaveEnabled: Bool = true,
        isUndoEnabled: Bool = false,
        onSetup: @escaping (Result<ModelContainer, any Error>) -> Void = { _ in }
    ) -> some View {
        let setup = ContainerSetup(
            types: modelTypes,
            inMemory: inMemory,
            isAutosaveEnabled: isAutosaveEnabled,
            isUndoEnabled: isUndoEnabled
        )
        return altered { context, content in
            guard let container = OpenContainers.shared.container(for: setup, onSetup: onSetup) else {
                return context.render(content)
            }
            context.withEnvironment {
                $0.modelContext = container.mainContext
            } _: {
                context.render(content)
            }
        }
    }

    /// Hands a context to the views inside.
    public func modelContext(_ modelContext: ModelContext) -> some View {
        alterEnvironment { $0.modelContext = modelContext }
    }
}

/// What a container is opened for.
struct ContainerSetup {
    let types: [any PersistentModel.Type]
    let inMemory: Bool
    let isAutosaveEnabled: Bool
    let isUndoEnabled: Bool

    var key: String {
        types.map { String(reflecting: $0) }.sorted().joined(separator: ",")
            + "\(inMemory)\(isAutosaveEnabled)\(isUndoEnabled)"
    }
}

/// The containers that views opened: one for each set of models, shared by all pages.
@MainActor
final class OpenContainers {
    static let shared = OpenContainers()
    private var results: [String: Result<ModelContainer, any Error>] = [:]

    func container(
        for setup: ContainerSetup,
        onSetup: (Result<ModelContainer, any Error>) -> Void
    ) -> ModelContainer? {
        if let known = results[setup.key] { return try? known.get() }
        let result = Result {
            let schema = Schema(setup.types)
            let configuration = ModelConfiguration(schema: schema, isStoredInMemoryOnly: setup.inMemory)
            let container = try ModelContainer(for: schema, configurations: [configuration])
            container.mainContext.autosaveEnabled = setup.isAutosaveEnabled
            if setup.isUndoEnabled { container.mainContext.undoManager = UndoManager() }
            return container
        }
        results[setup.key] = result
        onSetup(result)
        if case .failure(let error) = result { Diagnostics.shared.report("The store could not be opened: \(error)") }
        return try? result.get()
    }
}
