import SwiftSyntax

/// Reads the head of a closure.
enum PredicateClosure {
    /// The names of the parameters in source order, nil if the closure uses `$0`.
    static func parameterNames(of closure: ClosureExprSyntax) -> [String]? {
        switch closure.signature?.parameterClause {
        case nil: nil
        case .simpleInput(let list): list.map { $0.name.unescapedText }
        case .parameterClause(let clause): clause.parameters.map { ($0.secondName ?? $0.firstName).unescapedText }
        }
    }

    /// `$0` and as many more as the closure uses.
    static func shorthandParameters(of closure: ClosureExprSyntax) -> [String] {
        let used = closure.tokens(viewMode: .sourceAccurate).compactMap { token -> Int? in
            guard case .dollarIdentifier(let name) = token.tokenKind else { return nil }
            return Int(name.dropFirst())
        }
        return (0...(used.max() ?? 0)).map { "$\($0)" }
    }

    /// The types of the parameters, where all are written: `{ (book: Book) in … }`.
    static func inputTypes(of closure: ClosureExprSyntax) -> String? {
        guard case .parameterClause(let clause)? = closure.signature?.parameterClause else { return nil }
        let types = clause.parameters.compactMap { $0.type?.trimmedDescription }
        guard !types.isEmpty, types.count == clause.parameters.count else { return nil }
        return types.joined(separator: ", ")
    }

    /// The captures that give a value a name, as constants.
    ///
    /// `[text = self.text]`. A plain capture needs nothing, as the closure that is generated runs at once.
    static func namedCaptures(of closure: ClosureExprSyntax) -> [ClosureCaptureSyntax] {
        closure.signature?.capture.map { Array($0.items) }?.filter { $0.initializer != nil || $0.specifier != nil }
            ?? []
    }
}
