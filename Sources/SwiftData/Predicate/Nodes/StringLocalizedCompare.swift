import Foundation

extension PredicateExpressions {
    /// The order of two texts in the current locale: `root.localizedCompare(other)`.
    ///
    /// Source: Apple's node of the same name, which Foundation lacks on Linux.
    public struct StringLocalizedCompare<Root: PredicateExpression, Other: PredicateExpression>: PredicateExpression
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
            return text.localizedCompare(other)
        }
    }

    /// Builds the node for a call in a `#Predicate`.
    public static func build_localizedCompare<Root, Other>(
        _ root: Root,
        _ other: Other
    ) -> StringLocalizedCompare<Root, Other> {
        StringLocalizedCompare(root: root, other: other)
    }
}

extension PredicateExpressions.StringLocalizedCompare: Sendable where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringLocalizedCompare: Codable where Root: Codable, Other: Codable {}
extension PredicateExpressions.StringLocalizedCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
