import SwiftSyntax

extension PredicateRewriter {
    func rewrite(member: MemberAccessExprSyntax, _ scope: PredicateScope) -> BuiltExpression {
        guard let base = member.base else { return .value(member.trimmedDescription) }
        let root = rewrite(base, scope)
        let name = member.declName.trimmedDescription
        return name == "self" ? root : .keyPath(root, "\\.\(name)")
    }

    func rewrite(subscript call: SubscriptCallExprSyntax, _ scope: PredicateScope) -> BuiltExpression {
        let root = rewrite(call.calledExpression, scope)
        let arguments = Array(call.arguments)
        let labels = arguments.map { $0.label?.text ?? "" }
        switch labels {
        case ["keyPath"]: return .keyPath(root, arguments[0].expression.trimmedDescription)
        case [""]: return .build("subscript", root, rewrite(arguments[0].expression, scope))
        case ["", "default"]:
            return .build(
                "subscript",
                labeled: [
                    "": root, "": rewrite(arguments[0].expression, scope),
                    "default": rewrite(arguments[1].expression, scope),
                ]
            )
        default: return refuse(PredicateMessage.expression("a subscript of this kind"), at: call)
        }
    }

    /// `a?.b.c`: everything behind the first question mark is looked at only if there is a value before it.
    func optionalChain(_ expression: ExprSyntax, _ scope: PredicateScope) -> BuiltExpression? {
        guard let link = firstLink(of: expression, scope) else { return nil }
        let name = names.make("value")
        let inner = scope.replacing(link, with: .text(name))
        return .build("flatMap", rewrite(link.expression, scope), .closure(name, rewrite(expression, inner)))
    }

    /// The leftmost `?` of a chain of members, calls and subscripts that is not replaced yet.
    private func firstLink(of expression: ExprSyntax, _ scope: PredicateScope) -> OptionalChainingExprSyntax? {
        var found: OptionalChainingExprSyntax?
        var current: ExprSyntax? = expression
        while let link = current {
            if scope[link] != nil { return found }
            if let chaining = link.as(OptionalChainingExprSyntax.self) { found = chaining }
            current = base(of: link)
        }
        return found
    }

    private func base(of expression: ExprSyntax) -> ExprSyntax? {
        switch expression.as(ExprSyntaxEnum.self) {
        case .memberAccessExpr(let member): member.base
        case .functionCallExpr(let call): call.calledExpression
        case .subscriptCallExpr(let call): call.calledExpression
        case .forceUnwrapExpr(let unwrap): unwrap.expression
        case .optionalChainingExpr(let chaining): chaining.expression
        default: nil
        }
    }
}
