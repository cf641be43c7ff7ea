import Foundation

/// The table as text, columns aligned, and under it what it leaves open.
struct TableReport {
    let outcomes: [Outcome]

    static let heads = ["path", "n", "raw", "ours", "GRDB", "SQLAlchemy", "goal", "must", "verdict"]

    var rows: [[String]] {
        outcomes.map { outcome in
            let workload = outcome.workload
            return [
                workload.path, Self.grouped(workload.size),
                outcome.text(.raw), outcome.text(.ours), outcome.text(.grdb), outcome.text(.sqlAlchemy),
                workload.goal?.described(in: workload.unit) ?? "–", workload.must?.described(in: workload.unit) ?? "–",
                outcome.verdict.rawValue,
            ]
        }
    }

    var text: String {
        ([Self.aligned([Self.heads] + rows)] + notes.map { "  " + $0 }).joined(separator: "\n") + "\n"
    }

    /// Why cells are empty, and which rows are still to come.
    var notes: [String] {
        var rowsByReason: [String: [String]] = [:]
        for outcome in outcomes {
            for (contender, reason) in outcome.absences.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                rowsByReason["\(contender.rawValue): \(reason)", default: []].append(outcome.workload.name)
            }
        }
        var notes = rowsByReason.sorted { $0.key < $1.key }.map { reason, rows in
            rows.count == outcomes.count && rows.count > 1
                ? "– \(reason) (all rows)" : "– \(reason) (\(rows.joined(separator: ", ")))"
        }
        let again = outcomes.filter(\.isSecondRun).map(\.workload.name)
        if !again.isEmpty {
            notes.append("measured again at the end, which counts: \(again.joined(separator: ", "))")
        }
        notes.append("rows that come with their parts: \(Catalogue.later.joined(separator: ", "))")
        return notes
    }

    /// One line for the end: how many rows kept what.
    var summary: String {
        let count = { (verdict: Outcome.Verdict) in outcomes.filter { $0.verdict == verdict }.count }
        return "\(count(.goal)) at the goal, \(count(.must)) within must, \(count(.aboveMust)) above must, "
            + "\(count(.missing)) missing"
    }

    static func aligned(_ rows: [[String]]) -> String {
        let widths = rows.reduce(into: [Int](repeating: 0, count: rows.first?.count ?? 0)) { widths, row in
            for (column, cell) in row.enumerated() {
                widths[column] = max(widths[column], cell.count)
            }
        }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                let isText = column == 0 || column == row.count - 1
                return isText ? cell + padding : padding + cell
            }
            return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
        }
        .joined(separator: "\n")
    }

    /// 100000 as `100,000`.
    static func grouped(_ number: Int) -> String {
        var text = ""
        for (index, digit) in String(number).reversed().enumerated() {
            text = index > 0 && index.isMultiple(of: 3) ? "\(digit),\(text)" : "\(digit)\(text)"
        }
        return text
    }
}
