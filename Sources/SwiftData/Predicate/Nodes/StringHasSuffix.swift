import Foundation

extension PredicateExpressions {
    /// Whether a text ends with another: `root.hasSuffix(suffix)`.
    ///
    /// Source: Foundation's method of that name. Differs from Apple, whose `#Predicate` refuses it.
    public struct StringHasSuffix<Root: PredicateExpression, Suffix: PredicateExpression>: PredicateExpression
    where Root.Output: StringProtocol, Suffix.Output: StringProtocol {
        /// The text that is asked.
        public let root: Root
        /// The text that it is compared with.
        public let suffix: Suffix

        /// Makes the node of its two operands.
        public init(root: Root, suffix: Suffix) {
            self.root = root
            self.suffix = suffix
        }

        /// The answer for bound variables.
        ///
        /// Throws what an operand throws.
        public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
            let text = String(try root.evaluate(bindings))
            let suffix = String(try self.suffix.evaluate(bindings))
            return text.hasSuffix(suffix)
        }
    }

    /// Builds the node for a call in a `#Predicate`.
    public static func build_hasSuffix<Root, Suffix>(_ root: Root, _ suffix: Suffix) -> StringHasSuffix<Root, Suffix> {
        StringHasSuffix(root: root, suffix: suffix)
    }
}

extension PredicateExpressions.StringHasSuffix: Sendable where Root: Sendable, Suffix: Sendable {}
extension PredicateExpressions.StringHasSuffix: Codable where Root: Codable, Suffix: Codable {}
extension PredicateExpressions.StringHasSuffix: StandardPredicateExpression
where Root: StandardPredicateExpression, Suffix: StandardPredicateExpression {}
