import Foundation

extension PredicateExpressions {
    /// Whether a text contains another, ignoring case, diacritics and width: `root.localizedStandardContains(other)`.
    ///
    /// Source: Apple's node of the same name, which Foundation lacks on Linux.
    public struct StringLocalizedStandardContains<Root: PredicateExpression, Other: PredicateExpression>:
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
        public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
            let text = String(try root.evaluate(bindings))
            let other = String(try self.other.evaluate(bindings))
            return TextMatching.localizedStandardContains(text, other)
        }
    }

    /// Builds the node for a call in a `#Predicate`.
    public static func build_localizedStandardContains<Root, Other>(
        _ root: Root,
        _ other: Other
    ) -> StringLocalizedStandardContains<Root, Other> {
        StringLocalizedStandardContains(root: root, other: other)
    }
}

extension PredicateExpressions.StringLocalizedStandardContains: Sendable where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringLocalizedStandardContains: Codable where Root: Codable, Other: Codable {}
extension PredicateExpressions.StringLocalizedStandardContains: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
