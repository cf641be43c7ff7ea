/// The table of what users of Apple's framework complain about: complete, answered, and each answer shown.
enum Complaints {
    static let count = 33

    /// Rows that are missing, doubled or without an answer.
    static func gaps(in document: String) -> [Finding] {
        let numbers = rows(of: document).map { $0.first.flatMap(Int.init) ?? 0 }
        let order =
            numbers == Array(1...count) ? [] : [finding("rows 1 to \(count), each once and in order; found \(numbers)")]
        let short = rows(of: document).filter { $0.count != 4 || $0.contains("") }
        return order + short.map { finding("row \($0.first ?? "?") has an empty cell") }
    }

    /// Rows that name neither a test nor, behind a dash, why there is none.
    static func unshown(in document: String) -> [Finding] {
        rows(of: document).filter { !isShown(by: $0.last ?? "") }
            .map { finding("complaint \($0.first ?? "?") names neither a test nor the reason why there is none") }
    }

    /// Whether a cell gives a proof: a code span, or a dash and some words.
    static func isShown(by cell: String) -> Bool {
        if !Markdown.codeSpans(in: cell).isEmpty { return true }
        return cell.hasPrefix("– ") && cell.split(separator: " ").count > 2
    }

    /// Tests that the table names and nobody wrote: each code span of the last column is a test function, or a type that
    /// holds tests, as `Suite` or `Suite.test`.
    static func unknownTests(in document: String, known: Set<String>) -> [Finding] {
        rows(of: document).flatMap { row in
            Markdown.codeSpans(in: row.last ?? "").map { $0.replacing("()", with: "") }
                .filter { !known.contains($0) }
                .map { finding("complaint \(row[0]) names \($0), which no test file declares") }
        }
    }

    private static func rows(of document: String) -> [[String]] {
        Markdown.tables(in: document).first { $0.header.first == "#" }?.rows ?? []
    }

    private static func finding(_ message: String) -> Finding {
        Finding(path: "Documentation/complaints.md", line: 0, message: message)
    }
}
