import AppCommons
import Foundation

/// The parts of a todo.txt line: `x` for done, a priority, one or two days, the text and our own `details:` word.
struct TodoTxtLine: Equatable {
    var isDone = false
    var completed: Date?
    var created: Date?
    /// The text with the priority in front, when there is one.
    var title = ""
    var details = ""

    private static let detailsKey = "details:"

    init(isDone: Bool, completed: Date?, created: Date?, title: String, details: String) {
        self.isDone = isDone
        self.completed = completed
        self.created = created
        self.title = title
        self.details = details
    }

    /// Reads a line.
    ///
    /// Every text is a line of todo.txt, so this cannot fail.
    init(_ text: String) {
        var rest = Substring(text)
        isDone = rest.take("x ")
        if isDone {
            completed = Self.day(&rest)
            created = completed == nil ? nil : Self.day(&rest)
        }
        let priority = isDone ? "" : Self.priority(&rest)
        if !isDone { created = Self.day(&rest) }
        var last = rest.lastWord
        if last.utf8.count < rest.utf8.count, last.take(Self.detailsKey) {
            details = Self.decoded(last)
            rest = Substring(rest.utf8.dropLast(last.utf8.count + Self.detailsKey.utf8.count + 1))
        }
        title = priority + rest
    }

    /// The line as it is written, without a line end.
    var text: String {
        var rest = Substring(title.replacing(["\r\n", "\n", "\r"], with: " "))
        let priority = isDone ? "" : Self.priority(&rest)
        let days = [completed, created].compactMap { $0.map(ISOTimestamp.dayText) }
        let tail = details.isEmpty ? [] : [Self.detailsKey + Self.encoded(details)]
        let words = (isDone ? ["x"] : []) + days + [String(rest)] + tail
        return priority + words.joined(separator: " ")
    }

    private static func day(_ rest: inout Substring) -> Date? {
        let word = rest.firstWord
        guard word.utf8.count == 10, let date = ISOTimestamp.date(word) else { return nil }
        rest = Substring(rest.utf8.dropFirst(word.utf8.count + 1))
        return date
    }

    /// Takes `(A) ` off the front and answers it.
    private static func priority(_ rest: inout Substring) -> String {
        for letter in UInt8(ascii: "A")...UInt8(ascii: "Z") {
            let mark = "(\(Character(Unicode.Scalar(letter)))) "
            if rest.take(mark) { return mark }
        }
        return ""
    }

    private static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            let isPlain = byte > 0x20 && byte != 0x7f && byte != UInt8(ascii: "%")
            bytes += isPlain ? [byte] : Array("%".utf8) + hexadecimal(byte).utf8
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        String(byte >> 4, radix: 16, uppercase: true) + String(byte & 15, radix: 16, uppercase: true)
    }

    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self) ?? String(text)
    }
}

extension String {
    fileprivate func replacing(_ ends: [String], with replacement: String) -> String {
        ends.reduce(self) { $0.replacingOccurrences(of: $1, with: replacement) }
    }
}

/// Reads ideas from todo.txt: every line that is not empty is one.
struct TodoTxtImportReader: ImportReader {
    private var lines: LineReader

    init(_ source: ByteSource) {
        lines = LineReader(source, limit: Self.maximumRowBytes)
    }

    mutating func next() throws -> ImportItem? {
        while let line = try lines.next() {
            guard !line.isCut else {
                return .refused(RefusedRow(line: line.number, reason: .tooLarge(limit: Self.maximumRowBytes)))
            }
            guard let text = line.text else { return .refused(RefusedRow(line: line.number, reason: .notUTF8)) }
            if text.allSatisfy(\.isWhitespace) { continue }
            return .checked(Self.row(TodoTxtLine(text), line: line.number))
        }
        return nil
    }

    private static func row(_ line: TodoTxtLine, line number: Int) -> ImportRow {
        ImportRow(
            line: number,
            title: line.title,
            details: line.details,
            isCompleted: line.isDone,
            createdAt: line.created,
            updatedAt: line.completed.map { max($0, line.created ?? $0) }
        )
    }
}
