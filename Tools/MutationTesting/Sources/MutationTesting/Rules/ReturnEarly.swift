import SwiftSyntax

/// A function returns before its work, or in the middle of it.
struct ReturnEarly: MutationRule {
    static let name = "return-early"

    func sites(at node: Syntax, in file: SourceFile) -> [MutationSite] {
        if let function = node.as(FunctionDeclSyntax.self), let body = function.body {
            let clause = function.signature.returnClause
            if StatementShape.isVoid(clause) { return exits(body.statements, file) }
            guard let clause else { return [] }
            return values(of: clause.type).flatMap { begin(body.statements, $0, file) }
        }
        guard let variable = node.as(VariableDeclSyntax.self), let binding = variable.bindings.first,
            let type = binding.typeAnnotation?.type, case .getter(let statements)? = binding.accessorBlock?.accessors
        else { return [] }
        return values(of: type).flatMap { begin(statements, $0, file) }
    }

    /// `return` before each statement.
    private func exits(_ statements: CodeBlockItemListSyntax, _ file: SourceFile) -> [MutationSite] {
        statements.map { item in
            site(item, file, before: item.item.oneLine, after: "return", insertion: "return", rest: "")
        }
    }

    /// `return` of a value before the first statement.
    private func begin(_ statements: CodeBlockItemListSyntax, _ value: String, _ file: SourceFile) -> [MutationSite] {
        guard let item = statements.first, item.item.oneLine != "return \(value)", item.item.oneLine != value else {
            return []
        }
        let rest = isImplicitReturn(item) ? "return " : ""
        return [
            site(
                item,
                file,
                before: item.item.oneLine,
                after: "return \(value)",
                insertion: "return \(value)",
                rest: rest
            )
        ]
    }

    private func site(
        _ item: CodeBlockItemSyntax,
        _ file: SourceFile,
        before: String,
        after: String,
        insertion: String,
        rest: String
    ) -> MutationSite {
        let start = item.item.offsets.lowerBound
        return MutationSite(
            Self.name,
            in: file,
            at: item,
            range: start..<(start + 1),
            before: String(before.prefix(120)),
            after: after,
            edits: [TextEdit(at: start, "if \(TextEdit.question) { \(insertion) }; \(rest)")]
        )
    }

    /// Whether a body is one expression without `return`, which is wanted as soon as a statement stands before it.
    private func isImplicitReturn(_ item: CodeBlockItemSyntax) -> Bool {
        guard StatementShape.isValue(item), let core = StatementShape.core(of: item) else { return false }
        guard core.is(IfExprSyntax.self) || core.is(SwitchExprSyntax.self) else { return true }
        return !core.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.return) }
    }

    /// Plain values of a type, by its name.
    private func values(of type: TypeSyntax) -> [String] {
        let text = type.oneLine
        if text.hasSuffix("?") { return ["nil"] }
        if type.is(ArrayTypeSyntax.self) || text.hasPrefix("Set<") { return ["[]"] }
        if type.is(DictionaryTypeSyntax.self) { return ["[:]"] }
        return switch text {
        case "Bool": ["false", "true"]
        case "Int", "Int64", "Int32", "UInt64", "UInt32", "UInt8", "Double", "TimeInterval": ["0"]
        case "String": ["\"\""]
        default: []
        }
    }
}
