import Testing

/// Each banned call, seen; and what only looks like one, let pass.
struct BannedCallsTests {
    private let rules = BannedCalls(
        mayStopTheProcess: ["Sources/A/Trap.swift": "a test"],
        mayAskTheWorld: ["Sources/A/Live/": "a test"],
        mayPrint: ["Command"]
    )

    private func findings(_ source: String, path: String = "Sources/A/a.swift") -> [String] {
        rules.findings(in: SourceFile(path: path, text: source)).map(\.message)
    }

    @Test(arguments: [
        "try! a()", "let b = c as! D", "a!", "a!.b", "a[0]!", "f()!", "(a)!.b", "x = a! + 1", "f(a!)", "var a: Int!",
        "var a: [Int: B<C>]!", "\"\\(a!)\"", "a!!", "`try`!", "a?.b!",
        "fatalError(\"x\")", "Swift.fatalError()", "precondition(a)", "preconditionFailure(\"x\")", "assert(a > b)",
        "assertionFailure()", "abort()",
        "print(1)", "Swift.print(1)", "debugPrint(a)", "dump(a)", "NSLog(\"a\")",
        "Date()", "Date.now", "Date.init()", "Date(timeIntervalSinceNow: 1)", "UUID()", "UUID.init()",
        "f(.now)", "Int.random(in: 0...1)", "a.shuffled()", "a.randomElement()", "SystemRandomNumberGenerator()",
        "ContinuousClock.now", "DispatchTime.now()",
        "a.availableData", "a.readDataToEndOfFile()", "a.closeFile()", "FileHandle.standardError.write(a)",
    ])
    func bannedCallIsFound(_ source: String) {
        #expect(findings(source).count == 1)
    }

    @Test(arguments: [
        "a != b", "!a", "f(!a)", "a && !b", "[!a]", "return !a", "a ? !b : !c", "try a()", "try? a()", "a as? B",
        "\"try! a!\"",
        "// try! a!\n", "/* fatalError() */", "x.print(1)", "func print(_ a: Int) {}", "`print`(1)", "printer(1)",
        "Date(timeIntervalSinceReferenceDate: 1)", "clock.now", "Date.distantPast", "UUID(uuidString: a)",
        "UUID(uuid: b)",
        "Int.random(in: 0...1, using: &generator)", "a.shuffled(using: &generator)", "func random() {}", "a !== b",
        "FileHandle.standardError.write(contentsOf: a)", "a.write(b)", "let readData = 1",
        "let now = clock()", "infix operator !!", "if !a {}", "guard !(a) else {}", "case .a where !b: c", "in !a",
    ])
    func harmlessCallPasses(_ source: String) {
        #expect(findings(source) == [])
    }

    @Test func lineIsThatOfTheCall() {
        let found = rules.findings(in: SourceFile(path: "Sources/A/a.swift", text: "a\n\"\"\"\n\"\"\"\ntry! b"))
        #expect(found.map(\.line) == [4])
    }

    @Test func exceptionsHoldForTheirFilesOnly() {
        #expect(findings("fatalError()", path: "Sources/A/Trap.swift") == [])
        #expect(findings("Date()", path: "Sources/A/Live/Clock.swift") == [])
        #expect(findings("print(1)", path: "Sources/Command/main.swift") == [])
        #expect(findings("fatalError()", path: "Sources/A/Live/Clock.swift").count == 1)
    }

    @Test func modelFilesMayMakeDefaults() {
        #expect(findings("@Model final class A { var a = Date(); var b = UUID() }") == [])
        #expect(findings("@Model final class A { var a = try! b() }").count == 1)
    }
}
