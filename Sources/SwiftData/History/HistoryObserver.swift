import Foundation
import Observation
import Synchronization

/// Counts the changes of a container's stores that matter to someone: the push to the pull of
/// ``ModelContext/fetchHistory(_:)``.
///
/// Reading ``eventCounter`` inside `withObservationTracking` tells when new transactions have come; then fetch the
/// history that is newer than your token. Safe to use from any thread.
///
/// ``ModelContainer/erase()`` counts too, except where authors are named: it has none. The history shows nothing of it,
/// so fetch the objects anew. An erasing by another process is not noticed.
///
/// Source: Apple's `HistoryObserver` (27). Difference from Apple: saves of this process count at once; those of
/// another process within a second, on Linux.
public final class HistoryObserver: Observable, Sendable {
    /// The container whose stores are watched.
    public let modelContainer: ModelContainer
    /// The classes whose changes count; empty for all.
    ///
    /// Changes of subclasses count too.
    public let observedModels: [any PersistentModel.Type]
    /// The authors whose changes count; empty for all.
    public let authors: Set<String>

    private struct State: @unchecked Sendable {
        var counter = 0
        var tokens: [String: any HistoryToken]
        var observation: AnyObject?
    }

    private let registrar = ObservationRegistrar()
    private let state: Mutex<State>

    /// Watches a container.
    ///
    /// - Parameters:
    ///   - historyTokens: Where to begin in each store, by store identifier; nil begins now.
    ///   - observedModels: The classes whose changes count; empty for all.
    ///   - authors: The authors whose changes count; empty for all.
    ///   - modelContainer: The container.
    ///   - isolation: Where the observer is made.
    /// - Throws: ``StoreError`` where the history cannot be read.
    public convenience init(
        historyTokens: [String: any HistoryToken]? = nil,
        observedModels: [any PersistentModel.Type] = [],
        authors: Set<String> = [],
        modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        let now = try modelContainer.historyTokens()
        self.init(historyTokens ?? now, observedModels, authors, modelContainer)
        if historyTokens != nil { lookForNews() }
    }

    private init(
        _ tokens: [String: any HistoryToken],
        _ models: [any PersistentModel.Type],
        _ authors: Set<String>,
        _ container: ModelContainer
    ) {
        modelContainer = container
        observedModels = models
        self.authors = authors
        state = Mutex(State(tokens: tokens))
        let observation = container.observeSaves { [weak self] in self?.lookForNews(afterErasing: $0.erasesEverything) }
        nonisolated(unsafe) let kept = observation
        state.withLock { $0.observation = kept }
    }

    /// Rises each time that relevant changes were noticed.
    public var eventCounter: Int {
        registrar.access(self, keyPath: \.eventCounter)
        return state.withLock { $0.counter }
    }

    /// Up to where the observer has looked, by store identifier.
    public var historyTokens: [String: any HistoryToken] {
        state.withLock { $0.tokens }
    }

    /// Looks at what is newer than the tokens, and counts it where it matters.
    ///
    /// - Parameter isErased: Whether every object has just been deleted. That leaves no transaction and has no author.
    private func lookForNews(afterErasing isErased: Bool = false) {
        let tokens = state.withLock { $0.tokens }
        guard let news = try? modelContainer.historyNews(since: tokens) else { return }
        state.withLock { $0.tokens.merge(news.tokens) { _, new in new } }
        guard isErased && authors.isEmpty || news.transactions.contains(where: isRelevant) else { return }
        state.withLock { $0.counter += 1 }
        // Afterwards: whoever hears of it on another thread reads at once.
        registrar.withMutation(of: self, keyPath: \.eventCounter) {}
    }

    private func isRelevant(_ transaction: DefaultHistoryTransaction) -> Bool {
        guard authors.isEmpty || transaction.author.map(authors.contains) == true else { return false }
        return observedModels.isEmpty || !transaction.entityNames.isDisjoint(with: observedNames)
    }

    /// The names of the observed classes and of the container's classes below them.
    private var observedNames: Set<String> {
        var names: Set<String> = []
        for model in observedModels {
            let name = Schema.entityName(for: model)
            names.insert(name)
            let plan = modelContainer.plans.first { $0.name == name }
            names.formUnion(plan?.family.map(\.name) ?? [])
        }
        return names
    }
}
