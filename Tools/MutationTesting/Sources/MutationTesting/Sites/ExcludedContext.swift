import SwiftSyntax

/// What is left out by rule: the words of logs and errors, what the compiler evaluates, and what is built on other
/// systems.
enum ExcludedContext {
    /// Whether no site lies in a node or below it.
    static func contains(_ node: Syntax) -> Bool {
        switch node.as(SyntaxEnum.self) {
        case .macroExpansionExpr, .macroExpansionDecl, .attributeList, .functionParameter, .enumCaseDecl,
            .stringLiteralExpr, .keyPathExpr, .genericArgumentClause, .throwStmt, .availabilityCondition,
            .genericParameterClause, .expressionPattern:
            true
        case .functionCallExpr(let call): isLog(call) || isError(call)
        case .ifConfigClause(let clause): !isActive(clause)
        case .initializerClause: isOfStoredProperty(node)
        case .functionDecl(let function):
            hasBuilder(function.attributes) || isWording(function.name.text)
        case .variableDecl(let variable):
            hasBuilder(variable.attributes)
                || variable.bindings.contains { isWording($0.pattern.trimmedDescription) && $0.accessorBlock != nil }
        default: node.is(TypeSyntax.self)
        }
    }

    private static let logs: Set<String> = [
        "log", "logger", "say", "trace", "metrics", "details", "assert", "assertionFailure", "precondition",
        "preconditionFailure", "fatalError", "debugPrint", "checkInvariants", "logTransfer", "logConflict",
    ]
    private static let wordings: Set<String> = [
        "description", "debugDescription", "errorDescription", "failureReason", "recoverySuggestion", "words",
        "message",
        "customMirror",
    ]
    private static let errorEndings = ["Error", "Problem", "Issue", "Failure"]

    /// `log(…)`, `logger.info(…)`, `details.add(…)`.
    static func isLog(_ call: FunctionCallExprSyntax) -> Bool {
        var callee = call.calledExpression
        while let member = callee.as(MemberAccessExprSyntax.self) {
            if logs.contains(member.declName.baseName.text) { return true }
            guard let base = member.base else { return false }
            callee = base
        }
        return callee.as(DeclReferenceExprSyntax.self).map { logs.contains($0.baseName.text) } ?? false
    }

    /// `WireError(…)`, `SyncProblem.passing(…)`.
    private static func isError(_ call: FunctionCallExprSyntax) -> Bool {
        let words = call.calledExpression.trimmedDescription.split(separator: ".")
        return words.contains { word in
            word.first?.isUppercase == true && errorEndings.contains { word.hasSuffix($0) }
        }
    }

    private static func isWording(_ name: String) -> Bool { wordings.contains(name) }

    private static func hasBuilder(_ attributes: AttributeListSyntax) -> Bool {
        attributes.contains { $0.trimmedDescription.hasSuffix("Builder") }
    }

    private static func isOfStoredProperty(_ node: Syntax) -> Bool {
        var next = node.parent
        while let current = next {
            if current.is(MemberBlockItemSyntax.self) || current.is(SourceFileSyntax.self) { return true }
            if current.is(CodeBlockSyntax.self) || current.is(ClosureExprSyntax.self)
                || current.is(AccessorBlockSyntax.self)
            {
                return false
            }
            next = current.parent
        }
        return true
    }

    private static let built: Set<String> = ["CloudKitMirroring", "os(Linux)", "canImport(Glibc)"]
    private static let notBuilt: Set<String> = [
        "canImport(Darwin)", "os(macOS)", "os(iOS)", "canImport(Musl)", "DEBUG",
    ]

    /// Whether a branch is known to be in a build for release on Linux.
    private static func isActive(_ clause: IfConfigClauseSyntax) -> Bool {
        let clauses = clause.parent?.as(IfConfigClauseListSyntax.self).map(Array.init) ?? [clause]
        for candidate in clauses {
            let condition = candidate.condition?.oneLine
            let isBuilt = condition.map(built.contains) ?? true
            if candidate.id == clause.id { return isBuilt }
            guard let condition, notBuilt.contains(condition) else { return false }
        }
        return false
    }
}
