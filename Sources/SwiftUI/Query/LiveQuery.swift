import Foundation
import Observation
import SwiftData

/// The results of a query in a view, made anew when they are read after something changed.
@MainActor
final class LiveQuery<Element: PersistentModel> {
    private(set) var context: ModelContext?
    private var descriptor = FetchDescriptor<Element>()
    private var fetched: [Element] = []
    private(set) var fetchError: (any Error)?
    private let news = QueryNews()
    private var observation: AnyObject?
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
        observation = context?.observe(descriptor) { [news] in news.arrive() }
    }

    /// The objects, as they are now.
    var results: [Element] {
        news.read()
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

/// Whether there is news for a query; it arrives on any thread, and whoever has read the results hears of it.
private final class QueryNews: Observable, VersionedValue, @unchecked Sendable {
    private let lock = NSLock()
    private let registrar = ObservationRegistrar()
    private var stale = true
    private var arrivals = 0

    var isStale: Bool {
        get { lock.withLock { stale } }
        set { lock.withLock { stale = newValue } }
    }

    /// Remembers that somebody reads.
    func read() {
        registrar.access(self, keyPath: \.isStale)
        ReadLog.record(self)
    }

    var version: Int { lock.withLock { arrivals } }

    func arrive() {
        let isFirst = lock.withLock {
            defer { (stale, arrivals) = (true, arrivals + 1) }
            return !stale
        }
        if isFirst { registrar.withMutation(of: self, keyPath: \.isStale) {} }
    }
}
