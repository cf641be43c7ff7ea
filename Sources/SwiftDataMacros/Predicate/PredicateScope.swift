import SwiftSyntax

/// What the names and places of the source stand for at one point of a predicate.
struct PredicateScope {
    /// Whether the closure around is known to end in a condition, as it is except in `map` and `flatMap`.
    var expectsCondition = true
    private var variables: [String: BuiltExpression] = [:]
    private var substitutions: [SyntaxIdentifier: BuiltExpression] = [:]

    /// What a name stands for, if it depends on the predicate's input.
    subscript(name: String) -> BuiltExpression? { variables[name] }

    /// What a place of the source stands for, if it was replaced.
    subscript(place: some SyntaxProtocol) -> BuiltExpression? { substitutions[place.id] }

    func binding(_ name: String, to value: BuiltExpression) -> PredicateScope {
        var copy = self
        copy.variables[name] = value
        return copy
    }

    /// A name that the source declares anew and that does not depend on the input.
    func hiding(_ name: String) -> PredicateScope {
        var copy = self
        copy.variables[name] = nil
        return copy
    }

    func replacing(_ place: some SyntaxProtocol, with value: BuiltExpression) -> PredicateScope {
        var copy = self
        copy.substitutions[place.id] = value
        return copy
    }

    /// Whether a piece of source needs the predicate's input.
    ///
    /// All else is computed when the predicate is made.
    func dependsOnInput(_ node: some SyntaxProtocol) -> Bool {
        let finder = FreeNameFinder(places: substitutions)
        finder.walk(node)
        return finder.foundPlace || finder.names.contains { variables[$0] != nil }
    }
}

/// Collects the names that a piece of source takes from outside of itself.
private final class FreeNameFinder: SyntaxVisitor {
    private(set) var names: Set<String> = []
    private(set) var foundPlace = false
    private let places: [SyntaxIdentifier: BuiltExpression]
    private var bound: [Set<String>] = []

    init(places: [SyntaxIdentifier: BuiltExpression]) {
        self.places = places
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: OptionalChainingExprSyntax) -> SyntaxVisitorContinueKind {
        guard places[node.id] != nil else { return .visitChildren }
        foundPlace = true
        return .skipChildren
    }

    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
        bound.append(Set(PredicateClosure.parameterNames(of: node) ?? ["$0", "$1", "$2"]))
        return .visitChildren
    }

    override func visitPost(_ node: ClosureExprSyntax) {
        bound.removeLast()
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        let isMemberName = node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id
        if !isMemberName { note(node.baseName.unescapedText) }
        return .skipChildren
    }

    override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
        if node.initializer == nil, let name = node.pattern.as(IdentifierPatternSyntax.self) {
            note(name.identifier.unescapedText)
        }
        return .visitChildren
    }

    override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    private func note(_ name: String) {
        if !bound.contains(where: { $0.contains(name) }) { names.insert(name) }
    }
}
