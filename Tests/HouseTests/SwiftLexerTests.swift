import Testing

/// The tokenizer, where a search for plain text would be wrong.
struct SwiftLexerTests {
    private func words(_ source: String) -> [String] {
        SwiftLexer.tokens(of: source).filter { $0.kind == .word }.map(\.text)
    }

    @Test func commentsAreNoCode() {
        #expect(words("a // b\nc /* d /* e */ f */ g") == ["a", "c", "g"])
    }

    @Test func documentationIsKept() {
        let tokens = SwiftLexer.tokens(of: "/// one\n//// rule\n/** two */ /***/ var a")
        #expect(tokens.map(\.kind) == [.documentation, .documentation, .word, .word])
    }

    @Test func stringsAreNoCode() {
        #expect(words(#"a("b \" c") d"#) == ["a", "d"])
        #expect(words("\"\"\"\n b \"c\" \n\"\"\"\nd") == ["d"])
        #expect(words(##"#"a " b \(c)"# d"##) == ["d"])
    }

    @Test func interpolationIsCode() {
        #expect(words(#""a \(b("c \(d)")) e" f"#) == ["b", "d", "f"])
        #expect(words(##"#"a \#(b) \(c)"#"##) == ["b"])
    }

    @Test func regularExpressionsAreNoCode() {
        #expect(words(#"let a = /b "c\/d/; e"#) == ["let", "a", "e"])
        #expect(words("a / b / c") == ["a", "b", "c"])
        #expect(words("#/ a/b /# c") == ["c"])
    }

    @Test func operatorsAreRuns() {
        let operations = SwiftLexer.tokens(of: "a != b! .c ... d ..< e->f? // !").filter { $0.kind == .operation }
        #expect(operations.map(\.text) == ["!=", "!", "...", "..<", "->", "?"])
    }

    @Test func quotedNamesAreNoKeywords() {
        let token = SwiftLexer.tokens(of: "`import`").first
        #expect(token?.text == "import")
        #expect(token?.isQuoted == true)
    }

    @Test func linesAreCounted() {
        let tokens = SwiftLexer.tokens(of: "a\n/* \n */ b \"\"\"\n\n\"\"\"\nc \"x\ny")
        #expect(tokens.filter { $0.kind == .word }.map(\.line) == [1, 3, 6, 7])
    }

    @Test(arguments: ["\"", "\"\"\"", "/*", "`", "#\"", "\"\\(", "\"\\", "/a", "#/", "'", "\\", "é🙂"])
    func unfinishedSourceIsAccepted(_ source: String) {
        #expect(SwiftLexer.tokens(of: source + " a\n").count <= 6)
    }
}
