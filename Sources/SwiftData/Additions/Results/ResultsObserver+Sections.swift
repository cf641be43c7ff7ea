import Foundation

// Sections by a text property, or an optional one whose nil becomes a section without a title.

extension ResultsObserver where SectionTitle == String {
    /// Observes a fetch in a context, divided by a text property.
    ///
    /// - Throws: What the first fetch throws.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        sectionBy: KeyPath<Element, String>,
        modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(fetchDescriptor, modelContext: modelContext, section: Self.section(sectionBy))
    }

    /// Observes what matches a condition in a context, divided by a text property.
    ///
    /// - Throws: What the first fetch throws.
    public convenience init(
        filterBy: Predicate<Element>? = nil,
        sortBy: [SortDescriptor<Element>]? = nil,
        sectionBy: KeyPath<Element, String>,
        modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        let descriptor = FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? [])
        try self.init(descriptor, modelContext: modelContext, section: Self.section(sectionBy))
    }

    /// Observes a fetch in a new context of a container, divided by a text property.
    ///
    /// - Throws: What the first fetch throws.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        sectionBy: KeyPath<Element, String>,
        modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(fetchDescriptor, modelContext: ModelContext(modelContainer), section: Self.section(sectionBy))
    }

    /// Observes what matches a condition in a new context of a container, divided by a text property.
    ///
    /// - Throws: What the first fetch throws.
    public convenience init(
        filterBy: Predicate<Element>? = nil,
        sortBy: [SortDescriptor<Element>]? = nil,
        sectionBy: KeyPath<Element, String>,
        modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        let descriptor = FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? [])
        try self.init(descriptor, modelContext: ModelContext(modelContainer), section: Self.section(sectionBy))
    }

    /// Observes a fetch in a context, divided by an optional text property; objects without a value share a section
    /// with an empty title.
    ///
    /// - Throws: What the first fetch throws.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        sectionBy: KeyPath<Element, String?>,
        modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(fetchDescriptor, modelContext: modelContext, section: Self.optionalSection(sectionBy))
    }

    /// Observes what matches a condition in a context, divided by an optional text property; objects without a value
    /// share a section with an empty title.
    ///
    /// - Throws: What the first fetch throws.
    public convenience init(
        filterBy: Predicate<Element>? = nil,
        sortBy: [SortDescriptor<Element>]? = nil,
        sectionBy: KeyPath<Element, String?>,
        modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        let descriptor = FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? [])
        try self.init(descriptor, modelContext: modelContext, section: Self.optionalSection(sectionBy))
    }

    /// Observes a fetch in a new context of a container, divided by an optional text property; objects without a value
    /// share a section with an empty title.
    ///
    /// - Throws: What the first fetch throws.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        sectionBy: KeyPath<Element, String?>,
        modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            fetchDescriptor,
            modelContext: ModelContext(modelContainer),
            section: Self.optionalSection(sectionBy)
        )
    }

    /// Observes what matches a condition in a new context of a container, divided by an optional text property; objects
    /// without a value share a section with an empty title.
    ///
    /// - Throws: What the first fetch throws.
    public convenience init(
        filterBy: Predicate<Element>? = nil,
        sortBy: [SortDescriptor<Element>]? = nil,
        sectionBy: KeyPath<Element, String?>,
        modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        let descriptor = FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? [])
        try self.init(descriptor, modelContext: ModelContext(modelContainer), section: Self.optionalSection(sectionBy))
    }

    private static func section(_ keyPath: KeyPath<Element, String>) -> SectionKey<Element, String> {
        SectionKey(keyPath: keyPath, title: { $0[keyPath: keyPath] }, order: [SortDescriptor(sendable(keyPath))])
    }

    private static func optionalSection(_ keyPath: KeyPath<Element, String?>) -> SectionKey<Element, String> {
        SectionKey(keyPath: keyPath, title: { $0[keyPath: keyPath] ?? "" }, order: [SortDescriptor(sendable(keyPath))])
    }

    /// The same key path as a sendable one: a path to a property holds nothing but its type and offset.
    private static func sendable<Value>(_ keyPath: KeyPath<Element, Value>) -> KeyPath<Element, Value> & Sendable {
        unsafeBitCast(keyPath, to: (KeyPath<Element, Value> & Sendable).self)
    }
}
