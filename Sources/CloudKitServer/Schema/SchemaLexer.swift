/// What is wrong with the text of a schema, and where.
public struct SchemaTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, in characters.
    public let column: Int
    /// What is wrong.
    public let problem: String

    /// An error.
    public init(line: Int, column: Int, problem: String) {
        (self.line, self.column, self.problem) = (line, column, problem)
    }

    /// Where and what, for people.
    public var description: String {
        "line \(line), column \(column): \(problem)"
    }
}

/// Cuts the text of a schema into words, names in quotation marks and signs; leaves comments out.
struct SchemaLexer {
    struct Token: Hashable {
        enum Kind: Hashable {
            /// A word: a keyword or a plain name.
            case word(String)
            /// A name in quotation marks.
            case quoted(String)
            /// One of `( ) , ; < >`.
            case sign(Character)
            case end
        }

        let kind: Kind
        let line: Int
        let column: Int

        /// What stands there, for messages.
        var description: String {
            switch kind {
            case .word(let word): "“\(word)”"
            case .quoted(let name): "“\"\(name)\"”"
            case .sign(let sign): "“\(sign)”"
            case .end: "the end of the text"
            }
        }
    }

    /// Characters that the text of a schema has at most.
    static let limit = 4 << 20

    private let characters: [Character]
    private var place = 0
    private var line = 1
    private var column = 1

    static func tokens(of text: String) throws(SchemaTextError) -> [Token] {
        guard text.utf8.count <= limit else {
            throw SchemaTextError(line: 1, column: 1, problem: "the text is longer than \(limit) bytes")
        }
        var lexer = SchemaLexer(text)
        var tokens: [Token] = []
        while true {
            let token = try lexer.next()
            tokens.append(token)
            if token.kind == .end { return tokens }
        }
    }

    private init(_ text: String) {
        characters = Array(text)
    }

    private var present: Character? {
        place < characters.count ? characters[place] : nil
    }

    private mutating func advance() {
        if characters[place].isNewline {
            (line, column) = (line + 1, 1)
        } else {
            column += 1
        }
        place += 1
    }

    private mutating func skipBlanks() {
        while let character = present {
            let isComment = ["//", "--"].contains(String(characters[place..<min(place + 2, characters.count)]))
            if character.isWhitespace {
                advance()
            } else if isComment {
                while let character = present, !character.isNewline { advance() }
            } else {
                return
            }
        }
    }

    private mutating func next() throws(SchemaTextError) -> Token {
        skipBlanks()
        let (line, column) = (line, column)
        let token = { (kind: Token.Kind) in Token(kind: kind, line: line, column: column) }
        guard let first = present else { return token(.end) }
        if "(),;<>".contains(first) {
            advance()
            return token(.sign(first))
        }
        if first == "\"" { return token(.quoted(try quoted())) }
        var word = ""
        while let character = present, character.isASCII, character.isLetter || character.isNumber || character == "_" {
            word.append(character)
            advance()
        }
        if word.isEmpty { throw SchemaTextError(line: line, column: column, problem: "“\(first)” has no meaning here") }
        return token(.word(word))
    }

    /// A name in quotation marks; two of them inside stand for one.
    private mutating func quoted() throws(SchemaTextError) -> String {
        let (line, column) = (line, column)
        var name = ""
        advance()
        while let character = present, !character.isNewline {
            advance()
            guard character == "\"" else {
                name.append(character)
                continue
            }
            guard present == "\"" else { return name }
            name.append("\"")
            advance()
        }
        throw SchemaTextError(line: line, column: column, problem: "the quotation marks are not closed")
    }
}
