import ArgumentParser
import Foundation
import MutationTesting

struct Report: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes what was found as Markdown: tables, survivors, and what was judged equivalent.",
        discussion: "Fails where judgements no longer apply, or where a goal is missed."
    )

    @Option(help: "The folder with the list of mutants.")
    var list: String
    @Option(help: "The file of results.")
    var results: String
    @Option(help: "The table of judgements: identifier, equivalent or not-equivalent, reason.")
    var judgements: String?
    @Option(help: "The repository: then judgements of code that has changed are refused.")
    var repository: String?
    @Option(
        help:
            "The file to write; standard output where nothing is given. What stands there above the line “<!-- results -->” stays."
    )
    var output: String?
    @Option(help: "The share, in hundredths, that either kind of checks must find of what is not equivalent.")
    var goal: Double?
    @Option(help: "The share that the simulations alone must find.")
    var simulationGoal: Double?

    func run() throws {
        let list = try MutantList.read(from: URL(filePath: list))
        let table = try judgements.map { try Judgements(parsing: String(contentsOfFile: $0, encoding: .utf8)) }
        let judgements = try table ?? Judgements(entries: [])
        let report = MutationReport(
            list,
            results: try ResultFile(URL(filePath: results)).read(),
            judgements: judgements
        )
        if let output {
            try ReportPage(URL(filePath: output)).write(report.markdown)
        } else {
            say(report.markdown)
        }
        let problems = try self.problems(report, judgements)
        for problem in problems { try FileHandle.standardError.write(contentsOf: Data("\(problem)\n".utf8)) }
        if !problems.isEmpty { throw ExitCode.failure }
    }

    private func problems(_ report: MutationReport, _ judgements: Judgements) throws -> [String] {
        var problems = report.contradicted.map { "\($0) is judged equivalent, and was found: take the judgement out" }
        if report.unchecked > 0 { problems.append("\(report.unchecked) mutants have not been checked: run again") }
        if let repository {
            let sites = try Repository(root: URL(filePath: repository)).sites(in: Area.all)
            let ids = Set(sites.values.joined().map(\.id))
            problems += judgements.stale(among: ids).map {
                "the judgement of \($0) no longer applies: judge anew, or take it out"
            }
        }
        for (goal, kind, name) in [
            (goal, nil, "either"), (simulationGoal, CheckPlan.Kind.simulations, "the simulations"),
        ] {
            let share = report.share(of: kind)
            if let goal, share < goal { problems.append("\(name) found \(share) of 100, and the goal is \(goal)") }
        }
        return problems
    }
}
