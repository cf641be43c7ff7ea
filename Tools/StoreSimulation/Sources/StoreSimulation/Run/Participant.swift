import Dispatch
import Foundation
import SwiftData

/// A context, plain or of a model actor, and what its user holds between two steps.
final class Participant {
    let number: Int
    let slot: Int
    let isActor: Bool
    private var context: ModelContext?
    private var actor: ContextActor?
    /// Instances stay known to the context for as long as somebody holds them.
    private var held: [String: any PersistentModel] = [:]
    var heldList: HeldList?
    var heldCoded: HeldCoded?
    var heldUndo: HeldUndo?

    enum HeldList {
        case labels(book: Int, Book, [Label])
        case books(shelf: Int, Shelf, [Book])
    }

    struct HeldCoded {
        let name: Oracle.CodedName
        let book: Book
        let value: CodedValues
    }

    /// A change that may be undone for as long as its context does nothing else.
    struct HeldUndo {
        let manager: UndoManager
        let before: Oracle.Context
        /// How many saves there were when it was made.
        let commits: Int
        let words: String
    }

    init(number: Int, slot: Int, isActor: Bool) { (self.number, self.slot, self.isActor) = (number, slot, isActor) }

    /// Runs `body` with the context, on the context's own queue.
    func perform<Result>(
        in container: ModelContainer,
        _ body: @escaping (ModelContext) throws -> Result
    )
        throws -> Result
    {
        guard isActor else {
            let context = context ?? ModelContext(container)
            self.context = context
            context.author = "participant \(number)"
            return try body(context)
        }
        let actor = actor ?? ContextActor(modelContainer: container)
        self.actor = actor
        let work = ActorWork<Result>(actor: actor, body: body, author: "participant \(number)")
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            await work.run()
            done.signal()
        }
        done.wait()
        guard let result = work.extractResult() else { throw SimulationError("an actor did not do its work") }
        return try result.get()
    }

    func hold(_ model: any PersistentModel, _ name: String) { held[name] = model }

    /// Reads something of each instance, by which it takes in what other processes saved.
    func touch() {
        for model in held.values {
            switch model {
            case let model as any Numbered: _ = model.number
            case let item as Item: _ = item.number
            case let token as Token: _ = token.code
            default: break
            }
        }
    }

    /// Forgets the context and everything of it, as the end of its process does.
    func end() {
        release()
        context = nil
        actor = nil
    }

    /// Lets go of what the user holds.
    func release() {
        held = [:]
        heldList = nil
        heldCoded = nil
        if heldUndo != nil { context?.undoManager = nil }
        heldUndo = nil
    }
}

@ModelActor
private actor ContextActor {
    func run(_ body: @Sendable (ModelContext) -> Void) { body(modelContext) }
}

/// Work that another thread waits for: only one of the two uses it at a time.
///
/// Nothing of a context may go away on the actor's thread once the other one goes on: by then it holds neither the actor nor
/// what the work captured, and the result is the other thread's.
private final class ActorWork<Result>: @unchecked Sendable {
    private var actor: ContextActor?
    private var body: ((ModelContext) throws -> Result)?
    private let author: String
    private var result: Swift.Result<Result, any Error>?

    init(actor: ContextActor, body: @escaping (ModelContext) throws -> Result, author: String) {
        (self.actor, self.body, self.author) = (actor, body, author)
    }

    func run() async {
        await actor?.run { [self] context in perform(context) }
        actor = nil
    }

    private func perform(_ context: ModelContext) {
        context.author = author
        guard let body else { return }
        result = Swift.Result { try body(context) }
        self.body = nil
    }

    /// What came of it; once.
    func extractResult() -> Swift.Result<Result, any Error>? {
        defer { result = nil }
        return result
    }
}
