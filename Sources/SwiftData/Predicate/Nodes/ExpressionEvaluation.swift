import Foundation

extension PredicateExpressions {
    /// The result of an expression for a value of a predicate: `expression.evaluate(input)`.
    ///
    /// Source: Foundation's `ExpressionEvaluate`, which on Linux cannot stand in a predicate. Differs from it: the expression
    /// is a captured value with one input, and, as expressions have no coded form on Linux, the node cannot be coded.
    public struct ExpressionEvaluation<Input: PredicateExpression, Result>: PredicateExpression {
        /// The type of the expression's result.
        public typealias Output = Result

        /// The expression.
        public let expression: Expression<Input.Output, Result>
        /// What the expression is given.
        public let input: Input

        /// Makes the node of the expression and its input.
        public init(expression: Expression<Input.Output, Result>, input: Input) {
            self.expression = expression
            self.input = input
        }

        /// The result for bound variables.
        ///
        /// Throws what the input or the expression throws.
        public func evaluate(_ bindings: PredicateBindings) throws -> Result {
            try expression.evaluate(input.evaluate(bindings))
        }
    }

    /// Builds the node for a call of `evaluate` on an expression.
    public static func build_evaluate<Input, Result>(
        _ expression: Value<Expression<Input.Output, Result>>,
        _ input: Input
    ) -> ExpressionEvaluation<Input, Result> {
        ExpressionEvaluation(expression: expression.value, input: input)
    }
}

extension PredicateExpressions.ExpressionEvaluation: Sendable where Input: Sendable {}

extension PredicateExpressions.ExpressionEvaluation: StandardPredicateExpression
where Input: StandardPredicateExpression {}

extension PredicateExpressions.ExpressionEvaluation: Codable where Input: Codable {
    /// Always throws: the expression inside has no coded form.
    public init(from decoder: any Decoder) throws {
        let message = "A predicate that asks an expression has no coded form."
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: message))
    }

    /// Always throws: the expression inside has no coded form.
    public func encode(to encoder: any Encoder) throws {
        let message = "A predicate that asks an expression has no coded form."
        throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: message))
    }
}
