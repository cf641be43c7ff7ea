import SwiftSyntax

/// Two arguments of one call, or the two sides of an operator, change places.
///
/// Only where both are of one type as far as the syntax shows it: the same member of two values, or two names that are
/// declared with one type.
struct SwapArguments: MutationRule {
    static let name = "swap-arguments"

    private static let operators: Set<String> = ["-", "<", "<=", ">", ">=", "<<", ">>", "/", "%"]
    /// Where the order does not matter.
    private static let symmetric: Set<String> = ["max", "min", "abs"]

    func sites(at node: Syntax, in file: SourceFile) -> [MutationSite] {
        if let call = node.as(FunctionCallExprSyntax.self) { return pairs(call, file) }
        guard let infix = node.as(InfixOperatorExprSyntax.self),
            Self.operators.contains(infix.operator.trimmedDescription),
            isPlain(infix.leftOperand), isPlain(infix.rightOperand)
        else { return [] }
        let (left, right) = (infix.leftOperand.oneLine, infix.rightOperand.oneLine)
        let symbol = infix.operator.trimmedDescription
        return [
            site(
                infix,
                infix.leftOperand,
                infix.rightOperand,
                before: "\(left) \(symbol) \(right)",
                after: "\(right) \(symbol) \(left)",
                file
            )
        ]
    }

    private func pairs(_ call: FunctionCallExprSyntax, _ file: SourceFile) -> [MutationSite] {
        guard !Self.symmetric.contains(call.calledExpression.trimmedDescription) else { return [] }
        let arguments = Array(call.arguments)
        return zip(arguments, arguments.dropFirst()).compactMap { one, other in
            guard isPlain(one.expression), isPlain(other.expression), areAlike(one.expression, other.expression)
            else { return nil }
            let callee = call.calledExpression.oneLine
            return site(
                call,
                one.expression,
                other.expression,
                before:
                    "\(callee)(… \(label(one))\(one.expression.oneLine), \(label(other))\(other.expression.oneLine) …)",
                after:
                    "\(callee)(… \(label(one))\(other.expression.oneLine), \(label(other))\(one.expression.oneLine) …)",
                file
            )
        }
    }

    private func label(_ argument: LabeledExprSyntax) -> String { argument.label.map { "\($0.text): " } ?? "" }

    private func site(
        _ whole: some SyntaxProtocol,
        _ one: ExprSyntax,
        _ other: ExprSyntax,
        before: String,
        after: String,
        _ file: SourceFile
    ) -> MutationSite {
        let (first, second) = (one.trimmedDescription, other.trimmedDescription)
        let question = TextEdit.question
        return MutationSite(
            Self.name,
            in: file,
            at: whole,
            range: one.offsets.lowerBound..<other.offsets.upperBound,
            before: before,
            after: after,
            edits: [
                TextEdit(one.offsets, "(\(question) ? \(second) : \(first))"),
                TextEdit(other.offsets, "(\(question) ? \(first) : \(second))"),
            ]
        )
    }

    /// A name or a member of a name: what can be read twice without a difference.
    private func isPlain(_ expression: ExprSyntax) -> Bool {
        if expression.is(DeclReferenceExprSyntax.self) { return true }
        guard let member = expression.as(MemberAccessExprSyntax.self), let base = member.base,
            member.declName.argumentNames == nil
        else { return false }
        return isPlain(base)
    }

    private func areAlike(_ one: ExprSyntax, _ other: ExprSyntax) -> Bool {
        guard one.trimmedDescription != other.trimmedDescription else { return false }
        if let left = one.as(MemberAccessExprSyntax.self), let right = other.as(MemberAccessExprSyntax.self) {
            return left.declName.baseName.text == right.declName.baseName.text
        }
        guard let left = one.as(DeclReferenceExprSyntax.self), let right = other.as(DeclReferenceExprSyntax.self),
            let scope = Enclosing.scope(of: one)
        else { return false }
        let types = DeclaredTypes.types(in: scope)
        guard let type = types[left.baseName.text] else { return false }
        return type == types[right.baseName.text]
    }
}

/// The types of parameters and local variables, as they are written.
private final class DeclaredTypes: SyntaxVisitor {
    private var types: [String: String] = [:]

    static func types(in scope: Syntax) -> [String: String] {
        let visitor = DeclaredTypes(viewMode: .sourceAccurate)
        visitor.walk(scope)
        return visitor.types
    }

    override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
        types[(node.secondName ?? node.firstName).text] = node.type.trimmedDescription
        return .skipChildren
    }

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        if let annotation = node.typeAnnotation {
            types[node.pattern.trimmedDescription] = annotation.type.trimmedDescription
        }
        return .visitChildren
    }
}
