import CMeasurement
import Foundation

/// The command `store-benchmarks`: arguments in, table out, exit code.
@main
enum StoreBenchmarks {
    static func main() {
        do {
            let options = try Options(Array(CommandLine.arguments.dropFirst()))
            exit(try run(options))
        } catch let misuse as Options.Misuse {
            complain(misuse.description)
            exit(2)
        } catch {
            complain(String(describing: error))
            exit(1)
        }
    }

    private static func run(_ options: Options) throws -> Int32 {
        if options.wantsHelp {
            print(Options.help)
            return 0
        }
        let rows = Catalogue.rows().filter(options.wants)
        guard !rows.isEmpty else { throw Options.Misuse(description: "no row has such a name; see --list") }
        if options.wantsList {
            print(list(of: rows))
            return 0
        }
        measurement_keep_heap_warm()
        RawSubject.cacheMebibytes = options.rawCacheMebibytes
        let outcomes = try measure(rows, options)
        return try report(outcomes, options)
    }

    private static func measure(_ rows: [Workload], _ options: Options) throws -> [Outcome] {
        let workspace = try Workspace(options.workspace)
        let stage = Stage(seed: options.seed, workspace: workspace, programs: Programs(options))
        let runner = Runner(stage: stage, quick: options.quick, contenders: options.contenders, report: complain)
        return runner.run(rows)
    }

    private static func report(_ outcomes: [Outcome], _ options: Options) throws -> Int32 {
        let table = TableReport(outcomes: outcomes)
        let conditions = Conditions.lines(options)
        print(table.text)
        conditions.forEach { print("  " + $0) }
        print("\n" + table.summary)
        if let page = options.markdown {
            try MarkdownReport(table: table, conditions: conditions).write(to: page)
        }
        if let file = options.json {
            let report = JSONReport(outcomes, seed: options.seed, isQuick: options.quick, conditions: conditions)
            try report.write(to: file)
        }
        return outcomes.contains { $0.verdict.fails } ? 1 : 0
    }

    private static func list(of rows: [Workload]) -> String {
        let cells = rows.map { row in
            [
                row.name, row.path, TableReport.grouped(row.size), row.goal?.described(in: row.unit) ?? "–",
                row.must?.described(in: row.unit) ?? "–", "",
            ]
        }
        return TableReport.aligned([["name", "path", "n", "goal", "must", ""]] + cells)
    }

    /// Progress and complaints go to standard error: standard output is the table's.
    private static func complain(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
