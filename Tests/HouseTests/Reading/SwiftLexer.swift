/// Cuts Swift source into tokens, and so tells code from comments and from the text of string literals.
///
/// It knows what a check needs and no more: nested comments, raw and multi-line strings, interpolation (whose code counts
/// as code), regular expressions, back-ticks. It accepts anything and never fails; source that does not compile gives
/// tokens without meaning.
struct SwiftLexer {
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var sawSpace = true
    private var atLineStart = true
    private(set) var tokens: [Token] = []

    init(_ source: String) {
        bytes = Array(source.utf8)
    }

    /// All tokens of `source`.
    static func tokens(of source: String) -> [Token] {
        var lexer = SwiftLexer(source)
        lexer.lex(untilParenthesisCloses: false)
        return lexer.tokens
    }

    private mutating func lex(untilParenthesisCloses insideInterpolation: Bool) {
        var depth = 0
        while index < bytes.count {
            if skipSpace() || lexComment() || lexString() || lexRegularExpression() { continue }
            let byte = bytes[index]
            if byte == "(" { depth += 1 }
            if byte == ")" {
                if insideInterpolation, depth == 0 { return }
                depth -= 1
            }
            lexPlainToken(byte)
        }
    }

    private mutating func lexPlainToken(_ byte: UInt8) {
        if byte.startsName {
            emit(.word, from: index) { $0.skip(while: \.continuesName) }
        } else if byte == "`" {
            lexQuotedName()
        } else if byte.isDigit {
            emit(.literal, from: index) { $0.skipNumber() }
        } else if byte == "#", peek(1)?.startsName == true {
            emit(.pound, from: index) { lexer in
                lexer.index += 1
                lexer.skip(while: \.continuesName)
            }
        } else if byte.isOperator || (byte == "." && peek(1) == ".") {
            emit(.operation, from: index) { $0.skipOperator() }
        } else {
            emit(.mark, from: index) { $0.index += 1 }
        }
    }
}

// MARK: - White space and comments

extension SwiftLexer {
    private mutating func skipSpace() -> Bool {
        let byte = bytes[index]
        guard byte == " " || byte == "\t" || byte == "\r" || byte == "\n" else { return false }
        step()
        sawSpace = true
        return true
    }

    private mutating func lexComment() -> Bool {
        guard bytes[index] == "/", let second = peek(1), second == "/" || second == "*" else { return false }
        let isDocumentation = peek(2) == second && peek(3) != second && !(second == "*" && peek(3) == "/")
        let start = index
        let first = (line: line, startsLine: atLineStart)
        if second == "/" { skip { $0 != "\n" } } else { skipBlockComment() }
        if isDocumentation {
            append(.documentation, bytes[start..<index], line: first.line, startsLine: first.startsLine)
        }
        sawSpace = true
        return true
    }

    private mutating func skipBlockComment() {
        var depth = 0
        repeat {
            if bytes[index] == "/", peek(1) == "*" {
                depth += 1
                index += 2
            } else if bytes[index] == "*", peek(1) == "/" {
                depth -= 1
                index += 2
            } else {
                step()
            }
        } while depth > 0 && index < bytes.count
    }
}

// MARK: - Literals

extension SwiftLexer {
    private mutating func lexString() -> Bool {
        var hashes = 0
        while peek(hashes) == "#" { hashes += 1 }
        guard peek(hashes) == "\"" else { return false }
        let quotes = peek(hashes + 1) == "\"" && peek(hashes + 2) == "\"" ? 3 : 1
        append(.literal, "\""[...].utf8)
        index += hashes + quotes
        skipStringBody(hashes: hashes, quotes: quotes)
        return true
    }

    private mutating func skipStringBody(hashes: Int, quotes: Int) {
        var sawInterpolation = false
        while index < bytes.count {
            if bytes[index] == "\"", isDelimiter(hashes: hashes, quotes: quotes) {
                index += quotes + hashes
                break
            }
            if bytes[index] == "\n", quotes == 1 { break }
            guard bytes[index] == "\\", (1...max(hashes, 1)).allSatisfy({ hashes == 0 || peek($0) == "#" }) else {
                step()
                continue
            }
            index += 1 + hashes
            if peek(0) == "(" {
                sawInterpolation = true
                lexInterpolation()
            } else if index < bytes.count {
                step()
            }
        }
        sawSpace = false
        if sawInterpolation { append(.literal, "\""[...].utf8) }
    }

    private mutating func lexInterpolation() {
        lexPlainToken("(")
        lex(untilParenthesisCloses: true)
        if index < bytes.count { lexPlainToken(")") }
    }

    private func isDelimiter(hashes: Int, quotes: Int) -> Bool {
        (0..<quotes).allSatisfy { peek($0) == "\"" } && (0..<hashes).allSatisfy { peek(quotes + $0) == "#" }
    }

    /// A slash where an expression may begin, with a partner on the same line, opens a regular expression.
    private mutating func lexRegularExpression() -> Bool {
        var hashes = 0
        while peek(hashes) == "#" { hashes += 1 }
        guard peek(hashes) == "/" else { return false }
        if hashes == 0 {
            guard tokens.last?.endsOperand != true, let next = peek(1), next != " ", next != "\n", next != "/",
                next != "*"
            else { return false }
        }
        guard let end = endOfRegularExpression(hashes: hashes) else { return false }
        append(.literal, "/"[...].utf8)
        while index < end { step() }
        sawSpace = false
        return true
    }

    private func endOfRegularExpression(hashes: Int) -> Int? {
        var position = index + hashes + 1
        while position < bytes.count {
            if bytes[position] == "\\" {
                position += 2
                continue
            }
            if bytes[position] == "\n", hashes == 0 { return nil }
            let tail = bytes[(position + 1)...].prefix(hashes)
            if bytes[position] == "/", tail.count == hashes, tail.allSatisfy({ $0 == "#" }) {
                return position + 1 + hashes
            }
            position += 1
        }
        return nil
    }
}

// MARK: - Moving and emitting

extension SwiftLexer {
    private func peek(_ distance: Int) -> UInt8? {
        index + distance < bytes.count ? bytes[index + distance] : nil
    }

    private mutating func step() {
        if bytes[index] == "\n" {
            line += 1
            atLineStart = true
        }
        index += 1
    }

    private mutating func skip(while condition: (UInt8) -> Bool) {
        while index < bytes.count, condition(bytes[index]) { index += 1 }
    }

    private mutating func skipNumber() {
        while let byte = peek(0) {
            let isFraction = byte == "." && peek(1)?.isDigit == true
            guard byte.continuesName || isFraction else { return }
            index += 1
        }
    }

    private mutating func skipOperator() {
        let start = index
        let mayHoldDots = bytes[index] == "."
        while let byte = peek(0), byte.isOperator || (mayHoldDots && byte == ".") {
            let opensComment = byte == "/" && (peek(1) == "/" || peek(1) == "*")
            if index > start, opensComment { return }
            index += 1
        }
    }

    private mutating func lexQuotedName() {
        index += 1
        let start = index
        skip { $0 != "`" && $0 != "\n" }
        append(.word, bytes[start..<index], isQuoted: true)
        index = min(index + 1, bytes.count)
    }

    private mutating func emit(_ kind: Token.Kind, from start: Int, _ advance: (inout SwiftLexer) -> Void) {
        let first = (line: line, startsLine: atLineStart)
        advance(&self)
        append(kind, bytes[start..<index], line: first.line, startsLine: first.startsLine)
    }

    private mutating func append(
        _ kind: Token.Kind,
        _ text: some Collection<UInt8>,
        line first: Int? = nil,
        startsLine: Bool? = nil,
        isQuoted: Bool = false
    ) {
        tokens.append(
            Token(
                kind: kind,
                text: String(decoding: text, as: UTF8.self),
                line: first ?? line,
                spaceBefore: sawSpace,
                startsLine: startsLine ?? atLineStart,
                isQuoted: isQuoted
            )
        )
        sawSpace = false
        atLineStart = false
    }
}

// MARK: - Kinds of bytes

extension UInt8: @retroactive ExpressibleByUnicodeScalarLiteral {
    /// Lets a check write `"("` for the byte of an ASCII character.
    public init(unicodeScalarLiteral scalar: Unicode.Scalar) {
        self = UInt8(ascii: scalar)
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { self >= "0" && self <= "9" }

    fileprivate var startsName: Bool {
        (self >= "a" && self <= "z") || (self >= "A" && self <= "Z") || self == "_" || self == "$" || self >= 0x80
    }

    fileprivate var continuesName: Bool { startsName || isDigit }

    fileprivate var isOperator: Bool {
        switch self {
        case "/", "=", "-", "+", "!", "*", "%", "<", ">", "&", "|", "^", "~", "?": return true
        default: return false
        }
    }
}
