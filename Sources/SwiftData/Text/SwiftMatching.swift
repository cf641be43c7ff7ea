import Foundation

/// `contains`, `starts(with:)` and `hasSuffix` of texts as Swift has them: by whole characters, canonically equivalent
/// ones alike.
///
/// A byte match is a character match when it begins and ends between characters; where the neighbours leave doubt, and
/// where another spelling could match, Swift's own algorithms decide.
struct SwiftMatching {
    private let part: String
    private let search: ByteSearch
    /// No other sequence of scalars is equivalent to the part.
    private let isPlain: Bool
    private let isASCII: Bool

    init(_ part: String) {
        self.part = part
        search = ByteSearch(Array(part.utf8))
        isASCII = part.utf8.allSatisfy { $0 < 0x80 }
        isPlain = CanonicalText.spellings(of: part) == 1
    }

    func isContained(in text: TextBytes) -> Bool {
        if search.needle.isEmpty { return true }
        var start = 0
        var isDoubtful = !isPlain && !(isASCII && text.isASCII)
        while let index = search.first(in: text, from: start) {
            if isBoundary(index, of: text), isBoundary(index + search.needle.count, of: text) { return true }
            isDoubtful = true
            start = index + 1
        }
        return isDoubtful && Self.contains(Array(text.string), Array(part))
    }

    func isPrefix(of text: TextBytes) -> Bool {
        let length = search.needle.count
        if length == 0 { return true }
        if matches(text, at: 0), isBoundary(length, of: text) { return true }
        if isPlain, !matches(text, at: 0) { return false }
        return text.string.starts(with: part)
    }

    func isSuffix(of text: TextBytes) -> Bool {
        let length = search.needle.count
        if length == 0 { return true }
        let start = text.count - length
        if start >= 0, matches(text, at: start), isBoundary(start, of: text) { return true }
        if isPlain, start < 0 || !matches(text, at: start) { return false }
        return text.string.hasSuffix(part)
    }

    private func matches(_ text: TextBytes, at offset: Int) -> Bool {
        guard let base = text.baseAddress, offset + search.needle.count <= text.count else { return false }
        return memcmp(base + offset, search.needle, search.needle.count) == 0
    }

    /// Whether a new character certainly begins here.
    private func isBoundary(_ offset: Int, of text: TextBytes) -> Bool {
        if offset == 0 || offset == text.count { return true }
        return isSimple(text, before: offset) && isSimple(text, at: offset)
            && !(text[offset] == 0x0A && text[offset - 1] == 0x0D)
    }

    private func isSimple(_ text: TextBytes, at offset: Int) -> Bool {
        text[offset] < 0x80 || text.isIdeograph(at: offset)
    }

    private func isSimple(_ text: TextBytes, before offset: Int) -> Bool {
        text[offset - 1] < 0x80 || offset >= 3 && text.isIdeograph(at: offset - 3)
    }

    private static func contains(_ text: [Character], _ part: [Character]) -> Bool {
        guard let first = part.first else { return true }
        guard part.count <= text.count else { return false }
        for start in 0...(text.count - part.count) where text[start] == first {
            if text[start..<(start + part.count)].elementsEqual(part) { return true }
        }
        return false
    }
}
