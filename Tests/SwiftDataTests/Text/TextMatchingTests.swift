import Foundation
import Testing

@testable import SwiftData

@Suite struct TextMatchingTests {
    @Test(arguments: [
        ("Straße", "STRASSE"), ("STRASSE", "straße"), ("İSTANBUL", "istanbul"), ("Ispartalı", "ıspartali"),
        ("Crème brûlée", "creme BRULEE"), ("Cre\u{300}me", "crème"), ("creme", "crème"), ("ＡＢＣ１２３", "abc123"),
        ("abc", "ＡＢ"), ("买牛奶和面包", "牛奶"), ("ΟΔΥΣΣΕΎΣ", "οδυσσευς"), ("ガイド", "ｶﾞｲﾄﾞ"), ("I ❤️ it", "❤"),
        ("\u{1112}\u{1161}\u{11AB}국", "한국"), ("family 👨‍👩‍👧 tree", "👨‍👩‍👧"), ("Åre", "\u{212B}RE"), ("ﬁnd", "FIND"),
    ])
    func finds(text: String, part: String) {
        #expect(TextMatching.localizedStandardContains(text, part))
    }

    @Test(arguments: [
        ("Straße", "s s"), ("👨‍👩‍👧", "👨"), ("abc", ""), ("", "a"), ("中文", "文中"), ("한국", "하"), ("ß", "s"), ("a\r\nb", "\n"),
        ("नि", "न"), ("abc", "abcd"),
    ])
    func doesNotFind(text: String, part: String) {
        #expect(!TextMatching.localizedStandardContains(text, part))
    }

    @Test(arguments: [21, 22, 23] as [UInt64])
    func localizedStandardContainsEqualsItsReference(seed: UInt64) {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<8_000 {
            let text = RandomText.make(&random, upTo: 8)
            let part = random.chance(50) ? Self.piece(of: text, &random) : RandomText.make(&random, upTo: 2)
            #expect(
                TextMatching.localizedStandardContains(text, part)
                    == TextReference.localizedStandardContains(text, part),
                "seed \(seed): \(text.debugDescription) \(part.debugDescription)"
            )
        }
    }

    @Test(arguments: [31, 32, 33] as [UInt64])
    func swiftMatchingEqualsSwift(seed: UInt64) {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<8_000 {
            let text = RandomText.make(&random, upTo: 8)
            let part = random.chance(50) ? Self.piece(of: text, &random) : RandomText.make(&random, upTo: 2)
            let matching = SwiftMatching(part)
            let names = "seed \(seed): \(text.debugDescription) \(part.debugDescription)"
            text.withTextBytes { bytes in
                #expect(matching.isContained(in: bytes) == TextReference.contains(text, part), "contains, \(names)")
                #expect(matching.isPrefix(of: bytes) == text.starts(with: part), "starts, \(names)")
                #expect(matching.isSuffix(of: bytes) == text.hasSuffix(part), "suffix, \(names)")
                #expect(bytes.characterCount == text.count, "count, \(names)")
            }
        }
    }

    /// Some scalars of a text, in another case at times.
    private static func piece(of text: String, _ random: inout SeededGenerator) -> String {
        let scalars = Array(text.unicodeScalars)
        guard !scalars.isEmpty else { return "" }
        let start = random.number(0...(scalars.count - 1))
        let end = random.number(start...(scalars.count - 1))
        let piece = String(String.UnicodeScalarView(scalars[start...end]))
        return random.chance(30) ? piece.uppercased() : piece
    }
}
