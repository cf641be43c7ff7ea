import Foundation
import Testing

/// The documents, held to the tree they describe.
struct DocumentTests {
    let tree = Repository.this

    private var pages: [String] {
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]
            + tree.files(under: "Documentation", endingWith: ".md")
    }

    @Test func readmeIsShort() throws {
        let lines = try tree.text(of: "README.md").split(separator: "\n", omittingEmptySubsequences: false).count - 1
        #expect(lines <= 150)
    }

    @Test func linksAndPathsResolve() throws {
        let documents = Documents(repository: tree)
        let findings = try pages.flatMap { page in
            let text = try tree.text(of: page)
            return documents.deadLinks(in: page, text: text) + documents.deadPaths(in: page, text: text)
        }
        #expect(findings.isEmpty, "\(findings.report)")
    }

    @Test func commandsExist() throws {
        let makefile = try tree.text(of: "Makefile")
        let findings = try pages.flatMap { page in
            Documents(repository: tree).unknownCommands(in: page, text: try tree.text(of: page), makefile: makefile)
        }
        #expect(findings.isEmpty, "\(findings.report)")
    }

    @Test func readmeShowsItsTwoCommands() throws {
        let readme = try tree.text(of: "README.md")
        #expect(readme.contains("\nmake test\n"))
        #expect(readme.contains("\nmake run ARGS='add \"Paper boat regatta\"'\n"))
        #expect(try tree.text(of: ".ci/run").contains("make test"), "CI runs what the README says")
    }

    /// The first Swift of the README is a file of the tests, to the byte; ReadmeExampleTests runs it.
    @Test func readmesFirstExampleIsATest() throws {
        let example = try #require(Markdown.blocks(of: "swift", in: try tree.text(of: "README.md")).first)
        #expect(try tree.text(of: "Tests/SwiftDataTests/ReadmeExample.swift") == example)
    }

    @Test func tourNamesSomeTwentyFiles() throws {
        let text = try tree.text(of: "ARCHITECTURE.md")
        let tour = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix("A tour") })
        let files = Markdown.links(in: tour)
        #expect((15...25).contains(files.count))
        #expect(Set(files).count == files.count)
        #expect(files.allSatisfy { $0.hasSuffix(".swift") && tree.exists($0) })
    }

    @Test func everyPageIsReachable() throws {
        let links = try pages.flatMap { Markdown.links(in: try tree.text(of: $0)) }
        let unlinked = pages.filter { page in
            page != "README.md" && !links.contains { $0.hasSuffix(page) || page.hasSuffix("/" + $0) }
        }
        #expect(unlinked == [])
    }

    @Test func complaintsAreComplete() throws {
        let page = try tree.text(of: "Documentation/complaints.md")
        #expect(Complaints.gaps(in: page).isEmpty, "\(Complaints.gaps(in: page).report)")
    }

    @Test func complaintsNameTestsThatExist() throws {
        let page = try tree.text(of: "Documentation/complaints.md")
        let findings = Complaints.unknownTests(in: page, known: Self.knownTests)
        #expect(findings.isEmpty, "\(findings.report)")
    }

    @Test func complaintsAreAllShown() throws {
        let page = try tree.text(of: "Documentation/complaints.md")
        #expect(Complaints.unshown(in: page).isEmpty, "\(Complaints.unshown(in: page).report)")
    }

    /// What the page lists as ours says so in its own documentation.
    @Test func additionsAreMarked() throws {
        let page = try tree.text(of: "Documentation/differences.md")
        let table = try #require(Markdown.tables(in: page).first { $0.header == ["addition", "names"] })
        let additions = Additions(in: SourceTree.sources.filter { $0.target == "SwiftData" })
        let spans: [String] = table.rows.flatMap { row in Markdown.codeSpans(in: row.last ?? "") }
        let names = spans.filter { !$0.hasPrefix("Predicate(") }.compactMap { span -> String? in
            // What an attribute is given, a function without its arguments, or the name itself.
            let name = span.hasPrefix("@") ? span.drop { $0 != "." }.prefix { $0 != ")" } : span.prefix { $0 != "(" }
            return name.split(separator: ".").last.map(String.init)
        }
        #expect(names.count > 30)
        #expect(names.filter { !additions.types.union(additions.members).contains($0) } == [])
    }

    /// Each construct has a test, or a dash with the reason why it has none.
    @Test func predicatesNameTestsThatExist() throws {
        let page = try tree.text(of: "Documentation/predicates.md")
        let rows = Markdown.tables(in: page).filter { $0.header.last == "shown by" }.flatMap(\.rows)
        let proofs = rows.map { $0.last ?? "" }
        #expect(rows.count > 40)
        #expect(proofs.filter { !Complaints.isShown(by: $0) } == [])
        #expect(proofs.flatMap(Markdown.codeSpans(in:)).filter { !Self.knownTests.contains($0) } == [])
    }

    /// What sync does with each error, and in each case at the edge, has a test of its own name.
    @Test func syncNamesTestsThatExist() throws {
        let page = try tree.text(of: "Documentation/ideabox-sync.md")
        let rows = Markdown.tables(in: page).filter { $0.header.last == "test" }.flatMap(\.rows)
        let cases = Set(rows.compactMap(\.first))
        #expect(Self.specifiedCases.filter { !cases.contains($0) } == [])
        for row in rows {
            var suite = ""
            // A name that begins with a dot is of the suite before it; what has a space is a command.
            let names = Markdown.codeSpans(in: row.last ?? "").filter { !$0.contains(" ") }.map { span in
                guard !span.hasPrefix(".") else { return suite + span }
                suite = String(span.prefix { $0 != "." })
                return span
            }
            #expect(!names.isEmpty, "\(row)")
            #expect(names.filter { !Self.knownTests.contains($0) } == [], "\(row)")
        }
    }

    /// The rows of the specification's two tables, by the names that the page gives them.
    private static let specifiedCases = [
        "nobody is signed in", "no network, service out of order", "the server's record changed", "no room",
        "busy, throttled",
        "some records of a batch fail", "another account", "no permission", "the zone is gone",
        "a record that is no idea",
        "many ideas made offline", "the process ends during a sync", "ideas made before the first sign-in",
        "another account signs in", "signed out", "the store is damaged or cannot be read", "power cut", "disk full",
        "cloud storage full", "not synced for 30 days", "a store of a newer version",
        "two copies of the app on one store",
    ]

    /// What the page says is refused cannot be had: no target of that name, no such public name.
    @Test func refusedNamesDoNotExist() throws {
        let page = try tree.text(of: "Documentation/apple-names.md")
        let ledger = NameLedger(path: "", text: try tree.text(of: "Documentation/swiftui-names.tsv"))
        let targets = Set(tree.folders(in: "Sources"))
        #expect(targets.contains("SwiftUI"))
        let check = { Documents.refusedButThere(in: $0, targets: targets, names: Set(ledger.rows.map(\.name))) }
        #expect(check(page) == [])
        let words = Markdown.tables(in: page).flatMap(\.rows).flatMap { Markdown.codeSpans(in: $0.first ?? "") }
        let listed = ["UIDevice", "UIAccessibility", "UIKeyboardType", "UITextContentType", "UTType", "import os"]
        #expect(listed.filter { !words.contains($0) } == [])
        let wrong = "| name | here | what |\n|---|---|---|\n| `import SwiftUI`, `@Query`, `UTType` | refused | no |\n"
        #expect(check(wrong) == ["import SwiftUI", "@Query", "UTType"])
    }

    /// Every name that a table may give: `Suite`, `Suite.test`, `test`.
    private static let knownTests = Set(
        SourceTree.tests.flatMap(DeclarationScanner.declarations(in:))
            .filter { ["func", "struct", "class", "enum", "extension"].contains($0.keyword) }
            .flatMap { [$0.name, $0.name.split(separator: ".").last.map(String.init) ?? ""] }
    )
}
