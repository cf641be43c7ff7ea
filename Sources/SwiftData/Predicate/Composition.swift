import Foundation

// Predicates put together while the program runs. An addition of this package: Apple's `Predicate` has no such initialisers.

extension Predicate {
    /// A predicate that holds where all of the given ones hold; where there are none, it always holds.
    ///
    /// An addition of this package.
    public init(all predicates: [Predicate<repeat each Input>]) {
        self.init { (variable: repeat PredicateExpressions.Variable<each Input>) in
            PredicateExpressions.PredicateJunction(predicates, isConjunction: true, repeat each variable)
        }
    }

    /// A predicate that holds where any of the given ones holds; where there are none, it never holds.
    ///
    /// An addition of this package.
    public init(any predicates: [Predicate<repeat each Input>]) {
        self.init { (variable: repeat PredicateExpressions.Variable<each Input>) in
            PredicateExpressions.PredicateJunction(predicates, isConjunction: false, repeat each variable)
        }
    }
}

extension PredicateExpressions {
    /// Whether all, or any, of some predicates hold for the same input: see `Predicate.init(all:)` and `init(any:)`.
    ///
    /// As predicates have no coded form on Linux, the node cannot be coded.
    public struct PredicateJunction<each Input>: StandardPredicateExpression {
        /// The answer's type.
        public typealias Output = Bool

        /// The predicates that are joined.
        public let predicates: [Predicate<repeat each Input>]
        /// Whether all must hold; else one is enough.
        public let isConjunction: Bool
        /// What the predicates are asked about.
        public let variable: (repeat Variable<each Input>)

        init(
            _ predicates: [Predicate<repeat each Input>],
            isConjunction: Bool,
            _ variable: repeat Variable<each Input>
        ) {
            self.predicates = predicates
            self.isConjunction = isConjunction
            self.variable = (repeat each variable)
        }

        /// The answer for bound variables; the first predicate that decides ends the search.
        ///
        /// Throws what a predicate throws.
        public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
            for predicate in predicates {
                let holds = try predicate.evaluate(repeat try (each variable).evaluate(bindings))
                if holds != isConjunction { return holds }
            }
            return isConjunction
        }

        /// Throws `DecodingError`.
        public init(from decoder: any Decoder) throws {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "A composed predicate has no coded form.")
            )
        }

        /// Throws `EncodingError`.
        public func encode(to encoder: any Encoder) throws {
            throw EncodingError.invalidValue(
                self,
                .init(codingPath: encoder.codingPath, debugDescription: "A composed predicate has no coded form.")
            )
        }
    }
}
