import Foundation

/// A piece of a predicate format.
enum PredicateToken: Hashable, Sendable {
    case word(String)
    case text(String)
    case whole(Int64)
    case number(Double)
    case symbol(String)
    /// `%@` and its like.
    case argument
    /// `%K`.
    case keyArgument

    /// The word in capital letters, if it is one.
    var keyword: String {
        if case .word(let word) = self { word.uppercased() } else { "" }
    }
}

/// Cuts a predicate format into pieces.
struct PredicateLexer {
    private var rest: Substring

    static func tokens(of format: String) throws(CKError) -> [PredicateToken] {
        guard format.count <= CloudKitLimits.predicateLength else { throw .predicate("it is too long") }
        var lexer = PredicateLexer(rest: format[...])
        var tokens: [PredicateToken] = []
        while let token = try lexer.next() { tokens.append(token) }
        return tokens
    }

    private mutating func next() throws(CKError) -> PredicateToken? {
        rest = rest.drop { $0.isWhitespace }
        guard let first = rest.first else { return nil }
        if first == "'" || first == "\"" { return .text(try quoted(first)) }
        if first == "%" { return try argument() }
        if first.isNumber || (first == "-" && rest.dropFirst().first?.isNumber == true) { return try number() }
        if first.isLetter || first == "_" || first == "#" { return word() }
        for symbol in ["==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||"] where rest.hasPrefix(symbol) {
            rest = rest.dropFirst(2)
            return .symbol(symbol)
        }
        guard "=<>!(){},[]".contains(first) else { throw .predicate("'\(first)' is not understood") }
        rest = rest.dropFirst()
        return .symbol(String(first))
    }

    private mutating func quoted(_ quote: Character) throws(CKError) -> String {
        var text = ""
        rest = rest.dropFirst()
        while let character = rest.popFirst() {
            if character == quote { return text }
            guard character == "\\" else {
                text.append(character)
                continue
            }
            switch rest.popFirst() {
            case "n": text.append("\n")
            case "t": text.append("\t")
            case let other?: text.append(other)
            case nil: break
            }
        }
        throw .predicate("a quote is not closed")
    }

    private mutating func argument() throws(CKError) -> PredicateToken {
        for (spelling, token) in Self.arguments where rest.hasPrefix(spelling) {
            rest = rest.dropFirst(spelling.count)
            return token
        }
        throw .predicate("%\(rest.dropFirst().prefix(1)) is not understood")
    }

    private static let arguments: [(String, PredicateToken)] =
        [("%K", .keyArgument), ("%@", .argument)]
        + ["%lld", "%llu", "%ld", "%lu", "%lf", "%li", "%d", "%i", "%u", "%f", "%g"].map { ($0, .argument) }

    private mutating func number() throws(CKError) -> PredicateToken {
        let text = rest.prefix { $0.isNumber || "+-.eE".contains($0) }
        rest = rest.dropFirst(text.count)
        if let whole = Int64(text) { return .whole(whole) }
        guard let number = Double(text) else { throw .predicate("'\(text)' is no number") }
        return .number(number)
    }

    private mutating func word() -> PredicateToken {
        // A hash says that a word is a key, though it be spelt as a keyword.
        let isEscaped = rest.first == "#"
        if isEscaped { rest = rest.dropFirst() }
        let text = rest.prefix { $0.isLetter || $0.isNumber || "_.:@".contains($0) }
        rest = rest.dropFirst(max(text.count, isEscaped ? 0 : 1))
        return .word((isEscaped ? "#" : "") + text)
    }
}
