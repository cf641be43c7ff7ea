import SwiftSyntax

/// A call, a loop, an `if` without `else`, or a jump does not happen.
struct DropStatement: MutationRule {
    static let name = "drop-statement"

    func sites(at node: Syntax, in file: SourceFile) -> [MutationSite] {
        guard let item = node.as(CodeBlockItemSyntax.self), canGo(item) else { return [] }
        return [Self.site(of: item, Self.name, file)]
    }

    /// A site at which a statement stands behind the switch.
    static func site(of item: CodeBlockItemSyntax, _ rule: String, _ file: SourceFile) -> MutationSite {
        let range = item.item.offsets
        return MutationSite(
            rule,
            in: file,
            at: item,
            range: range,
            before: item.item.oneLine,
            after: "",
            edits: [
                TextEdit(at: range.lowerBound, "if !\(TextEdit.question) { "), TextEdit(at: range.upperBound, " }"),
            ]
        )
    }

    private func canGo(_ item: CodeBlockItemSyntax) -> Bool {
        guard !StatementShape.mustExit(item), !StatementShape.isValue(item) else { return false }
        if let core = StatementShape.core(of: item) {
            if let branch = core.as(IfExprSyntax.self) { return branch.elseBody == nil }
            return core.as(FunctionCallExprSyntax.self).map(canGo) ?? false
        }
        guard case .stmt(let statement) = item.item else { return false }
        switch statement.as(StmtSyntaxEnum.self) {
        case .forStmt, .whileStmt, .repeatStmt, .continueStmt: return true
        case .breakStmt: return (StatementShape.siblings(of: item)?.count ?? 1) > 1
        case .returnStmt(let exit): return exit.expression == nil && !StatementShape.isLastOfFunction(item)
        default: return false
        }
    }

    /// Not the call of another initializer, which the compiler wants, and not one whose words alone go.
    private func canGo(_ call: FunctionCallExprSyntax) -> Bool {
        if ExcludedContext.contains(Syntax(call)) { return false }
        guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else { return true }
        return member.declName.baseName.text != "init"
    }
}
