import AppCommons
import Foundation

/// Cuts a JSON array, or objects that follow each other, into its elements without reading the whole.
///
/// What is inside an element is left to a decoder; an element over the limit is skipped and named.
struct JSONElementReader {
    struct Element: Equatable {
        /// The line where it begins, from 1.
        let line: Int
        let bytes: [UInt8]
        let isCut: Bool
    }

    private enum Place { case start, beforeFirst, beforeElement, afterElement, sequence, end }

    private let source: ByteSource
    private let limit: Int
    private var chunk: [UInt8] = []
    private var position = 0
    private var isAtEnd = false
    private var line = 1
    private var place = Place.start

    init(_ source: ByteSource, limit: Int) {
        self.source = source
        self.limit = limit
    }

    /// The next element, or nil at the end.
    ///
    /// Throws ``UnreadableFile`` where the file is no JSON.
    mutating func next() throws -> Element? {
        while let byte = try nextSignificantByte() {
            switch (place, byte) {
            case (.start, UInt8(ascii: "[")):
                (place, position) = (.beforeFirst, position + 1)
            case (.start, UInt8(ascii: "{")):
                place = .sequence
            case (.sequence, UInt8(ascii: "{")):
                return try element()
            case (.beforeFirst, UInt8(ascii: "]")), (.afterElement, UInt8(ascii: "]")):
                (place, position) = (.end, position + 1)
            case (.afterElement, UInt8(ascii: ",")):
                (place, position) = (.beforeElement, position + 1)
            case (.beforeFirst, _), (.beforeElement, _):
                place = .afterElement
                return try element()
            default:
                throw UnreadableFile.notJSON(line: line)
            }
        }
        guard place != .start else { throw UnreadableFile.empty }
        guard place == .end || place == .sequence else { throw UnreadableFile.endsEarly(line: line) }
        return nil
    }

    private mutating func element() throws -> Element {
        let first = line
        var scan = ElementScan()
        var bytes: [UInt8] = []
        var isCut = false
        while !scan.isComplete {
            guard try fill() else { throw UnreadableFile.endsEarly(line: line) }
            let end = chunk.withUnsafeBufferPointer { scan.advance(over: $0, from: position, line: &line) }
            let room = limit - bytes.count
            isCut = isCut || end - position > room
            bytes += chunk[position..<min(end, position + room)]
            position = end
        }
        guard !bytes.isEmpty else { throw UnreadableFile.notJSON(line: line) }
        return Element(line: first, bytes: bytes, isCut: isCut)
    }

    private mutating func nextSignificantByte() throws -> UInt8? {
        while try fill() {
            let byte = chunk[position]
            switch byte {
            case UInt8(ascii: "\n"): line += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
            default: return byte
            }
            position += 1
        }
        return nil
    }

    private mutating func fill() throws -> Bool {
        if position < chunk.count { return true }
        if isAtEnd { return false }
        let isFirst = chunk.isEmpty
        chunk = try source.nextChunk()
        position = isFirst && chunk.starts(with: LineReader.byteOrderMark) ? LineReader.byteOrderMark.count : 0
        isAtEnd = chunk.isEmpty
        return !isAtEnd
    }
}

/// Finds the end of one JSON value by brackets and quotation marks alone.
private struct ElementScan {
    private(set) var isComplete = false
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// Answers the index after the last byte of the value, or after the buffer when the value goes on.
    mutating func advance(over bytes: UnsafeBufferPointer<UInt8>, from start: Int, line: inout Int) -> Int {
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x0a { line += 1 }
            if isInString {
                passInString(byte)
                if isComplete { return index + 1 }
            } else if let isIncluded = pass(byte) {
                isComplete = true
                return isIncluded ? index + 1 : index
            }
            index += 1
        }
        return index
    }

    private mutating func passInString(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if byte == 0x5c {
            isEscaped = true
        } else if byte == 0x22 {
            isInString = false
            isComplete = depth == 0
        }
    }

    /// nil while the value goes on; else whether this last byte belongs to it.
    private mutating func pass(_ byte: UInt8) -> Bool? {
        switch byte {
        case 0x22:
            isInString = true
        case 0x7b, 0x5b:
            depth += 1
        case 0x7d, 0x5d:
            if depth == 0 { return false }
            depth -= 1
            if depth == 0 { return true }
        case 0x2c, 0x20, 0x09, 0x0a, 0x0d:
            if depth == 0 { return false }
        default:
            break
        }
        return nil
    }
}
