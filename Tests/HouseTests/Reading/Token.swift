/// One piece of Swift source that a check may look at. Comments are dropped, except documentation.
struct Token: Equatable {
    enum Kind {
        /// A name or a keyword, without back-ticks.
        case word
        /// A number, a regular expression, or a string without its interpolations.
        case literal
        /// A run of operator characters such as `!`, `->` or `..<`.
        case operation
        /// One bracket, comma, colon, semicolon, dot, `@` or backslash.
        case mark
        /// `#if`, `#selector`, `#Predicate` and the like, with the number sign.
        case pound
        /// A `///` line or a `/** */` block.
        case documentation
    }

    let kind: Kind
    let text: String
    let line: Int
    /// Whether white space or the start of a line stands before the token.
    let spaceBefore: Bool
    /// Whether the token is the first one on its line.
    let startsLine: Bool
    /// Whether the name was written in back-ticks, and so is never a keyword.
    var isQuoted = false

    /// Whether a value can end here, so that an operator without a space after it is a postfix one.
    var endsOperand: Bool {
        switch kind {
        case .word: return isQuoted || !Token.wordsBeforeOperand.contains(text)
        case .literal: return true
        case .mark: return [")", "]", "}"].contains(text)
        case .operation: return ["!", "?", ">", "?>", ">?"].contains(text)
        case .pound, .documentation: return false
        }
    }

    /// Keywords after which a new expression begins.
    private static let wordsBeforeOperand: Set<String> = [
        "return", "throw", "in", "if", "guard", "while", "case", "else", "where", "switch", "await", "try", "as", "is",
        "let", "var", "do", "repeat", "defer", "yield", "consume", "copy",
    ]
}
