import Foundation
import Observation
import SwiftData

/// The results of a query in a view, made anew when they are read after something changed.
@MainActor
final class LiveQuery<Element: PersistentModel>: Observable {
    private(set) var context: ModelContext?
    private var descriptor = FetchDescriptor<Element>()
    private var fetched: [Element] = []
    private(set) var fetchError: (any Error)?
    private let news = QueryNews()
    private var observation: AnyObject?
    private let registrar = ObservationRegistrar()
    /// How often the store was asked.
    private(set) var fetches = 0

    /// From now on the results of this description in this context.
    func use(_ context: ModelContext?, _ descriptor: FetchDescriptor<Element>) {
        let isOtherContext = context !== self.context
        guard isOtherContext || descriptor != self.descriptor else { return }
        self.descriptor = descriptor
        news.isStale = true
        if isOtherContext { fetched = [] }
        self.context = context
        news.tell = { [weak self] in
            guard let self else { return }
            registrar.withMutation(of: self, keyPath: \.results) {}
        }
        observation = context?.observe(descriptor) { [news] in news.arrive() }
    }

    /// The objects, as they are now.
    var results: [Element] {
        registrar.access(self, keyPath: \.results)
        guard news.isStale, let context else { return fetched }
        news.isStale = false
        fetches += 1
        do {
            fetched = try context.fetchFaults(descriptor)
            fetchError = nil
        } catch {
            fetchError = error
            Diagnostics.shared.report("A query for \(Element.self) failed: \(error)")
        }
        return fetched
    }
}

/// Whether there is news for a query; told from any thread.
private final class QueryNews: @unchecked Sendable {
    private let lock = NSLock()
    private var stale = true
    var tell: (() -> Void)?

    var isStale: Bool {
        get { lock.withLock { stale } }
        set { lock.withLock { stale = newValue } }
    }

    func arrive() {
        let isFirst = lock.withLock {
            defer { stale = true }
            return !stale
        }
        if isFirst { tell?() }
    }
}
