import Foundation

/// The table as Markdown, put between two marker lines of a page.
struct MarkdownReport {
    let table: TableReport
    let conditions: [String]

    static let begin = "<!-- results:begin -->"
    static let end = "<!-- results:end -->"

    var text: String {
        var lines = ["| " + TableReport.heads.joined(separator: " | ") + " |", "|---|--:|--:|--:|--:|--:|--:|--:|---|"]
        lines += table.rows.map { "| " + $0.joined(separator: " | ") + " |" }
        lines += [""] + conditions.map { "- \($0)" } + table.notes.map { "- \($0)" }
        return lines.joined(separator: "\n")
    }

    /// Replaces what stands between the markers of `page`.
    ///
    /// - Throws: `Absent` where the page has no such lines.
    func write(to page: URL) throws {
        let old = try String(contentsOf: page, encoding: .utf8)
        guard let begin = old.range(of: Self.begin + "\n"), let end = old.range(of: Self.end),
            begin.upperBound <= end.lowerBound
        else { throw Absent("\(page.lastPathComponent) has no lines \(Self.begin) and \(Self.end)") }
        let new = old.replacingCharacters(in: begin.upperBound..<end.lowerBound, with: text + "\n")
        try new.write(to: page, atomically: true, encoding: .utf8)
    }
}
