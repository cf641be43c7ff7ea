import Testing

@testable import MutationTesting

/// What each rule finds in a few lines, and what it leaves alone.
struct RuleTests {
    /// Sites of a rule in the body of a function, as “before → after”.
    private func sites(_ rule: any MutationRule, _ source: String) throws -> [String] {
        let file = try SourceFile(path: "Some.swift", text: source)
        return SiteCollector.sites(in: file, rules: [rule]).map { "\($0.before) → \($0.after)" }
    }

    private func inBody(_ body: String) -> String { "func f(a: Int, b: Int, t: Text) throws {\n\(body)\n}\n" }

    @Test func dropsCallsLoopsBranchesAndJumps() throws {
        let body = """
            go()
            try run(1)
            if a > b { go() }
            for x in 0..<a { if x == b { continue }; go() }
            guard a > b else { go(); return }
            go()
            """
        let found = try sites(DropStatement(), inBody(body))
        #expect(
            found == [
                "go() → ", "try run(1) → ", "if a > b { go() } → ", "go() → ",
                "for x in 0..<a { if x == b { continue }; go() } → ", "if x == b { continue } → ", "continue → ",
                "go() → ",
                "go() → ", "go() → ",
            ]
        )
    }

    @Test func keepsWhatTheCompilerWants() throws {
        let source = """
            struct S {
                let a: Int
                init(a: Int) { self.a = a }
                init() { self.init(a: 1) }
                var b: Int { compute() }
                func c() -> Int { compute() }
                func d() -> Int { switch a { case 1: compute(); default: compute() } }
                func e() -> Int { let x: Int; if a > 1 { x = 1 } else { x = 2 }; return x }
                let f = list.map { compute($0) }
                func g() { run { compute() } }
            }
            """
        #expect(try sites(DropStatement(), source) == ["run { compute() } → "])
        #expect(try sites(DropAssignment(), source).isEmpty)
    }

    @Test func dropsAssignments() throws {
        let found = try sites(DropAssignment(), inBody("t.x = 1\nt.y += a\nlock { $0 = 2 }\n_ = go()\nlet z = 1"))
        #expect(found == ["t.x = 1 → ", "t.y += a → ", "$0 = 2 → "])
    }

    @Test func negatesConditions() throws {
        let body = """
            if a > b, let x = t.x, x { go() }
            guard try isGood() else { return }
            while true { go(a == b ? 1 : 2) }
            for x in t.all where x.isOdd { go() }
            """
        #expect(
            try sites(NegateCondition(), inBody(body)) == [
                "a > b → !(a > b)", "x → !(x)", "try isGood() → !(try isGood())", "a == b → !(a == b)",
                "x.isOdd → !(x.isOdd)",
            ]
        )
    }

    @Test func swapsWhatIsAlike() throws {
        let found = try sites(
            SwapArguments(),
            inBody("go(a, b)\ngo(a, t)\ngo(t.x, a.x)\nmax(a, b)\nlet c = a - b\nlet d = a + b")
        )
        #expect(
            found == ["go(… a, b …) → go(… b, a …)", "go(… t.x, a.x …) → go(… a.x, t.x …)", "a - b → b - a"]
        )
    }

    @Test func movesByOne() throws {
        let found = try sites(OffByOne(), inBody("let c = a + 1\nif a < b { go() }\nfor x in 0..<b { go(x) }"))
        #expect(found == ["a + 1 → a + 2", "a < b → a <= b", "0..<b → 0..<(b - 1)", "0..<b → 1..<b"])
    }

    @Test func returnsEarly() throws {
        let source = """
            func a() { one(); two() }
            func b() -> Bool { true }
            func c() -> [Int] { let x = 1; return [x] }
            var d: Int? { made() }
            func e() -> Other { made() }
            """
        #expect(
            try sites(ReturnEarly(), source) == [
                "one() → return", "two() → return", "true → return false", "let x = 1 → return []",
                "made() → return nil",
            ]
        )
    }

    @Test func leavesWordsAndOtherSystemsOut() throws {
        let source = """
            extension S {
                var description: String { if a > 1 { "many" } else { "few" } }
                func f() throws {
                    log("begins \\(a + 1)")
                    logger.info(a + 1)
                    throw WireError(a > 1 ? 2 : 3)
                    let p = #Predicate<S> { $0.a > 1 }
                    #if canImport(Darwin)
                    go(1)
                    #endif
                    #if DEBUG
                    go(2)
                    #endif
                    switch a { case 5: break; default: break }
                }
                func g(count: Int = 5) {}
            }
            let top = 7
            """
        let file = try SourceFile(path: "Some.swift", text: source)
        let found = SiteCollector.sites(in: file).filter {
            $0.rule != ReturnEarly.name && $0.rule != DropStatement.name
        }
        #expect(found.map(\.before) == [])
    }

    @Test func takesTheBranchThatIsBuilt() throws {
        let found = try sites(
            OffByOne(),
            "func f() {\n#if canImport(Darwin)\ngo(1)\n#elseif canImport(Glibc)\ngo(2)\n#else\ngo(3)\n#endif\n}"
        )
        #expect(found == ["2 → 3"])
    }

    @Test func identifiersDoNotChangeWithLines() throws {
        let source = inBody("go(1)\ngo(1)\nif a > b { go(2) }")
        let one = SiteCollector.sites(in: try SourceFile(path: "S.swift", text: source))
        let moved = SiteCollector.sites(in: try SourceFile(path: "S.swift", text: "// Above.\n\n" + source))
        #expect(one.map(\.id) == moved.map(\.id))
        #expect(Set(one.map(\.id)).count == one.count)
        #expect(one.map(\.line) != moved.map(\.line))
    }
}
