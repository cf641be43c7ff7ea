import Testing

/// What `#Predicate` over a model refuses, and what it says instead.
@Suite struct PredicateDiagnosticTests {
    /// The reports about one condition, without their places.
    private func messages(_ condition: String) -> [String] {
        MacroExpander().expand("let p = #Predicate<Book> { \(condition) }").reports
    }

    @Test(arguments: [
        "isGood($0)", "$0.title.trimmingCharacters(in: .whitespaces) == x", "$0.date.addingTimeInterval(60) > now",
        "$0.tags.sorted().isEmpty", "$0.tags.reduce(0) { $0 + $1 } == 3", "Int($0.title) == 3",
    ])
    func refusesCallsWithAdvice(_ condition: String) throws {
        let messages = messages(condition)
        #expect(messages.count == 1)
        #expect(try #require(messages.first).contains("is not available in a predicate; "))
    }

    @Test func refusesOtherExpressionsThatDependOnTheModel() {
        for condition in ["\"a\\($0.title)\" == x", "[$0.a, $0.b].contains(x)", "try $0.check()", "$0.a & 1 == 1"] {
            #expect(messages(condition).count == 1, "\(condition)")
        }
    }

    @Test func identityBecomesEquality() {
        let source = "let p = #Predicate<Book> { $0.author === author }"
        let expansion = MacroExpander().expand(source)
        #expect(
            expansion.reports == [
                "1:38 error: the operator '===' is not available in a predicate; '==' compares the identity of models "
                    + "[fix-it: use '==']"
            ]
        )
        #expect(expansion.fixed == "let p = #Predicate<Book> { $0.author == author }")
    }

    @Test func reportsEveryMistakeAtItsPlace() {
        let expansion = MacroExpander().expand("let p = #Predicate<Book> { f($0) || g($0) }")
        #expect(expansion.reports.map { $0.prefix(4) } == ["1:28", "1:37"])
        #expect(expansion.source == "let p = Foundation.Predicate.false")
    }

    @Test func needsAClosureAndAnElse() {
        #expect(MacroExpander().expand("let p = #Predicate<Book>(isGood)").reports.count == 1)
        #expect(messages("if $0.done { true }").count == 1)
        #expect(messages("").count == 1)
    }

    @Test(arguments: [
        "let x = 1; print(x); return $0.done", "for a in $0.tags { }; return true", "var y = $0.a; return y",
    ])
    func refusesOtherStatements(_ body: String) {
        #expect(messages(body).count == 1)
    }

    @Test func whatDoesNotDependOnTheModelMayBeAnything() {
        let condition = "$0.title == names.map { $0.trimmed() }.sorted().joined() && [f(x), g(y)].contains($0.title)"
        #expect(messages(condition).isEmpty)
    }
}
