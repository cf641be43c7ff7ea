/// Texts that tell a right comparison from one of bytes.
enum RandomText {
    static let pieces = [
        "a", "b", "e", "E", "z", "K", ";", "`", "1", "09", "10", "2", " ", "_", "-", "\r\n", "\n", "\r", "\t", "ss",
        "é", "e\u{301}", "\u{301}", "ü", "u\u{308}", "ß", "ſ", "ı", "İ", "I", "i", "\u{212A}", "\u{37E}", "\u{1FEF}",
        "Å", "\u{212B}", "A\u{30A}", "Ａ", "ａ", "１", "ﬁ", "æ", "ø", "ñ", "中", "文", "金", "阿", "重", "㐀", "𠀀", "\u{F90A}",
        "か", "が",
        "か\u{3099}", "ガ", "ｶﾞ", "한", "\u{1112}\u{1161}\u{11AB}", "👍", "👍🏽", "👨‍👩‍👧", "👨", "🇩🇪", "🇩", "\u{200D}", "\u{FE0F}",
        "❤️", "Ω", "\u{2126}", "й", "и\u{306}", "Я", "ς", "Σ", "ב", "שׁ", "नि", "\u{0}",
    ]

    static func make(_ random: inout SeededGenerator, upTo length: Int = 5) -> String {
        let plain = random.chance(40)
        return (0..<random.number(0...length)).map { _ in
            plain ? random.pick(["a", "b", "E", "e", "K", "1", "2", " ", "Z"]) : random.pick(pieces)
        }.joined()
    }
}
