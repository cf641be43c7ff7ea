import Foundation

extension ResultsObserver where SectionTitle == Never {
    /// Observes a fetch in a context.
    ///
    /// - Throws: What the first fetch throws.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(fetchDescriptor, modelContext: modelContext, section: nil)
    }

    /// Observes a fetch in a new context of a container.
    ///
    /// - Throws: What the first fetch throws.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(fetchDescriptor, modelContext: ModelContext(modelContainer), section: nil)
    }

    /// Observes what matches a condition, in a context.
    ///
    /// - Throws: What the first fetch throws.
    public convenience init(
        filterBy: Predicate<Element>? = nil,
        sortBy: [SortDescriptor<Element>]? = nil,
        modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        let descriptor = FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? [])
        try self.init(descriptor, modelContext: modelContext, section: nil)
    }

    /// Observes what matches a condition, in a new context of a container.
    ///
    /// - Throws: What the first fetch throws.
    public convenience init(
        filterBy: Predicate<Element>? = nil,
        sortBy: [SortDescriptor<Element>]? = nil,
        modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        let descriptor = FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? [])
        try self.init(descriptor, modelContext: ModelContext(modelContainer), section: nil)
    }
}
