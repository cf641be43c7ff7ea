import Foundation

/// A predicate's expression tree without its generics: a flat list of nodes in postorder, and what they capture.
///
/// The nodes do not hold captured values, so they serve as the key under which the SQL text of a known shape is found
/// again.
struct PredicateForm {
    var nodes: [FormNode] = []
    var constants: [PredicateConstant] = []
    /// Why a node is `.unsupported`.
    var reasons: [String] = []
    private var variables: [PredicateExpressions.VariableID] = []
    /// Variables that stand for another expression: those of inlined predicates.
    private var replacements: [Int: Int32] = [:]

    init() {
        nodes.reserveCapacity(24)
    }

    var root: Int32 { Int32(nodes.count) - 1 }

    subscript(_ index: Int32) -> FormNode { nodes[Int(index)] }

    /// The number of a variable.
    mutating func slot(of variable: PredicateExpressions.VariableID) -> Int {
        if let slot = variables.firstIndex(of: variable) { return slot }
        variables.append(variable)
        return variables.count - 1
    }

    /// Takes in any expression.
    mutating func lower<Expression: PredicateExpression>(_ expression: Expression) -> Int32 {
        if let known = expression as? any SQLLowerable { return known.lower(into: &self) }
        return unsupported(Expression.self, reason: "unknown expression \(Expression.self)")
    }
}

// MARK: - Leaves

extension PredicateForm {
    mutating func constant<Value>(_ value: Value, from start: FormMark? = nil) -> Int32 {
        let start = start ?? mark
        nodes.removeSubrange(start.nodes...)
        constants.removeSubrange(start.constants...)
        let constant = PredicateConstant.make(value)
        var node = FormNode(operation: .constant, type: Value.self, start: start)
        node.first = Int32(constants.count)
        node.shape = constant.shape
        constants.append(constant)
        return append(node)
    }

    mutating func variable<Output>(_ variable: PredicateExpressions.Variable<Output>) -> Int32 {
        let slot = slot(of: variable.key)
        var node = FormNode(operation: .variable, type: Output.self, start: mark)
        if let target = replacements[slot] {
            node.operation = .reference
            node.first = target
            node.free = self[target].free
        } else {
            node.slot = Int32(slot)
            node.free = Self.bit(slot)
        }
        return append(node)
    }

    mutating func unsupported(_ type: Any.Type, reason: String) -> Int32 {
        var node = FormNode(operation: .unsupported, type: type, start: mark)
        node.first = Int32(reasons.count)
        node.free = .max
        reasons.append(reason)
        return append(node)
    }

    /// Makes a variable stand for an expression that is taken in already.
    mutating func replace(_ variable: PredicateExpressions.VariableID, by target: Int32) {
        replacements[slot(of: variable)] = target
    }
}

// MARK: - Inner nodes

extension PredicateForm {
    /// The next node's position, to fold everything from here on into a constant.
    var mark: FormMark { FormMark(nodes: nodes.count, constants: constants.count) }

    /// Adds an inner node; one without free variables is evaluated at once and becomes a constant.
    mutating func node<Expression: PredicateExpression>(
        _ operation: FormOperation,
        _ expression: Expression,
        _ children: Int32...,
        binding variable: PredicateExpressions.VariableID? = nil,
        detail: UInt8 = 0,
        folds: Bool = true,
        change: (inout FormNode) -> Void = { _ in }
    ) -> Int32 {
        var node = FormNode(operation: operation, type: Expression.Output.self, start: mark)
        if let first = children.first { node.start = self[first].start }
        for child in children { node.free |= self[child].free }
        node.first = children.first ?? -1
        node.second = children.count > 1 ? children[1] : -1
        node.third = children.count > 2 ? children[2] : -1
        node.detail = detail
        if let variable {
            let slot = slot(of: variable)
            node.slot = Int32(slot)
            if slot < Self.crowd { node.free &= ~Self.bit(slot) }
        }
        change(&node)
        if !folds { node.free |= Self.unfoldable }
        if node.free == 0 { return fold(expression, from: node.start) }
        return append(node)
    }

    /// An expression that fails for every row (a captured nil, unwrapped) becomes a node that says so.
    private mutating func fold<Expression: PredicateExpression>(
        _ expression: Expression,
        from start: FormMark
    ) -> Int32 {
        if let value = try? expression.evaluate(PredicateBindings()) { return constant(value, from: start) }
        nodes.removeSubrange(start.nodes...)
        constants.removeSubrange(start.constants...)
        return append(FormNode(operation: .failure, type: Expression.Output.self, start: start))
    }

    private mutating func append(_ node: FormNode) -> Int32 {
        nodes.append(node)
        return Int32(nodes.count) - 1
    }

    /// Variables from this one on share a bit, so that nothing that reads one of them is folded.
    private static let crowd = 62
    private static let unfoldable: UInt64 = 1 << 63
    private static func bit(_ slot: Int) -> UInt64 { 1 << UInt64(min(slot, crowd)) }
}
