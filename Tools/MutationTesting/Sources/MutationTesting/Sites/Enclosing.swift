import SwiftSyntax

/// What stands around a node.
enum Enclosing {
    /// The function, initializer, accessor or subscript around a node, not a closure.
    static func scope(of node: some SyntaxProtocol) -> Syntax? {
        var next = node.parent
        while let current = next {
            if isScope(current) { return current }
            next = current.parent
        }
        return nil
    }

    /// Whether a node is a function, an initializer, a subscript, or a variable that is computed.
    static func isScope(_ node: Syntax) -> Bool {
        switch node.kind {
        case .functionDecl, .initializerDecl, .subscriptDecl, .deinitializerDecl: true
        case .variableDecl: isComputed(node)
        default: false
        }
    }

    private static func isComputed(_ node: Syntax) -> Bool {
        node.as(VariableDeclSyntax.self)?.bindings.contains { $0.accessorBlock != nil } ?? false
    }

    /// Whether the nearest function around a node is an initializer, with no closure between.
    static func isDirectlyInInitializer(_ node: some SyntaxProtocol) -> Bool {
        var next = node.parent
        while let current = next {
            if current.is(ClosureExprSyntax.self) || current.is(FunctionDeclSyntax.self) { return false }
            if current.is(InitializerDeclSyntax.self) { return true }
            next = current.parent
        }
        return false
    }

    /// The names of the declarations around a node, as `SaveWriter.write(_:on:)`.
    static func declarations(of node: some SyntaxProtocol) -> String {
        var names = [String]()
        var next: Syntax? = Syntax(node)
        while let current = next {
            if let name = name(of: current) { names.append(name) }
            next = current.parent
        }
        return names.reversed().joined(separator: ".")
    }

    private static func name(of node: Syntax) -> String? {
        switch node.as(SyntaxEnum.self) {
        case .functionDecl(let function): function.name.text + labels(of: function.signature.parameterClause)
        case .initializerDecl(let initializer): "init" + labels(of: initializer.signature.parameterClause)
        case .subscriptDecl: "subscript"
        case .deinitializerDecl: "deinit"
        case .variableDecl(let variable):
            isComputed(node) ? variable.bindings.first?.pattern.trimmedDescription : nil
        case .accessorDecl(let accessor): accessor.accessorSpecifier.text
        case .structDecl(let type): type.name.text
        case .classDecl(let type): type.name.text
        case .enumDecl(let type): type.name.text
        case .actorDecl(let type): type.name.text
        case .protocolDecl(let type): type.name.text
        case .extensionDecl(let type): type.extendedType.trimmedDescription
        default: nil
        }
    }

    private static func labels(of clause: FunctionParameterClauseSyntax) -> String {
        "(" + clause.parameters.map { "\($0.firstName.text):" }.joined() + ")"
    }
}
