import SwiftSyntax

/// Hands out names for the generated code that the source does not use.
final class FreshNames {
    private var taken: Set<String>

    init(avoiding closure: ClosureExprSyntax) {
        taken = Set(closure.tokens(viewMode: .sourceAccurate).map(\.unescapedText))
    }

    /// `stem`, or `stem` with the smallest number behind it that makes it new.
    func make(_ stem: String) -> String {
        var candidate = stem
        var number = 2
        while taken.contains(candidate) {
            candidate = "\(stem)\(number)"
            number += 1
        }
        taken.insert(candidate)
        return candidate
    }
}
