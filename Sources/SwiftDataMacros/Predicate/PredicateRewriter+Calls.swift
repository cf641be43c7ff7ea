import SwiftSyntax

extension PredicateRewriter {
    /// Methods of one operand beside the receiver whose node's builder has the method's name.
    private static let oneOperand: Set<String> = [
        "contains", "localizedStandardContains", "localizedCaseInsensitiveContains", "caseInsensitiveCompare",
        "localizedCompare", "localizedCaseInsensitiveCompare", "localizedStandardCompare", "hasSuffix", "evaluate",
    ]
    private static let noOperand: Set<String> = ["min", "max", "lowercased", "uppercased"]

    func rewrite(call: FunctionCallExprSyntax, _ scope: PredicateScope) -> BuiltExpression {
        guard let callee = call.calledExpression.as(MemberAccessExprSyntax.self), let receiver = callee.base else {
            return refuse(PredicateMessage.call(call.calledExpression.trimmedDescription), at: call.calledExpression)
        }
        let name = callee.declName.baseName.text
        let arguments =
            call.arguments.map { (label: $0.label?.text ?? "", expression: $0.expression) }
            + (call.trailingClosure.map { [(label: "{}", expression: ExprSyntax($0))] } ?? [])
        let signature = name + "(" + arguments.map { $0.label + ":" }.joined() + ")"
        let root = rewrite(receiver, scope)
        if arguments.isEmpty, Self.noOperand.contains(name) { return .build(name, root) }
        guard let argument = arguments.first, arguments.count == 1 else {
            return refuse(PredicateMessage.call(name), at: callee.declName)
        }
        if let node = closureCall(signature, root, argument.expression, scope) { return node }
        if argument.label.isEmpty, Self.oneOperand.contains(name) {
            return .build(name, root, rewrite(argument.expression, scope))
        }
        switch signature {
        case "starts(with:)", "hasPrefix(:)":
            return .build("starts", labeled: ["": root, "with": rewrite(argument.expression, scope)])
        case "isMultiple(of:)":
            let remainder = BuiltExpression.binary("Remainder", root, rewrite(argument.expression, scope))
            return .binary("Equal", remainder, .value("0"))
        default:
            return refuse(PredicateMessage.call(name), at: callee.declName)
        }
    }

    /// Methods that ask something of each element, or of the value in an optional.
    private func closureCall(
        _ signature: String,
        _ root: BuiltExpression,
        _ argument: ExprSyntax,
        _ scope: PredicateScope
    ) -> BuiltExpression? {
        var inner = scope
        inner.expectsCondition = !signature.hasPrefix("map") && !signature.hasPrefix("flatMap")
        func condition() -> BuiltExpression { elementClosure(argument, signature, inner) }
        switch signature {
        case "contains(where:)", "contains({}:)":
            return .build("contains", labeled: ["": root, "where": condition()])
        case "contains(:)" where argument.is(ClosureExprSyntax.self):
            return .build("contains", labeled: ["": root, "where": condition()])
        case "allSatisfy(:)", "allSatisfy({}:)": return .build("allSatisfy", root, condition())
        case "filter(:)", "filter({}:)": return .build("filter", root, condition())
        case "first(where:)", "first({}:)": return .keyPath(.build("filter", root, condition()), "\\.first")
        case "count(where:)", "count({}:)": return .keyPath(.build("filter", root, condition()), "\\.count")
        case "map(:)", "map({}:)", "flatMap(:)", "flatMap({}:)": return .build("flatMap", root, condition())
        default: return nil
        }
    }

    /// A closure over one element, also one that is written as a key path.
    private func elementClosure(
        _ argument: ExprSyntax,
        _ signature: String,
        _ scope: PredicateScope
    ) -> BuiltExpression {
        if let closure = argument.as(ClosureExprSyntax.self) { return self.closure(closure, scope) }
        guard let path = argument.as(KeyPathExprSyntax.self) else {
            let name = String(signature.prefix { $0 != "(" })
            return refuse(PredicateMessage.closureArgument(name), at: argument)
        }
        let name = names.make("element")
        return .closure(name, .keyPath(.text(name), path.trimmedDescription))
    }
}
