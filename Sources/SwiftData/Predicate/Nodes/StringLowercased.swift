import Foundation

extension PredicateExpressions {
    /// A text in lower case: `root.lowercased()`.
    ///
    /// Source: the standard library's method of that name. Differs from Apple, whose `#Predicate` refuses it.
    public struct StringLowercased<Root: PredicateExpression>: PredicateExpression where Root.Output: StringProtocol {
        /// The text to change.
        public let root: Root

        /// Makes the node of its operand.
        public init(root: Root) {
            self.root = root
        }

        /// The answer for bound variables.
        ///
        /// Throws what the operand throws.
        public func evaluate(_ bindings: PredicateBindings) throws -> String {
            try root.evaluate(bindings).lowercased()
        }
    }

    /// Builds the node for a call in a `#Predicate`.
    public static func build_lowercased<Root>(_ root: Root) -> StringLowercased<Root> {
        StringLowercased(root: root)
    }
}

extension PredicateExpressions.StringLowercased: Sendable where Root: Sendable {}
extension PredicateExpressions.StringLowercased: Codable where Root: Codable {}
extension PredicateExpressions.StringLowercased: StandardPredicateExpression where Root: StandardPredicateExpression {}
