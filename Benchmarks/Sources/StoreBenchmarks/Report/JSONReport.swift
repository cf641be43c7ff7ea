import Foundation

/// Every figure for other programs: `--json FILE`.
struct JSONReport: Encodable {
    let seed: UInt64
    let isQuick: Bool
    let conditions: [String]
    let rows: [Row]
    let rowsToCome: [String]

    /// One row; figures are in `unit`, a contender without a figure has a reason.
    struct Row: Encodable {
        let name: String
        let path: String
        let size: Int
        let unit: Unit
        let goal: String?
        let must: String?
        let verdict: Outcome.Verdict
        let contenders: [String: Cell]
    }

    struct Cell: Encodable {
        var figure: Double?
        var timesRaw: Double?
        var samples: Int?
        /// Half the distance between the quartiles, as a part of the median.
        var spread: Double?
        var absentBecause: String?
    }

    init(_ outcomes: [Outcome], seed: UInt64, isQuick: Bool, conditions: [String]) {
        self.seed = seed
        self.isQuick = isQuick
        self.conditions = conditions
        rows = outcomes.map(Row.init)
        rowsToCome = Catalogue.later
    }

    func write(to file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(self).write(to: file)
    }
}

extension JSONReport.Row {
    init(_ outcome: Outcome) {
        let workload = outcome.workload
        name = workload.name
        path = workload.path
        size = workload.size
        unit = workload.unit
        goal = workload.goal?.described(in: workload.unit)
        must = workload.must?.described(in: workload.unit)
        verdict = outcome.verdict
        let cells = Contender.allCases.map { ($0.rawValue, JSONReport.Cell(outcome, $0)) }
        contenders = Dictionary(uniqueKeysWithValues: cells)
    }
}

extension JSONReport.Cell {
    init(_ outcome: Outcome, _ contender: Contender) {
        figure = outcome.figures[contender]
        if let figure, let raw = outcome.figures[.raw], raw > 0 {
            timesRaw = figure / raw
        }
        samples = outcome.sampleCounts[contender]
        spread = outcome.spreads[contender]
        absentBecause = outcome.absences[contender]
    }
}
