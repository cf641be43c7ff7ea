import Foundation

/// A predicate expression that a `PredicateForm` can take in.
///
/// Every node of Foundation's and of ours adopts it.
protocol SQLLowerable {
    /// Adds the expression after its children; the result is its index.
    func lower(into form: inout PredicateForm) -> Int32
}
