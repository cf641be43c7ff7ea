/// Takes a closure of many conditions apart, so that the compiler checks the type of each on its own.
///
/// One large expression of generic calls soon takes it too long, which is a common complaint about `#Predicate`.
extension PredicateRewriter {
    private static let limit = 3

    /// The closure of a head, constants and a body.
    ///
    /// `isCondition` is whether the body is known to be true or false.
    func takenApart(
        _ head: String,
        _ constants: [String],
        _ body: BuiltExpression,
        isCondition: Bool
    ) -> BuiltExpression {
        guard isCondition || body.isLogical, body.conditionCount >= Self.limit else {
            return constants.isEmpty ? .closure(head, body) : .block(head, constants, [], body)
        }
        var parts: [(name: String, value: BuiltExpression)] = []
        let result = split(body, into: &parts)
        return .block(head, constants, parts, result)
    }

    private func split(
        _ expression: BuiltExpression,
        into parts: inout [(name: String, value: BuiltExpression)]
    ) -> BuiltExpression {
        if let (name, operands) = expression.conditions {
            var arguments: [BuiltExpression.Argument] = []
            for operand in operands {
                arguments.append(.init(label: operand.label, value: split(operand.value, into: &parts)))
            }
            return .call(name, arguments)
        }
        guard !expression.isConstant else { return expression }
        let name = names.make("condition")
        parts.append((name, expression))
        return .text(name)
    }
}

extension BuiltExpression {
    /// The node and its operands, where all of them are conditions.
    fileprivate var conditions: (String, [Argument])? {
        guard case .call(let name, let arguments) = self else { return nil }
        let logical = ["Conjunction", "Disjunction", "Negation", "Conditional"].map {
            "PredicateExpressions.build_\($0)"
        }
        return logical.contains(name) ? (name, arguments) : nil
    }

    /// Whether the result can be nothing but a condition; both branches of a `Conditional` may be anything.
    fileprivate var isLogical: Bool {
        conditions.map { !$0.0.hasSuffix("_Conditional") } ?? false
    }

    fileprivate var conditionCount: Int {
        guard let (_, operands) = conditions else { return isConstant ? 0 : 1 }
        return operands.reduce(0) { $0 + $1.value.conditionCount }
    }

    /// A literal or a name: nothing to check.
    fileprivate var isConstant: Bool {
        switch self {
        case .text: return true
        case .call(let name, let arguments):
            guard name == "PredicateExpressions.build_Arg", case .text(let source)? = arguments.first?.value else {
                return false
            }
            return source == "true" || source == "false"
        default: return false
        }
    }
}
