import Foundation
import Observation
import SwiftData

/// What a fetch gives, kept current: a view that reads it is drawn anew when it changes.
///
/// The array holds faults: a row is loaded when it is shown. The fetch is made again only after a save, or a change in the view's own
/// context, that touched its entity. Source: Apple's `Query`, of SwiftData's part for SwiftUI.
@propertyWrapper
@MainActor @preconcurrency
public struct Query<Element: PersistentModel, Result> {
    private let descriptor: FetchDescriptor<Element>
    private var live: LiveQuery<Element>?

    /// The objects.
    public var wrappedValue: Result {
        ((live?.results ?? []) as? Result) ?? emptyResult()
    }

    private func emptyResult() -> Result {
        preconditionFailure("A query gives an array of \(Element.self).")
    }

    /// Why the last fetch failed; the results before it stay.
    public var fetchError: (any Error)? { live?.fetchError }

    /// The context of the fetch.
    public var modelContext: ModelContext {
        guard let context = live?.context else {
            preconditionFailure("A query has a context while its view is shown: use modelContainer(_:).")
        }
        return context
    }
}

extension Query: GraphProperty {
    mutating func install(_ slot: PropertySlot) {
        let query = slot.box { LiveQuery<Element>() }
        query.use(slot.environment.givenContext, descriptor)
        live = query
        let known = slot.environment.givenContext
        slot.node.environmentReads.append { $0.givenContext === known }
    }

    func isSame(as other: Query<Element, Result>) -> Bool { descriptor == other.descriptor }
}

extension Query where Result == [Element] {
    nonisolated private init(_ descriptor: FetchDescriptor<Element>) {
        self.descriptor = descriptor
        live = nil
    }

    /// All objects.
    public nonisolated init() { self.init(FetchDescriptor()) }

    /// All objects.
    public nonisolated init(animation: Animation) { self.init(FetchDescriptor()) }

    /// All objects.
    public nonisolated init(transaction: Transaction) { self.init(FetchDescriptor()) }

    /// What a description asks for.
    public nonisolated init(_ descriptor: FetchDescriptor<Element>, animation: Animation = .default) {
        self.init(descriptor)
    }

    /// What a description asks for.
    public nonisolated init(_ descriptor: FetchDescriptor<Element>, transaction: Transaction) { self.init(descriptor) }

    /// The objects that match, in order.
    public nonisolated init(
        filter: Predicate<Element>? = nil,
        sort descriptors: [SortDescriptor<Element>] = [],
        animation: Animation = .default
    ) {
        self.init(FetchDescriptor(predicate: filter, sortBy: descriptors))
    }

    /// The objects that match, in order.
    public nonisolated init(
        filter: Predicate<Element>? = nil,
        sort descriptors: [SortDescriptor<Element>] = [],
        transaction: Transaction
    ) {
        self.init(FetchDescriptor(predicate: filter, sortBy: descriptors))
    }

    /// The objects that match, in the order of a property.
    public nonisolated init<Value: Comparable>(
        filter: Predicate<Element>? = nil,
        sort keyPath: KeyPath<Element, Value> & Sendable,
        order: SortOrder = .forward,
        animation: Animation = .default
    ) {
        self.init(FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(keyPath, order: order)]))
    }

    /// The objects that match, in the order of a property.
    public nonisolated init<Value: Comparable>(
        filter: Predicate<Element>? = nil,
        sort keyPath: KeyPath<Element, Value?> & Sendable,
        order: SortOrder = .forward,
        animation: Animation = .default
    ) {
        self.init(FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(keyPath, order: order)]))
    }

    /// The objects that match, in the order of a property.
    public nonisolated init<Value: Comparable>(
        filter: Predicate<Element>? = nil,
        sort keyPath: KeyPath<Element, Value> & Sendable,
        order: SortOrder = .forward,
        transaction: Transaction
    ) {
        self.init(FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(keyPath, order: order)]))
    }

    /// The objects that match, in the order of a property.
    public nonisolated init<Value: Comparable>(
        filter: Predicate<Element>? = nil,
        sort keyPath: KeyPath<Element, Value?> & Sendable,
        order: SortOrder = .forward,
        transaction: Transaction
    ) {
        self.init(FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(keyPath, order: order)]))
    }
}
