import Foundation

/// The little of Markdown that the checks need.
enum Markdown {
    struct Table {
        let header: [String]
        let rows: [[String]]
    }

    /// Tables with a header row and a rule of dashes; `\|` in a cell is a bar.
    static func tables(in text: String) -> [Table] {
        var tables: [Table] = []
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let line = lines.popFirst() {
            guard line.hasPrefix("|"), let rule = lines.first, rule.hasPrefix("|"), rule.contains("--") else {
                continue
            }
            lines.removeFirst()
            var rows: [[String]] = []
            while let row = lines.first, row.hasPrefix("|") {
                rows.append(cells(of: row))
                lines.removeFirst()
            }
            tables.append(Table(header: cells(of: line), rows: rows))
        }
        return tables
    }

    private static func cells(of line: Substring) -> [String] {
        let bar = "\u{1}"
        var cells = line.dropFirst().replacing("\\|", with: bar).split(separator: "|", omittingEmptySubsequences: false)
            .map { $0.replacing(bar, with: "|").trimmed }
        if cells.last?.isEmpty == true { cells.removeLast() }
        return cells
    }

    /// The text between single back-ticks.
    static func codeSpans(in text: String) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .compactMap { $0.offset.isMultiple(of: 2) ? nil : String($0.element) }
    }

    /// The text without its fenced blocks.
    static func prose(of text: String) -> String {
        var isFenced = false
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            let isFence = line.drop { $0 == " " }.hasPrefix("```")
            defer { if isFence { isFenced.toggle() } }
            return !isFence && !isFenced
        }
        return lines.joined(separator: "\n")
    }

    /// The content of the fenced blocks in a language, in order.
    static func blocks(of language: String, in text: String) -> [String] {
        var blocks: [String] = []
        var current: [Substring]?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if current != nil, line == "```" {
                blocks.append((current ?? []).map { $0 + "\n" }.joined())
                current = nil
            } else if current != nil {
                current?.append(line)
            } else if line == "```\(language)" {
                current = []
            }
        }
        return blocks
    }

    /// The targets of inline links.
    static func links(in text: String) -> [String] {
        prose(of: text).components(separatedBy: "](").dropFirst().compactMap { piece in
            piece.firstIndex(of: ")").map { String(piece[..<$0]) }
        }
    }

    /// The anchors that headings offer, as code hosts spell them.
    static func anchors(in text: String) -> Set<String> {
        let headings = prose(of: text).split(separator: "\n").filter { $0.hasPrefix("#") }
        return Set(headings.map { anchor(of: $0.drop { $0 == "#" }) })
    }

    private static func anchor(of heading: Substring) -> String {
        heading.trimmed.lowercased()
            .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
            .replacing(" ", with: "-")
    }
}

extension StringProtocol {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
