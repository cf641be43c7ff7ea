import AppCommons
import Foundation

/// Reads the records of a CSV file by RFC 4180: quoted fields may hold commas, line ends and doubled quotation marks.
///
/// A quotation mark inside an unquoted field is an ordinary character.
struct CSVRecordReader {
    enum Record: Equatable {
        case fields([[UInt8]])
        case tooLarge
        case openQuote
    }

    private var lines: LineReader
    private let limit: Int

    init(_ source: ByteSource, limit: Int) {
        lines = LineReader(source, limit: limit)
        self.limit = limit
    }

    /// The next record and the line where it begins, or nil at the end.
    ///
    /// Empty lines are passed over.
    mutating func next() throws -> (line: Int, record: Record)? {
        var line = try lines.next()
        while let blank = line, blank.bytes.isEmpty || blank.bytes == [UInt8(ascii: "\r")] {
            line = try lines.next()
        }
        guard let first = line else { return nil }
        var parser = CSVFieldParser()
        var size = first.bytes.count
        guard !first.isCut else { return (first.number, .tooLarge) }
        parser.feed(first.bytes)
        while parser.isInQuotes {
            guard let more = try lines.next() else { return (first.number, .openQuote) }
            size += more.bytes.count + 1
            guard !more.isCut, size <= limit else { return (first.number, .tooLarge) }
            parser.feedLineEnd()
            parser.feed(more.bytes)
        }
        return (first.number, .fields(parser.finished()))
    }
}

/// Takes the bytes of one record apart.
private struct CSVFieldParser {
    private static let quote = UInt8(ascii: "\"")
    private static let comma = UInt8(ascii: ",")

    private(set) var isInQuotes = false
    private var fields: [[UInt8]] = []
    private var field: [UInt8] = []
    private var isAtFieldStart = true
    private var sawQuoteInQuotes = false

    mutating func feed(_ bytes: [UInt8]) {
        for byte in bytes {
            if isInQuotes {
                if byte == Self.quote { (isInQuotes, sawQuoteInQuotes) = (false, true) } else { field.append(byte) }
                continue
            }
            if byte == Self.quote, sawQuoteInQuotes {
                // The second of two marks: they stand for one, and the field goes on.
                field.append(byte)
                isInQuotes = true
            } else if byte == Self.quote, isAtFieldStart {
                isInQuotes = true
            } else if byte == Self.comma {
                endField()
                continue
            } else {
                field.append(byte)
            }
            isAtFieldStart = false
            sawQuoteInQuotes = false
        }
    }

    mutating func feedLineEnd() {
        field.append(UInt8(ascii: "\n"))
    }

    mutating func finished() -> [[UInt8]] {
        // The CR of a CRLF line end stands outside the quotation marks of the last field.
        if field.last == UInt8(ascii: "\r") { field.removeLast() }
        endField()
        return fields
    }

    private mutating func endField() {
        fields.append(field)
        field = []
        isAtFieldStart = true
        sawQuoteInQuotes = false
    }
}
