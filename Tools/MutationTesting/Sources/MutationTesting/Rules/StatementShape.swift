import SwiftSyntax

/// What a statement is to the block that holds it.
enum StatementShape {
    /// The statements beside one.
    static func siblings(of item: CodeBlockItemSyntax) -> CodeBlockItemListSyntax? {
        item.parent?.as(CodeBlockItemListSyntax.self)
    }

    /// The expression of a statement without `try` and `await`; nil where it is none.
    static func core(of item: CodeBlockItemSyntax) -> ExprSyntax? {
        var expression: ExprSyntax
        switch item.item {
        case .expr(let own): expression = own
        case .stmt(let statement):
            guard let own = statement.as(ExpressionStmtSyntax.self) else { return nil }
            expression = own.expression
        case .decl: return nil
        }
        while true {
            if let tried = expression.as(TryExprSyntax.self) {
                expression = tried.expression
            } else if let awaited = expression.as(AwaitExprSyntax.self) {
                expression = awaited.expression
            } else {
                return expression
            }
        }
    }

    /// Whether a statement is the value of what encloses it: the only one of a getter, of a function with a result, of
    /// a closure, or of a branch of an `if` or `switch` that is a value itself.
    static func isValue(_ item: CodeBlockItemSyntax) -> Bool {
        guard let list = siblings(of: item), list.count == 1, let holder = list.parent else { return false }
        switch holder.as(SyntaxEnum.self) {
        case .switchCase: return holder.parent?.parent.map(isValueExpression) ?? false
        case .accessorBlock, .closureExpr: return true
        case .codeBlock: return holder.parent.map(isValueBlock) ?? false
        default: return false
        }
    }

    private static func isValueBlock(_ owner: Syntax) -> Bool {
        switch owner.as(SyntaxEnum.self) {
        case .functionDecl(let function): !isVoid(function.signature.returnClause)
        case .accessorDecl(let accessor): accessor.accessorSpecifier.text == "get"
        case .ifExpr: isValueExpression(owner)
        default: false
        }
    }

    private static func isValueExpression(_ node: Syntax) -> Bool {
        guard let parent = node.parent else { return false }
        if parent.is(IfExprSyntax.self) { return isValueExpression(parent) }
        if let item = parent.as(CodeBlockItemSyntax.self) { return isValue(item) }
        if parent.is(ExpressionStmtSyntax.self), let item = parent.parent?.as(CodeBlockItemSyntax.self) {
            return isValue(item)
        }
        return true
    }

    static func isVoid(_ clause: ReturnClauseSyntax?) -> Bool {
        guard let type = clause?.type.oneLine else { return true }
        return type == "Void" || type == "()"
    }

    /// Whether control may not go on behind a statement: the last of a `guard`.
    static func mustExit(_ item: CodeBlockItemSyntax) -> Bool {
        guard let list = siblings(of: item), list.last?.id == item.id else { return false }
        return list.parent?.parent?.is(GuardStmtSyntax.self) ?? false
    }

    /// Whether nothing follows a statement in its function, so that leaving there changes nothing.
    static func isLastOfFunction(_ item: CodeBlockItemSyntax) -> Bool {
        guard let list = siblings(of: item), list.last?.id == item.id, let owner = list.parent?.parent else {
            return false
        }
        return owner.is(FunctionDeclSyntax.self) || owner.is(AccessorDeclSyntax.self)
            || list.parent?.is(ClosureExprSyntax.self) == true
    }
}
