import Foundation
import Synchronization

/// The SQL of the predicate shapes seen lately; one for each container.
final class PredicateCache: Sendable {
    /// Past this many shapes the cache starts anew: a program has few, and one that makes ever new ones gains nothing
    /// here.
    static let limit = 512

    private struct Key: Hashable {
        let plan: ObjectIdentifier
        let nodes: [FormNode]
        let hash: UInt64

        init(_ form: PredicateForm, _ plan: EntityPlan) {
            self.plan = ObjectIdentifier(plan)
            nodes = form.nodes
            var hash = UInt64(nodes.count)
            for node in nodes { node.mix(into: &hash) }
            self.hash = hash
        }

        func hash(into hasher: inout Hasher) { hasher.combine(hash) }
    }

    private struct Entry {
        let template: PredicateTemplate
        /// Kept alive, so that no other plan can have its address.
        let plan: EntityPlan
    }

    private struct State: @unchecked Sendable {
        var templates: [Key: Entry] = [:]
    }

    private let state = Mutex(State())

    func template(for form: PredicateForm, _ plan: EntityPlan) -> PredicateTemplate? {
        let key = Key(form, plan)
        return state.withLock { $0.templates[key]?.template }
    }

    func insert(_ template: PredicateTemplate, for form: PredicateForm, _ plan: EntityPlan) {
        let key = Key(form, plan)
        let entry = Entry(template: template, plan: plan)
        state.withLock { state in
            if state.templates.count >= Self.limit { state.templates.removeAll() }
            state.templates[key] = entry
        }
    }
}
