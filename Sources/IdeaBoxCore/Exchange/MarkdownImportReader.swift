import AppCommons
import Foundation

/// Reads ideas from a Markdown checklist.
///
/// Indented lines below an item are its details; headings and empty lines between items are passed over.
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
        var rest = Substring(text)
        if rest.take("  ") || rest.take("\t") { return .details(String(rest)) }
        if text.allSatisfy(\.isWhitespace) || text.hasPrefix("#") { return .nothing }
        guard let (isDone, title) = item(text) else { return .refused(.notAnItem) }
        return .item(ImportRow(line: line.number, title: title, isCompleted: isDone))
    }

    private static func item(_ text: String) -> (isDone: Bool, title: String)? {
        var rest = Substring(text)
        if !(rest.take("-") || rest.take("*") || rest.take("+")) {
            let number = rest.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            rest = Substring(rest.utf8.dropFirst(number.count))
            guard !number.isEmpty, rest.take(".") || rest.take(")") else { return nil }
        }
        while rest.take(" ") {}
        let isOpen = rest.take("[ ]")
        let isDone = !isOpen && (rest.take("[x]") || rest.take("[X]"))
        guard isOpen || isDone else { return nil }
        _ = rest.take(" ")
        return (isDone, String(rest))
    }
}
