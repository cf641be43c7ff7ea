import Foundation
import Observation

/// Keeps the result of a fetch current: what `@Query` does, without a view.
///
/// Reading ``results`` or ``sections`` inside `withObservationTracking` tells when they may have changed: after any
/// change in the observer's context, after a save in any other context of the container, and within a second after
/// another process saved. The fetch itself is made at the next read, in the isolation of the reader; a read is never out of date.
///
/// Source: Apple's `ResultsObserver` (27). Use `Never` as `SectionTitle` where no sections are wanted. Like its
/// context it belongs to one isolation domain.
public final class ResultsObserver<Element: PersistentModel, SectionTitle: Hashable>: Observable {
    /// The context whose objects the results are.
    public let modelContext: ModelContext
    /// The fetch; change it through ``filterBy`` and ``sortBy``.
    public private(set) var fetchDescriptor: FetchDescriptor<Element>
    /// The property that gives the sections; nil where there are none.
    public let sectionBy: PartialKeyPath<Element>?

    private let title: ((Element) -> SectionTitle)?
    /// The order by section that goes before ``sortBy``.
    private let sectionOrder: [SortDescriptor<Element>]
    private let registrar = ObservationRegistrar()
    private let staleness = Staleness()
    private var fetched: [Element] = []
    private var divided: SectionedResults<Element, SectionTitle>?
    private var saveObservation: AnyObject?
    /// Why the last fetch failed; the results before it stay.
    ///
    /// An addition of this package.
    public private(set) var fetchError: (any Error)?

    init(
        _ descriptor: FetchDescriptor<Element>,
        modelContext: ModelContext,
        section: SectionKey<Element, SectionTitle>?
    ) throws {
        self.modelContext = modelContext
        sectionBy = section?.keyPath
        title = section?.title
        sectionOrder = section?.order ?? []
        fetchDescriptor = descriptor
        fetchDescriptor.sortBy = Self.sorted(descriptor.sortBy, after: section?.order ?? [])
        try fetch()
        observe()
    }

    private static func sorted(
        _ order: [SortDescriptor<Element>],
        after section: [SortDescriptor<Element>]
    ) -> [SortDescriptor<Element>] {
        guard order.first?.keyPath != section.first?.keyPath else { return order }
        return section + order
    }

    // MARK: Results

    /// The objects that match now, in order.
    public var results: FetchResultsCollection<Element> {
        registrar.access(self, keyPath: \.results)
        refresh()
        return FetchResultsCollection(fetched)
    }

    /// The results in sections, in the order in which the titles first come up; nil where no sections were asked for.
    public var sections: SectionedResults<Element, SectionTitle>? {
        registrar.access(self, keyPath: \.sections)
        refresh()
        return divided
    }

    /// The condition; setting it fetches anew.
    public var filterBy: Predicate<Element>? {
        get {
            registrar.access(self, keyPath: \.filterBy)
            return fetchDescriptor.predicate
        }
        set {
            registrar.withMutation(of: self, keyPath: \.filterBy) { fetchDescriptor.predicate = newValue }
            becomeStale()
        }
    }

    /// The order; setting it fetches anew.
    ///
    /// The section's property always comes first.
    public var sortBy: [SortDescriptor<Element>] {
        get {
            registrar.access(self, keyPath: \.sortBy)
            return fetchDescriptor.sortBy
        }
        set {
            registrar.withMutation(of: self, keyPath: \.sortBy) {
                fetchDescriptor.sortBy = Self.sorted(newValue, after: sectionOrder)
            }
            becomeStale()
        }
    }

    /// The object at a section and a position in it; nil without sections and outside the bounds.
    public func element(at indexPath: IndexPath) -> Element? {
        guard indexPath.count == 2, let sections, sections.indices.contains(indexPath[0]) else { return nil }
        let section = sections[indexPath[0]]
        return section.indices.contains(indexPath[1]) ? section[indexPath[1]] : nil
    }

    /// The section of an object and its position there; nil where it is not among the results.
    public func indexPath(for element: Element) -> IndexPath? {
        guard let sections else { return nil }
        for (number, section) in sections.enumerated() {
            if let position = section.firstIndex(where: { $0 === element }) { return [number, position] }
        }
        return nil
    }

    // MARK: Keeping current

    private func fetch() throws {
        _ = staleness.clear()
        fetched = try modelContext.fetch(fetchDescriptor)
        divided = title.map { SectionedResults(fetched, title: $0) }
        fetchError = nil
    }

    private func refresh() {
        guard staleness.clear() else { return }
        do {
            try fetch()
        } catch {
            fetchError = error
        }
    }

    private func observe() {
        modelContext.observeChanges(owner: self) { [weak self] _ in self?.becomeStale() }
        let entities = Set(modelContext.graph.registry(for: Element.self)?.plan.family.map(\.index) ?? [])
        let relay = ObserverRelay { [weak self] in self?.becomeStale() }
        saveObservation = modelContext.container.observeSaves { notice in
            // Another entity may stand in the condition or the order, so any entity counts where there are links.
            if notice.erasesEverything || notice.isFromOutside || !notice.entities.isDisjoint(with: entities)
                || !notice.relinked.isEmpty
            {
                relay.fire()
            }
        }
    }

    /// Each change is told, also the second one before a read: the Observation library installs its observers only after
    /// the read, so the first change may have reached nobody.
    private func becomeStale() {
        staleness.mark()
        registrar.withMutation(of: self, keyPath: \.results) {}
        registrar.withMutation(of: self, keyPath: \.sections) {}
    }
}

/// The property that divides results into sections.
struct SectionKey<Element: PersistentModel, SectionTitle: Hashable> {
    let keyPath: PartialKeyPath<Element>
    let title: (Element) -> SectionTitle
    /// One, kept in an array: a bare stored descriptor does not link in a release build with Swift 6.3 on Linux.
    let order: [SortDescriptor<Element>]
}
