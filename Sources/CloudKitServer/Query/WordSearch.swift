import CloudKitWebServices
import Foundation

/// Words that are looked for in texts: all of them, or any.
struct WordSearch: Sendable {
    private let wanted: Set<ArraySlice<UInt8>>
    private let all: Bool

    init(_ text: String, all: Bool) {
        wanted = Set(Words.of(text).map { Array($0.utf8)[...] })
        self.all = all
    }

    /// Whether the texts of some values have the words, each in any of them.
    func holds(in values: some Sequence<WireValue>) -> Bool {
        if wanted.isEmpty { return all }
        var (missing, isFound) = (wanted, false)
        for value in values {
            for text in value.texts {
                Words.each(in: text) { word in
                    guard wanted.contains(word) else { return }
                    isFound = true
                    if all { missing.remove(word) }
                }
                if all ? missing.isEmpty : isFound { return true }
            }
        }
        return false
    }
}

/// The words of a text, as a search for words sees them: without case, without accents, without the smallest words.
///
/// Source: the stop words of the framework's documentation.
enum Words {
    private static let stopWords: Set<String> = [
        "a", "an", "and", "are", "as", "at", "be", "by", "for", "if", "in", "into", "is", "it", "no", "not", "of", "on",
        "or", "such", "that", "the", "their", "then", "there", "these", "they", "this", "to", "was", "will", "with",
    ]

    /// The words, without those that are left out.
    static func of(_ text: String) -> [String] {
        var words: [String] = []
        each(in: text) { words.append(String(decoding: $0, as: UTF8.self)) }
        return words.filter { !stopWords.contains($0) }
    }

    /// Gives each word, those that are left out too.
    static func each(in text: String, _ body: (ArraySlice<UInt8>) -> Void) {
        var bytes = Array(text.utf8)
        guard bytes.allSatisfy({ $0 < 0x80 }) else {
            for word in folded(text) { body(Array(word.utf8)[...]) }
            return
        }
        var start = 0
        for place in bytes.indices {
            switch bytes[place] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): continue
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes[place] |= 0x20
            default:
                if start < place { body(bytes[start..<place]) }
                start = place + 1
            }
        }
        if start < bytes.count { body(bytes[start...]) }
    }

    private static func folded(_ text: String) -> [String] {
        let folded = text.decomposedStringWithCompatibilityMapping.unicodeScalars.filter {
            $0.properties.generalCategory != .nonspacingMark
        }
        return String(String.UnicodeScalarView(folded)).lowercased()
            .split { !($0.isLetter || $0.isNumber) }
            .map(String.init)
    }
}
