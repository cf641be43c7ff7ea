import SwiftSyntax

/// A condition means its opposite.
struct NegateCondition: MutationRule {
    static let name = "negate-condition"

    func sites(at node: Syntax, in file: SourceFile) -> [MutationSite] {
        guard let condition = condition(of: node), !condition.is(BooleanLiteralExprSyntax.self) else { return [] }
        let range = condition.offsets
        let text = condition.oneLine
        return [
            MutationSite(
                Self.name,
                in: file,
                at: condition,
                before: text,
                after: "!(\(text))",
                // The condition stays on the left, where `try` and `await` may stand.
                edits: [
                    TextEdit(at: range.lowerBound, "(("),
                    TextEdit(at: range.upperBound, ") != \(TextEdit.question))"),
                ]
            )
        ]
    }

    private func condition(of node: Syntax) -> ExprSyntax? {
        switch node.as(SyntaxEnum.self) {
        case .conditionElement(let element):
            guard case .expression(let condition) = element.condition else { return nil }
            return condition
        case .ternaryExpr(let ternary): return ternary.condition
        case .whereClause(let clause): return clause.condition
        case .repeatStmt(let loop): return loop.condition
        default: return nil
        }
    }
}
