import SwiftSyntax

extension TokenSyntax {
    /// The name without the backticks that let a keyword be one.
    var unescapedText: String {
        guard text.count > 2, text.hasPrefix("`"), text.hasSuffix("`") else { return text }
        return String(text.dropFirst().dropLast())
    }
}
