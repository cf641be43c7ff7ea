import Foundation
import Testing

/// Every other check, fed a bad example that it must refuse and a good one that it must let pass.
struct CheckTests {
    private func file(_ text: String, path: String = "Sources/A/a.swift") -> SourceFile {
        SourceFile(path: path, text: text)
    }

    private func function(of lines: Int) -> String {
        "func a() {\n" + String(repeating: "    b()\n", count: lines - 2) + "}\n"
    }

    @Test func longFunctionIsFound() {
        #expect(Lengths().findings(in: [file(function(of: 71))]).count == 1)
        #expect(Lengths().findings(in: [file(function(of: 70))]) == [])
    }

    @Test func longFileIsFound() {
        let text = String(repeating: "\n", count: 501)
        #expect(Lengths().findings(in: [file(text)]).count == 1)
        #expect(Lengths(longFiles: ["Sources/A/a.swift": 501]).findings(in: [file(text)]) == [])
    }

    @Test func noListExcusesAGiantFile() {
        let giant = file(String(repeating: "\n", count: 1_001))
        #expect(Lengths(longFiles: [giant.path: 1_001]).findings(in: [giant]).count == 1)
    }

    @Test func ratchetTurnsOneWay() {
        let key = "Sources/A/a.swift: a"
        let source = [file(function(of: 80))]
        #expect(Lengths(longFunctions: [key: 80]).findings(in: source) == [])
        #expect(Lengths(longFunctions: [key: 79]).findings(in: source).count == 1, "it grew")
        #expect(Lengths(longFunctions: [key: 81]).findings(in: source).count == 1, "the list lags behind")
        #expect(Lengths(longFunctions: [key: 80]).findings(in: []).count == 1, "it is gone")
    }

    @Test func droppedErrorIsCounted() {
        let source = [file("let a = try? b()\nlet c = try d()\nlet e = \"try?\" // try?")]
        #expect(DroppedErrors(counts: ["A": 1]).findings(in: source) == [])
        #expect(DroppedErrors().findings(in: source).count == 1, "one more")
        #expect(DroppedErrors(counts: ["A": 2]).findings(in: source).count == 1, "the list lags behind")
        #expect(DroppedErrors(counts: ["A": 1]).findings(in: []).count == 1, "it is gone")
    }

    @Test func undocumentedDeclarationIsFound() {
        let source =
            "/// A.\npublic struct A {\n public var b = 1\n /// C.\n @inlinable public func c() {}\n var d = 1 }"
        #expect(PublicDocumentation.findings(in: [file(source)]).map(\.line) == [3])
        #expect(PublicDocumentation.findings(in: [file("/// P.\npublic protocol P { func a() }")]).count == 1)
    }

    @Test func onlyPlumbingInheritsDocumentation() {
        let source = { (name: String) in
            "/// P.\npublic protocol P {\n/// A.\nfunc \(name)()\n}\nextension Int: P { public func \(name)() {} }"
        }
        #expect(PublicDocumentation.findings(in: [file(source("_a"))]) == [])
        #expect(PublicDocumentation.findings(in: [file(source("a"))]).count == 1)
    }

    @Test(arguments: ["usleep(1)", "await Task.sleep(for: a)", "sleep(1)", "queue.asyncAfter(deadline: a)"])
    func sleepIsFound(_ source: String) {
        #expect(Sleeps.findings(in: file(source)).count == 1)
    }

    @Test func talkOfSleepPasses() {
        #expect(Sleeps.findings(in: file("// sleep(1)\nfunc sleep() {}\nlet sleep = \"usleep(1)\"")) == [])
    }

    @Test func additionInAModelIsFound() {
        let own = """
            /// A.
            ///
            /// An addition of this package.
            public struct Report {}
            /// B.
            public struct Model {
                /// C. An
                /// addition of this package; see D.
                @inlinable public func search() {}
                /// E.
                public func fetch() {}
            }
            """
        let additions = Additions(in: [file(own)])
        let sound = "import Foundation\nimport SwiftData\nlet search = a.fetch()"
        #expect(additions.findings(in: file(sound)) == [])
        for source in ["let a: Report", "a.search()", "import GRDB"] {
            #expect(additions.findings(in: file(source)).count == 1, "\(source)")
        }
    }

    @Test func conditionIsFound() {
        #expect(ConditionalCode.findings(in: file("#if os(iOS)\nimport A\n#endif")).count == 2)
        #expect(ConditionalCode.findings(in: file("// #if\nlet a = \"#if\"")) == [])
    }

    @Test(arguments: [
        "see /wo" + "rk/main", "in /ro" + "ot/a", "from py" + "pi.org", "Iss" + "ue #12", "this sess" + "ion",
        "an assist" + "ant wrote", "// FIX" + "ME later",
    ])
    func foreignWordIsFound(_ text: String) {
        #expect(ProjectWords().findings(path: "README.md", text: "\n" + text).map(\.line) == [2])
        #expect(ProjectWords(allowed: ["README.md": "a test"]).findings(path: "README.md", text: text) == [])
    }

    @Test func ordinaryWordsPass() {
        let text = "The network/workers of URLSession, Homework/root and a reissue."
        #expect(ProjectWords().findings(path: "README.md", text: text) == [])
    }

    @Test func strayFileAndEmptyTargetAreFound() throws {
        let targets = try manifest(#"{"name":"A","type":"regular","dependencies":[]}"#).targets
        #expect(DeadFiles.findings(swiftFiles: ["Sources/A/a.swift"], targets: targets) { _ in true } == [])
        #expect(
            DeadFiles.findings(swiftFiles: ["Sources/A/a.swift", "Sources/B/b.swift"], targets: targets) { _ in true }
                .count == 1
        )
        #expect(DeadFiles.findings(swiftFiles: [], targets: targets) { _ in false }.count == 1)
        let narrow = try manifest(#"{"name":"A","type":"regular","dependencies":[],"exclude":["B"]}"#).targets
        #expect(
            DeadFiles.findings(swiftFiles: ["Sources/A/B/b.swift", "Sources/A/Bb.swift"], targets: narrow) { _ in true }
                .count == 1
        )
    }

    private func manifest(_ targets: String) throws -> Manifest {
        try JSONDecoder().decode(Manifest.self, from: Data(#"{"name":"p","targets":[\#(targets)]}"#.utf8))
    }
}

/// The arrows between targets, from a small table.
struct TargetArrowsTests {
    private let arrows = TargetArrows(
        document: """
            | target | what it is | may import |
            |---|---|---|
            | `App`, `Tool` | an app | `Base` |
            | `Base` | the base | `GRDB` |

            Open to all: `Foundation`.
            """
    )

    private func manifest(_ name: String, _ dependencies: String) throws -> Manifest {
        let json = #"{"name":"p","targets":[{"name":"\#(name)","type":"regular","dependencies":[\#(dependencies)]}]}"#
        return try JSONDecoder().decode(Manifest.self, from: Data(json.utf8))
    }

    @Test func arrowUpwardsIsFound() throws {
        #expect(arrows.findings(in: try manifest("Base", #"{"byName":["App",null]}"#)).count == 1)
        #expect(arrows.findings(in: try manifest("App", #"{"byName":["Base",null]}"#)) == [])
        let product = #"{"product":["GRDB","GRDB.swift",null,{"platformNames":["linux"]}]}"#
        #expect(arrows.findings(in: try manifest("Base", product)) == [])
        #expect(arrows.findings(in: try manifest("App", product)).count == 1, "a layer is skipped")
    }

    @Test func unknownTargetIsFound() throws {
        #expect(arrows.findings(in: try manifest("Extra", "")).count == 1)
        #expect(arrows.staleRows(in: try manifest("App", "")).count == 2)
    }

    @Test func importUpwardsIsFound() {
        let source = "import Foundation\nimport struct Base.A\n@testable public import App\nimport `default`"
        let base = SourceFile(path: "Sources/Base/a.swift", text: source)
        #expect(arrows.findings(in: base).map(\.line) == [2, 3, 4])
        #expect(arrows.findings(in: SourceFile(path: "Sources/Tool/a.swift", text: "import Base")) == [])
    }

    @Test func circleIsFound() {
        #expect(arrows.circles() == [])
        let knot = TargetArrows(
            document: """
                | target | what it is | may import |
                |---|---|---|
                | `A` | a | `B` |
                | `B` | b | `A` |
                | `C` | c | |
                """
        )
        #expect(knot.circles() == ["A", "B"])
    }
}

/// The checks of documents, against a page that promises too much.
struct DocumentCheckTests {
    private let documents = Documents(repository: .this)

    @Test func deadLinkIsFound() {
        let page = """
            # One heading, `twice`
            [a](#one-heading-twice) [b](nowhere.md) [c](https://example.org)
            [d](CONTRIBUTING.md#no-such-heading) [e](Makefile)
            """
        #expect(documents.deadLinks(in: "README.md", text: page).map(\.line) == [2, 3])
        let links = documents.deadLinks(in: "Documentation/a.md", text: "[up](../README.md) [side](nowhere.md)")
        #expect(links.map(\.message) == ["nowhere.md: the link leads nowhere"])
    }

    @Test func deadPathIsFound() {
        let page = "`Sources/None/none.swift`, `Sources/`, `Tests/HouseTests`, `Sources/<target>`"
        #expect(documents.deadPaths(in: "README.md", text: page).count == 1)
    }

    @Test func unknownCommandIsFound() {
        let makefile = "help: ## a\n\ttrue\ntest: setup ## b\n.PHONY: none\n"
        let page = "`make test` and `make none`\n```sh\nmake help\nmake nothing ARGS=1\n```\n"
        let found = documents.unknownCommands(in: "README.md", text: page, makefile: makefile)
        #expect(found.map(\.line) == [1, 4])
    }

    @Test func gapsInTheComplaintsAreFound() {
        let full = (1...Complaints.count).map { "| \($0) | a | b | `CheckTests.conditionIsFound` |" }
        let head = ["| # | complaint | answer | shown by |", "|---|---|---|---|"]
        let page = { (rows: [String]) in (head + rows).joined(separator: "\n") }
        #expect(Complaints.gaps(in: page(full)) == [])
        #expect(Complaints.gaps(in: page(full.dropLast())).count == 1)
        #expect(Complaints.gaps(in: page(full.dropLast() + ["| 33 | a | | c |"])).count == 1)
        #expect(Complaints.unshown(in: page(full)) == [])
        for proof in ["TODO", "see above", "–", "– none"] {
            let rows = full.dropLast() + ["| 33 | a | b | \(proof) |"]
            #expect(Complaints.unshown(in: page(Array(rows))).count == 1, "\(proof)")
        }
        #expect(Complaints.unshown(in: page(full.dropLast() + ["| 33 | a | b | – not built yet |"])) == [])
        #expect(Complaints.unknownTests(in: page(full), known: ["CheckTests.conditionIsFound"]) == [])
        #expect(Complaints.unknownTests(in: page(full), known: []).count == Complaints.count)
    }

    @Test func firstSwiftBlockIsTakenWhole() {
        let page = "```sh\na\n```\n```swift\nb\n\n  c\n```\n```swift\nd\n```\n"
        #expect(Markdown.blocks(of: "swift", in: page) == ["b\n\n  c\n", "d\n"])
    }

    @Test func cellsKeepEscapedBars() {
        let table = Markdown.tables(in: "| a | b |\n|---|---|\n| `x \\|\\| y` | \\.z |").first
        #expect(table?.rows == [["`x || y`", "\\.z"]])
    }
}
