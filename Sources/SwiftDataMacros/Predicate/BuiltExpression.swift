/// A piece of the code that `#Predicate` expands to.
indirect enum BuiltExpression {
    struct Argument {
        let label: String?
        let value: BuiltExpression
    }

    case text(String)
    case call(String, [Argument])
    /// A closure of one expression: what stands before `in`, and the body.
    case closure(String, BuiltExpression)
    /// A closure whose body binds parts of its result to names first.
    case block(String, [String], [(name: String, value: BuiltExpression)], BuiltExpression)

    /// A call of one of the `build_…` functions.
    static func build(_ name: String, _ arguments: BuiltExpression...) -> BuiltExpression {
        .call("PredicateExpressions.build_\(name)", arguments.map { Argument(label: nil, value: $0) })
    }

    /// A call of one of the `build_…` functions whose two operands are called `lhs` and `rhs`.
    static func binary(_ name: String, _ lhs: BuiltExpression, _ rhs: BuiltExpression) -> BuiltExpression {
        .call(
            "PredicateExpressions.build_\(name)",
            [Argument(label: "lhs", value: lhs), Argument(label: "rhs", value: rhs)]
        )
    }

    /// A call of one of the `build_…` functions with labels; an empty label stands for none.
    static func build(_ name: String, labeled arguments: KeyValuePairs<String, BuiltExpression>) -> BuiltExpression {
        .call(
            "PredicateExpressions.build_\(name)",
            arguments.map { Argument(label: $0.key.isEmpty ? nil : $0.key, value: $0.value) }
        )
    }

    /// A node that holds a value known when the predicate is made.
    static func value(_ source: String) -> BuiltExpression {
        build("Arg", .text(source))
    }

    static func keyPath(_ root: BuiltExpression, _ path: String) -> BuiltExpression {
        build("KeyPath", labeled: ["root": root, "keyPath": .text(path)])
    }

    static var nilLiteral: BuiltExpression { .call("PredicateExpressions.build_NilLiteral", []) }
}

extension BuiltExpression {
    private static let width = 90

    /// The source text, broken over lines where it is long.
    func rendered(indent: Int = 0) -> String {
        let flat = self.flat
        if let flat, flat.count + indent * 4 <= Self.width { return flat }
        let outer = String(repeating: "    ", count: indent)
        let inner = outer + "    "
        switch self {
        case .text(let text):
            return text
        case .call(let name, let arguments):
            let lines = arguments.map { argument in
                inner + (argument.label.map { $0 + ": " } ?? "") + argument.value.rendered(indent: indent + 1)
            }
            return "\(name)(\n\(lines.joined(separator: ",\n"))\n\(outer))"
        case .closure(let head, let body):
            return "{ \(head) in\n\(inner)\(body.rendered(indent: indent + 1))\n\(outer)}"
        case .block(let head, let statements, let parts, let result):
            var lines = statements
            lines += parts.map { "let \($0.name) = \($0.value.rendered(indent: indent + 1))" }
            lines.append("return \(result.rendered(indent: indent + 1))")
            return "{ \(head) in\n" + lines.map { inner + $0 + "\n" }.joined() + "\(outer)}"
        }
    }

    /// The source text on one line; nil if a part of it needs several.
    private var flat: String? {
        switch self {
        case .text(let text):
            return text
        case .call(let name, let arguments):
            var parts: [String] = []
            for argument in arguments {
                guard let value = argument.value.flat else { return nil }
                parts.append((argument.label.map { $0 + ": " } ?? "") + value)
            }
            return "\(name)(\(parts.joined(separator: ", ")))"
        case .closure(let head, let body):
            return body.flat.map { "{ \(head) in \($0) }" }
        case .block:
            return nil
        }
    }
}
