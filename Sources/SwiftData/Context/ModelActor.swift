import Dispatch
import Foundation

/// Runs the jobs of a model actor.
public protocol ModelExecutor: Executor {
    /// The context that belongs to the executor.
    var modelContext: ModelContext { get }
}

/// A model executor that runs one job at a time.
public protocol SerialModelExecutor: ModelExecutor, SerialExecutor {}

/// Runs the jobs of one actor, one after the other, on a queue of its own.
///
/// Source: Apple's `DefaultSerialModelExecutor`. Differs from Apple: the work never runs on the main thread, wherever
/// the actor was made.
public final class DefaultSerialModelExecutor: SerialModelExecutor, @unchecked Sendable {
    /// The actor's context.
    ///
    /// Touched only by the actor's jobs.
    public let modelContext: ModelContext
    private let queue = DispatchQueue(label: "SwiftData.ModelActor")

    /// An executor for the context, which from now on belongs to the actor.
    public init(modelContext: ModelContext) {
        self.modelContext = modelContext
        modelContext.homeQueue = queue
    }

    /// Runs a job of the actor.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedSerialExecutor()
        queue.async { job.runSynchronously(on: executor) }
    }

    /// The executor as the runtime knows it.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }
}

/// An actor with a context of its own.
public protocol ModelActor: Actor {
    /// The container of the context.
    nonisolated var modelContainer: ModelContainer { get }
    /// What runs the actor's jobs.
    nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
    /// The actor's executor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        guard let serial = modelExecutor as? any SerialModelExecutor else {
            preconditionFailure("The modelExecutor of a ModelActor must be a SerialModelExecutor.")
        }
        return serial.asUnownedSerialExecutor()
    }

    /// The actor's context.
    public var modelContext: ModelContext { modelExecutor.modelContext }

    /// The instance behind an identifier, fetched where it is not in the context; nil where its row does not exist.
    public subscript<T: PersistentModel>(id: PersistentIdentifier, as type: T.Type) -> T? {
        modelContext.graph.catchUpWithOthers()
        guard let model = modelContext.graph.instance(for: id) as? T else { return nil }
        modelContext.graph.loadAllAttributes(of: model)
        return model._$state.graph == nil ? nil : model
    }
}
