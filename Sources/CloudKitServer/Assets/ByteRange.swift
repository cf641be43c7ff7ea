/// Which part of a file a request asks for.
///
/// Source: RFC 9110, section 14. Several ranges at once are answered with the whole file, as the standard allows.
enum ByteRange: Hashable {
    /// All of it.
    case whole
    /// The bytes of a range, which is not empty.
    case part(Range<Int64>)
    /// Nothing of what was asked for is there.
    case unsatisfiable

    /// Reads the header `Range`; what is no range of bytes is ignored.
    init(_ header: String?, size: Int64) {
        self = header.flatMap { Self.parse($0, size) } ?? .whole
    }

    private static func parse(_ header: String, _ size: Int64) -> ByteRange? {
        guard header.hasPrefix("bytes=") else { return nil }
        let text = header.dropFirst("bytes=".count)
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = number(parts[0]), let last = number(parts[1]) else { return nil }
        switch (first, last) {
        case (let first?, let last?):
            guard first <= last else { return nil }
            return first < size ? .part(first..<min(last, size - 1) + 1) : .unsatisfiable
        case (let first?, nil): return first < size ? .part(first..<size) : .unsatisfiable
        case (nil, let length?): return length > 0 && size > 0 ? .part(max(0, size - length)..<size) : .unsatisfiable
        case (nil, nil): return nil
        }
    }

    /// A number, or nothing; nil if it is neither.
    private static func number(_ text: Substring) -> Int64?? {
        if text.isEmpty { return .some(nil) }
        guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int64(text) else { return nil }
        return .some(number)
    }
}
