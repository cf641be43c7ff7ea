import AppCommons
import Foundation

/// Splits bytes into lines.
///
/// A line longer than the limit is cut: its rest is skipped, never held.
struct LineReader {
    struct Line: Equatable {
        let number: Int
        /// The bytes before the LF.
        ///
        /// A CR before it is still there.
        let bytes: [UInt8]
        let isCut: Bool

        /// The line as text without a CR at its end, or nil when it is not UTF-8.
        var text: String? {
            let end = bytes.last == UInt8(ascii: "\r") ? bytes.count - 1 : bytes.count
            return String(validating: bytes[..<end], as: UTF8.self)
        }
    }

    private static let newline = Int32(UInt8(ascii: "\n"))
    static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

    private let source: ByteSource
    private let limit: Int
    private var chunk: [UInt8] = []
    private var position = 0
    private var isAtEnd = false
    private var number = 0

    init(_ source: ByteSource, limit: Int) {
        self.source = source
        self.limit = limit
    }

    /// The next line, or nil at the end of the file.
    mutating func next() throws -> Line? {
        var bytes: [UInt8] = []
        var isCut = false
        var sawAnything = false
        while try fill() {
            sawAnything = true
            let end = endOfLine()
            let piece = chunk[position..<(end ?? chunk.count)]
            let room = limit - bytes.count
            bytes += piece.prefix(room)
            isCut = isCut || piece.count > room
            position = end.map { $0 + 1 } ?? chunk.count
            if end != nil { break }
        }
        guard sawAnything else { return nil }
        number += 1
        if number == 1, bytes.starts(with: Self.byteOrderMark) { bytes.removeFirst(Self.byteOrderMark.count) }
        return Line(number: number, bytes: bytes, isCut: isCut)
    }

    private func endOfLine() -> Int? {
        chunk.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress?.advanced(by: position),
                let found = memchr(start, Self.newline, buffer.count - position)
            else { return nil }
            return position + (UnsafeRawPointer(found) - start)
        }
    }

    private mutating func fill() throws -> Bool {
        if position < chunk.count { return true }
        if isAtEnd { return false }
        chunk = try source.nextChunk()
        position = 0
        isAtEnd = chunk.isEmpty
        return !isAtEnd
    }
}
