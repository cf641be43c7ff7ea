import Foundation

extension PredicateExpressions {
    /// A text in upper case: `root.uppercased()`.
    ///
    /// Source: the standard library's method of that name. Differs from Apple, whose `#Predicate` refuses it.
    public struct StringUppercased<Root: PredicateExpression>: PredicateExpression where Root.Output: StringProtocol {
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
            try root.evaluate(bindings).uppercased()
        }
    }

    /// Builds the node for a call in a `#Predicate`.
    public static func build_uppercased<Root>(_ root: Root) -> StringUppercased<Root> {
        StringUppercased(root: root)
    }
}

extension PredicateExpressions.StringUppercased: Sendable where Root: Sendable {}
extension PredicateExpressions.StringUppercased: Codable where Root: Codable {}
extension PredicateExpressions.StringUppercased: StandardPredicateExpression where Root: StandardPredicateExpression {}
