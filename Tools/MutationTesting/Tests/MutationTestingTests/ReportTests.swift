import Foundation
import Testing

@testable import MutationTesting

struct ReportTests {
    private let list: MutantList

    init() throws { list = try Fixture(Fixture.program).source().draw(4, seed: "report") }

    private func result(_ index: Int, _ kind: CheckPlan.Kind, _ outcome: CheckResult.Outcome) -> CheckResult {
        CheckResult(
            mutant: list.mutants[index].id,
            check: kind.rawValue,
            kind: kind,
            outcome: outcome,
            seconds: 1,
            words: "",
            source: list.source,
            digest: ""
        )
    }

    private var results: [CheckResult] {
        [
            result(0, .simulations, .failed), result(0, .unitTests, .survived), result(1, .simulations, .survived),
            result(1, .unitTests, .timeout), result(2, .simulations, .survived), result(2, .unitTests, .survived),
            result(3, .simulations, .survived), result(3, .unitTests, .survived),
        ]
    }

    @Test func countsApart() throws {
        let judgements = try Judgements(parsing: "# read\n\(list.mutants[2].id)\tequivalent\tnobody sees it\n")
        let report = MutationReport(list, results: results, judgements: judgements)
        #expect(report.markdown.contains("| all | 4 | 1 | 1 | 2 | 1 | 1 |"))
        #expect(report.share(of: nil) == 200.0 / 3)
        #expect(report.share(of: .simulations) == 100.0 / 3)
        #expect(report.markdown.contains("Not judged yet."))
        #expect(report.markdown.contains("nobody sees it"))
        #expect(report.unchecked == 0 && report.contradicted.isEmpty)
    }

    @Test func whatWasFoundIsNotEquivalent() throws {
        let id = list.mutants[0].id
        let judgements = try Judgements(parsing: "\(id)\tequivalent\tsaid so\n")
        let report = MutationReport(list, results: results, judgements: judgements)
        #expect(report.contradicted == [id])
        #expect(report.share(of: nil) == 50)
    }

    @Test func resultsOfAnotherSourceDoNotCount() throws {
        let other = CheckResult(
            mutant: list.mutants[0].id,
            check: "x",
            kind: .simulations,
            outcome: .failed,
            seconds: 1,
            words: "",
            source: "another",
            digest: ""
        )
        let report = try MutationReport(list, results: [other], judgements: Judgements(entries: []))
        #expect(report.unchecked == 4)
    }

    @Test func judgementsAreRead() throws {
        #expect(throws: MutationToolError.self) { try Judgements(parsing: "a\tperhaps\treason\n") }
        #expect(throws: MutationToolError.self) { try Judgements(parsing: "a\tequivalent\t\n") }
        #expect(throws: MutationToolError.self) { try Judgements(parsing: "a\tequivalent\tx\na\tequivalent\ty\n") }
        let judgements = try Judgements(parsing: "a\tequivalent\tx\nb\tnot-equivalent\ty\n")
        #expect(judgements.stale(among: ["b"]) == ["a"])
    }

    @Test func aPageKeepsItsHead() throws {
        let fixture = try Fixture(["a.md": "# Head\n\n<!-- results -->\nold\n"])
        let page = ReportPage(fixture.root.appending(path: "a.md"))
        try page.write("new\n")
        #expect(try fixture.text(of: "repository/a.md") == "# Head\n\n<!-- results -->\n\nnew\n")
        try ReportPage(fixture.root.appending(path: "b.md")).write("alone\n")
        #expect(try fixture.text(of: "repository/b.md") == "alone\n")
    }
}
