import SwiftSyntax

/// A value is not assigned, or not added.
struct DropAssignment: MutationRule {
    static let name = "drop-assignment"

    private static let operators: Set<String> = [
        "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "&+=", "&-=", "<<=", ">>=", "??=",
    ]

    func sites(at node: Syntax, in file: SourceFile) -> [MutationSite] {
        guard let item = node.as(CodeBlockItemSyntax.self), !Enclosing.isDirectlyInInitializer(item),
            let infix = StatementShape.core(of: item)?.as(InfixOperatorExprSyntax.self), isAssignment(infix),
            !isBranchValue(item), infix.leftOperand.trimmedDescription != "_",
            !initializesLate(infix.leftOperand)
        else { return [] }
        return [DropStatement.site(of: item, Self.name, file)]
    }

    private func isAssignment(_ infix: InfixOperatorExprSyntax) -> Bool {
        if infix.operator.is(AssignmentExprSyntax.self) { return true }
        return Self.operators.contains(infix.operator.trimmedDescription)
    }

    /// A closure of one assignment has no value; a branch that is one does not compile anyway, but for closures.
    private func isBranchValue(_ item: CodeBlockItemSyntax) -> Bool {
        guard StatementShape.isValue(item) else { return false }
        return StatementShape.siblings(of: item)?.parent?.is(ClosureExprSyntax.self) != true
    }

    /// Whether the first value of a local variable is assigned here: `let a: Int`, and later `a = 1`.
    private func initializesLate(_ target: ExprSyntax) -> Bool {
        var names = Set<String>()
        if let name = target.as(DeclReferenceExprSyntax.self) { names.insert(name.baseName.text) }
        if let tuple = target.as(TupleExprSyntax.self) {
            for element in tuple.elements { names.insert(element.expression.trimmedDescription) }
        }
        guard !names.isEmpty, let scope = Enclosing.scope(of: target) else { return false }
        return BareDeclarations.names(in: scope).contains { names.contains($0) }
    }
}

/// Local variables that are declared without a value.
private final class BareDeclarations: SyntaxVisitor {
    private var names: [String] = []

    static func names(in scope: Syntax) -> [String] {
        let visitor = BareDeclarations(viewMode: .sourceAccurate)
        visitor.walk(scope)
        return visitor.names
    }

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        if node.initializer == nil, node.accessorBlock == nil { names.append(node.pattern.trimmedDescription) }
        return .visitChildren
    }
}
