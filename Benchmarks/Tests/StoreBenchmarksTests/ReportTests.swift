import Foundation
import Testing

@testable import StoreBenchmarks

@Suite("Reports")
struct ReportTests {
    private var outcome: Outcome {
        var outcome = Outcome(workload: row(goal: .timesRaw(1.2), must: .timesRaw(1.5)))
        outcome.figures = [.raw: 5.8, .ours: 6.38, .grdb: 7.54]
        outcome.absences = [.sqlAlchemy: "no Python"]
        return outcome
    }

    @Test("Columns are aligned, and an empty cell has its reason below")
    func table() {
        let lines = TableReport(outcomes: [outcome]).text.split(separator: "\n").map(String.init)
        #expect(lines[0] == "path          n     raw   ours   GRDB  SQLAlchemy   goal   must  verdict")
        #expect(lines[1] == "does nothing  1  5.8 ms  1.10×  1.30×           –  1.20×  1.50×  goal")
        #expect(lines[2] == "  – SQLAlchemy: no Python (nothing)")
        #expect(lines[3].contains("sync push"))
    }

    @Test("Markdown replaces what stands between the markers, and nothing else")
    func markdown() throws {
        let page = FileManager.default.temporaryDirectory.appendingPathComponent("page-\(getpid()).md")
        defer { try? FileManager.default.removeItem(at: page) }
        try "before\n\(MarkdownReport.begin)\nold\n\(MarkdownReport.end)\nafter\n"
            .write(to: page, atomically: true, encoding: .utf8)
        let report = MarkdownReport(table: TableReport(outcomes: [outcome]), conditions: ["seed 1"])
        try report.write(to: page)
        try report.write(to: page)
        let text = try String(contentsOf: page, encoding: .utf8)
        #expect(text == "before\n\(MarkdownReport.begin)\n\(report.text)\n\(MarkdownReport.end)\nafter\n")
        #expect(report.text.contains("| does nothing | 1 | 5.8 ms | 1.10× | 1.30× | – | 1.20× | 1.50× | goal |"))
    }

    @Test("A page without markers is left alone")
    func markdownWithoutMarkers() throws {
        let page = FileManager.default.temporaryDirectory.appendingPathComponent("bare-\(getpid()).md")
        defer { try? FileManager.default.removeItem(at: page) }
        try "nothing\n".write(to: page, atomically: true, encoding: .utf8)
        let report = MarkdownReport(table: TableReport(outcomes: []), conditions: [])
        #expect(throws: Absent.self) { try report.write(to: page) }
        #expect(try String(contentsOf: page, encoding: .utf8) == "nothing\n")
    }

    @Test("JSON holds every figure, the ratio and the reason of an absence")
    func json() throws {
        let report = JSONReport([outcome], seed: 7, isQuick: true, conditions: [])
        let object = try JSONDecoder().decode(Decoded.self, from: JSONEncoder().encode(report))
        let cells = try #require(object.rows.first?.contenders)
        #expect(cells["ours"]?.timesRaw == 6.38 / 5.8)
        #expect(cells["SQLAlchemy"]?.absentBecause == "no Python")
        #expect(object.seed == 7)
    }

    private struct Decoded: Decodable {
        struct Row: Decodable { let contenders: [String: Cell] }
        struct Cell: Decodable {
            let timesRaw: Double?
            let absentBecause: String?
        }
        let seed: Int
        let rows: [Row]
    }

    @Test("The command line is understood or refused in words")
    func options() throws {
        let options = try Options(["--quick", "--filter", "insert-", "--seed", "5", "--json", "a.json"])
        #expect(options.quick && options.seed == 5)
        #expect(Catalogue.rows().filter(options.wants).map(\.name) == ["insert-10k", "insert-100k"])
        #expect(throws: Options.Misuse.self) { try Options(["--seed", "x"]) }
        #expect(throws: Options.Misuse.self) { try Options(["--filter"]) }
        #expect(throws: Options.Misuse.self) { try Options(["--fast"]) }
    }

    @Test("Every row has a name of its own, and a goal where it has a must")
    func catalogue() {
        let rows = Catalogue.rows()
        #expect(Set(rows.map(\.name)).count == rows.count)
        for row in rows {
            #expect((row.goal == nil) == (row.must == nil), "\(row.name)")
        }
    }
}
