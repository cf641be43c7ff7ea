import Foundation

/// Looks for words in a file that grows.
struct OutputWatch {
    private let file: URL
    private let words: [UInt8]
    private var offset: UInt64 = 0
    /// The end of what was read, in which the words may have begun.
    private var tail: [UInt8] = []

    init(_ file: URL, for words: String) { (self.file, self.words) = (file, Array(words.utf8)) }

    /// Whether the words have come since the last look.
    mutating func look() throws -> Bool {
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }
        try handle.seek(toOffset: offset)
        guard let data = try handle.readToEnd(), !data.isEmpty else { return false }
        offset += UInt64(data.count)
        let bytes = tail + data
        tail = Array(bytes.suffix(words.count - 1))
        return !Data(bytes).ranges(of: words).isEmpty
    }
}
