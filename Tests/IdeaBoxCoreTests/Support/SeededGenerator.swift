/// Random numbers that a test can repeat: the same seed gives the same numbers (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A text of pieces that are hard on formats: quotes, commas, line ends, wide, combined and right-to-left
    /// characters.
    mutating func text(pieces: ClosedRange<Int>, from alphabet: [String] = SeededGenerator.hardPieces) -> String {
        (0..<Int.random(in: pieces, using: &self)).map { _ in alphabet.randomElement(using: &self) ?? "" }.joined()
    }

    static let plainPieces = [
        "a", "Z", "7", " ", "靈", "感", "é", "e\u{301}", "👩‍👩‍👧", "ß", "x", "[", "]", "(A)", "%41", "%", "\"", "\"\u{301}",
        "'", ",", ",\u{301}", "\u{301}",
        ";", "\\", "{", "}", "#", "-", "*", "אב", "\u{200d}", "ﬁ", "Ａ", "details:", "2026-11-21",
    ]
    static let hardPieces =
        plainPieces + [
            "\n", "\r\n", "\r", "\t", "\n\n", "\n\u{301}", "\r\u{301}", "\u{2028}", "\u{1}", "\u{7f}", "- [ ] y",
        ]
}
