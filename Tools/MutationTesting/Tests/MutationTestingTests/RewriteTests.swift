import Testing

@testable import MutationTesting

struct RewriteTests {
    private static let old = """
        func f() {
            #if MUTANTS
            if Mutant.isOn("one") { return }
            if Mutant.isOn("two"), isLate { stop() }
            #endif
            go()
        }

        """

    private static let names = """
        static let all = [Mutation("one", .feed, "x"), Mutation("two", .feed, "y")]

        """

    private static func files(_ source: String) -> [String: String] {
        ["Sources/A/A.swift": source, "Sources/SimulationTesting/Mutation.swift": names]
    }

    @Test func blocksAreTakenOut() throws {
        #expect(try MutantBlocks.removed(from: Self.old, path: "A") == "func f() {\n    go()\n}\n")
        #expect(
            try MutantBlocks.removed(from: "a\n#if MUTANTS && B\nx\n#if C\n#endif\n#endif\nb\n", path: "A") == "a\nb\n"
        )
        #expect(try MutantBlocks.removed(from: "#if MUTANTSX\n#endif", path: "A") == "#if MUTANTSX\n#endif")
        #expect(throws: MutationToolError.self) {
            try MutantBlocks.removed(from: "#if MUTANTS\n#else\n#endif\n", path: "A")
        }
        #expect(throws: MutationToolError.self) { try MutantBlocks.removed(from: "#if MUTANTS\nx\n", path: "A") }
    }

    @Test func blocksBecomeRewrites() throws {
        let fixture = try Fixture(Self.files(Self.old))
        let rewrites = try RewriteRecorder(fixture.repository()).record()
        #expect(rewrites.map(\.name) == ["one", "two"])
        #expect(rewrites.flatMap(\.hunks).map(\.inserted) == ["    return\n", "    if isLate { stop() }\n"])
        #expect(rewrites.flatMap(\.hunks).map(\.find) == ["    go()\n", "    go()\n"])
        for rewrite in rewrites {
            #expect(try Rewrite(parsing: rewrite.text, in: "file") == rewrite)
        }
        #expect(try RewriteCheck(fixture.repository()).problems(of: rewrites).isEmpty)
    }

    @Test func whatDoesNotApplyIsTold() throws {
        let rewrites = try RewriteRecorder(Fixture(Self.files(Self.old)).repository()).record()
        let twice = try Fixture(Self.files("func f() {\n    go()\n    go()\n}\n"))
        #expect(try RewriteCheck(twice.repository()).problems(of: rewrites).count == 2)
        let gone = try Fixture(Self.files("func f() {}\n"))
        #expect(try RewriteCheck(gone.repository()).problems(of: rewrites).count == 2)
        let stripped = try Fixture(Self.files("func f() {\n    go()\n}\n"))
        #expect(try RewriteCheck(stripped.repository()).problems(of: rewrites).isEmpty)
        #expect(try RewriteCheck(stripped.repository()).problems(of: [rewrites[0]]).count == 1)
    }

    @Test func statementsThatCannotBeParsedAreTold() throws {
        let rewrites = try RewriteRecorder(Fixture(Self.files(Self.old)).repository()).record()
        let text = rewrites[0].text.replacing("+++ replace\n", with: "+++ replace\n    if true {\n")
        let broken = [try Rewrite(parsing: text, in: "broken")] + rewrites.dropFirst()
        let stripped = try Fixture(Self.files("func f() {\n    go()\n}\n"))
        let problems = try RewriteCheck(stripped.repository()).problems(of: broken)
        #expect(problems.count == 1 && problems[0].contains("cannot be parsed"), "\(problems)")
    }

    /// The only expression of a function is returned by a word once statements stand before it.
    @Test func aLoneExpressionGetsItsReturn() throws {
        let found = "mutant: one\nfile: A.swift\n--- find\n    x + 1\n"
        let text = found + "+++ replace\n    stop()\n    return x + 1\n=== end\n"
        let hunk = try #require(try Rewrite(parsing: text, in: "one").hunks.first)
        #expect(hunk.isReturned && hunk.inserted == "    stop()\n")
        let plain = text.replacing("    return x", with: "    x")
        let other = try #require(try Rewrite(parsing: plain, in: "one").hunks.first)
        #expect(!other.isReturned && other.inserted == "    stop()\n")
    }

    @Test func badRewritesAreRefused() {
        let good = "mutant: a\nfile: A.swift\n--- find\nx\n+++ replace\ny\nx\n=== end\n"
        #expect(throws: Never.self) { try Rewrite(parsing: good, in: "f") }
        for bad in [
            "", "mutant: a\n", good.replacing("y\nx\n", with: "y\n"), good.replacing("=== end", with: "==="),
            good.replacing("y\n", with: ""), good.replacing("file: ", with: "at: "),
        ] {
            #expect(throws: MutationToolError.self, "\(bad)") { try Rewrite(parsing: bad, in: "f") }
        }
    }
}
