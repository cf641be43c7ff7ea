import Foundation

/// Makes a predicate over a model from a closure.
///
/// The closure is not run: it becomes a tree of nodes that a store turns into a query and that `evaluate` follows in
/// memory. What does not depend on the model is computed once, when the predicate is made.
///
/// Source: Foundation's `#Predicate`, which stays in charge of everything that is no model. Differs from it: also
/// accepts cases of enums (`.done`), captured models, `hasPrefix`, `hasSuffix`, `lowercased`, `uppercased`, the localized
/// comparisons, `switch`, `guard`, key paths in place of closures, and predicates and expressions inside of others.
@freestanding(expression)
public macro Predicate<each Input: PersistentModel>(
    _ body: (repeat each Input) -> Bool
) -> Foundation.Predicate<repeat each Input> = #externalMacro(module: "SwiftDataMacros", type: "PredicateMacro")
