import Foundation

extension PredicateExpressions {
    /// The order of two texts as a file manager shows it, numbers by value: `root.localizedStandardCompare(other)`.
    ///
    /// Source: Foundation's method of that name. Differs from Apple, whose `#Predicate` refuses it.
    public struct StringLocalizedStandardCompare<Root: PredicateExpression, Other: PredicateExpression>:
        PredicateExpression
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
        /// The text that is asked.
        public let root: Root
        /// The text that it is compared with.
        public let other: Other

        /// Makes the node of its two operands.
        public init(root: Root, other: Other) {
            self.root = root
            self.other = other
        }

        /// The answer for bound variables.
        ///
        /// Throws what an operand throws.
        public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
            let text = String(try root.evaluate(bindings))
            let other = String(try self.other.evaluate(bindings))
            return TextMatching.localizedStandardCompare(text, other)
        }
    }

    /// Builds the node for a call in a `#Predicate`.
    public static func build_localizedStandardCompare<Root, Other>(
        _ root: Root,
        _ other: Other
    ) -> StringLocalizedStandardCompare<Root, Other> {
        StringLocalizedStandardCompare(root: root, other: other)
    }
}

extension PredicateExpressions.StringLocalizedStandardCompare: Sendable where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringLocalizedStandardCompare: Codable where Root: Codable, Other: Codable {}
extension PredicateExpressions.StringLocalizedStandardCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
