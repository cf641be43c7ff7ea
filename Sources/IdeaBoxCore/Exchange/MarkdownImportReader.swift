import Foundation

/// Reads ideas from a Markdown checklist. Indented lines below an item are its details; headings and empty lines
/// between items are passed over.
struct MarkdownImportReader: ImportReader {
    private var lines: LineReader
    private var pending: ImportItem?

    init(_ source: ByteSource) {
        lines = LineReader(source, limit: Self.maximumRowBytes)
    }

    mutating func next() throws -> ImportItem? {
        if let refused = pending {
            pending = nil
            if case .refused = refused { return refused }
            if case .row(let row) = refused { return try finished(row) }
        }
        while let line = try lines.next() {
            switch Self.meaning(of: line) {
            case .nothing, .details: continue
            case .refused(let reason): return .refused(RefusedRow(line: line.number, reason: reason))
            case .item(let row): return try finished(row)
            }
        }
        return nil
    }

    /// Adds the indented lines that follow, up to the next item.
    private mutating func finished(_ item: ImportRow) throws -> ImportItem {
        var details: [String] = []
        var isTooLarge = false
        var blankLines = 0
        collecting: while let line = try lines.next() {
            switch Self.meaning(of: line) {
            case .details(let text):
                details += Array(repeating: "", count: blankLines) + [text]
                blankLines = 0
                isTooLarge = isTooLarge || details.count > IdeaRules.maximumDetailsBytes
                if isTooLarge { details = [] }
            case .nothing:
                blankLines = min(blankLines + 1, IdeaRules.maximumDetailsCharacters)
            case .item(let row):
                pending = .row(row)
                break collecting
            case .refused(let reason):
                pending = .refused(RefusedRow(line: line.number, reason: reason))
                break collecting
            }
        }
        guard !isTooLarge else {
            return .refused(RefusedRow(line: item.line, reason: .tooLarge(limit: IdeaRules.maximumDetailsBytes)))
        }
        var row = item
        row.details = details.joined(separator: "\n")
        return .checked(row)
    }

    private enum Meaning {
        case nothing
        case item(ImportRow)
        case details(String)
        case refused(RefusalReason)
    }

    private static func meaning(of line: LineReader.Line) -> Meaning {
        guard !line.isCut else { return .refused(.tooLarge(limit: maximumRowBytes)) }
        guard let text = line.text else { return .refused(.notUTF8) }
        if text.hasPrefix("  ") { return .details(String(text.dropFirst(2))) }
        if text.hasPrefix("\t") { return .details(String(text.dropFirst())) }
        if text.allSatisfy(\.isWhitespace) || text.hasPrefix("#") { return .nothing }
        guard let (isDone, title) = item(text) else { return .refused(.notAnItem) }
        return .item(ImportRow(line: line.number, title: title, isCompleted: isDone))
    }

    private static func item(_ text: String) -> (isDone: Bool, title: String)? {
        var rest = Substring(text)
        if let bullet = rest.first, "-*+".contains(bullet) {
            rest = rest.dropFirst()
        } else {
            let number = rest.prefix { $0.isASCII && $0.isNumber }
            guard !number.isEmpty else { return nil }
            rest = rest.dropFirst(number.count)
            guard let mark = rest.first, ".)".contains(mark) else { return nil }
            rest = rest.dropFirst()
        }
        rest = rest.drop { $0 == " " }
        for (box, isDone) in [("[ ]", false), ("[x]", true), ("[X]", true)] where rest.hasPrefix(box) {
            let title = rest.dropFirst(box.count)
            return (isDone, String(title.hasPrefix(" ") ? title.dropFirst() : title))
        }
        return nil
    }
}
