import Foundation

extension PredicateExpressions {
    /// The answer of another predicate for a value of this one: `condition.evaluate(input)`.
    ///
    /// Source: Apple's node of the same name, which Foundation lacks on Linux. Differs from Apple: the other predicate is a
    /// captured value with one input, and, as predicates have no coded form on Linux, the node cannot be coded.
    public struct PredicateEvaluate<Input: PredicateExpression>: PredicateExpression {
        /// The other predicate.
        public let predicate: Predicate<Input.Output>
        /// What the other predicate is asked about.
        public let input: Input

        /// Makes the node of the other predicate and its input.
        public init(predicate: Predicate<Input.Output>, input: Input) {
            self.predicate = predicate
            self.input = input
        }

        /// The answer for bound variables.
        ///
        /// Throws what the input or the other predicate throws.
        public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
            try predicate.evaluate(input.evaluate(bindings))
        }
    }

    /// Builds the node for a call of `evaluate` on a predicate.
    public static func build_evaluate<Input>(
        _ predicate: Value<Predicate<Input.Output>>,
        _ input: Input
    ) -> PredicateEvaluate<Input> {
        PredicateEvaluate(predicate: predicate.value, input: input)
    }
}

extension PredicateExpressions.PredicateEvaluate: Sendable where Input: Sendable {}

extension PredicateExpressions.PredicateEvaluate: StandardPredicateExpression
where Input: StandardPredicateExpression {}

extension PredicateExpressions.PredicateEvaluate: Codable where Input: Codable {
    /// Always throws: the predicate inside has no coded form.
    public init(from decoder: any Decoder) throws {
        let message = "A predicate that asks another predicate has no coded form."
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: message))
    }

    /// Always throws: the predicate inside has no coded form.
    public func encode(to encoder: any Encoder) throws {
        let message = "A predicate that asks another predicate has no coded form."
        throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: message))
    }
}
