import Foundation

/// What is left of a scalar when case, diacritics and width do not count.
///
/// Full-width and half-width forms become ordinary ones, letters lose their marks and are folded in full (`ß` is `ss`,
/// final sigma is sigma, the Turkish letters `ı` and `İ` are `i`). Stripped are the marks of the alphabets and of kana,
/// Hebrew points, Arabic vowel signs and variation selectors; vowel signs of other scripts stay, they make other words.
enum Folding {
    /// The folded UTF-8 bytes of a scalar, appended to `bytes`.
    static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        if scalar.value < 0x80 {
            bytes.append(lowercase(UInt8(scalar.value)))
        } else if let range = table.range(of: scalar) {
            bytes.append(contentsOf: table.bytes[range])
        } else if isMark(scalar) {
            return
        } else if scalar.value >= 0x3400, scalar.value < 0xA000 {
            bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        } else {
            bytes.append(contentsOf: cased(String(scalar)).utf8)
        }
    }

    @inline(__always)
    static func lowercase(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    /// Whether folding drops the scalar.
    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0300...0x036F, 0x0483...0x0489, 0x0591...0x05BD, 0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5, 0x05C7,
            0x0610...0x061A, 0x064B...0x065F, 0x0670, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF,
            0x3099...0x309A, 0xFE00...0xFE0F, 0xFE20...0xFE2F:
            true
        default: false
        }
    }

    /// Lower, upper and lower again: what full case folding gives, and `ı` becomes `i` on the way.
    private static func cased(_ text: String) -> String {
        let lowered = map(text) { $0.properties.lowercaseMapping }
        return map(map(lowered) { $0.properties.uppercaseMapping }) { $0.properties.lowercaseMapping }
    }

    private static func map(_ text: String, _ transform: (Unicode.Scalar) -> String) -> String {
        text.unicodeScalars.reduce(into: "") { $0 += transform($1) }
    }
}

// MARK: - Table

extension Folding {
    /// The folded forms of the alphabets, kana and width forms, made at first need.
    private struct Table {
        var ranges: [ClosedRange<UInt32>] = [
            0x80...0x052F, 0x1E00...0x1FFF, 0x3000...0x30FF, 0xFB00...0xFB06, 0xFF00...0xFFEF,
        ]
        var offsets: [Int] = []
        /// Where the entries of a range begin in `offsets`.
        var firsts: [Int] = []
        var bytes: [UInt8] = []

        func range(of scalar: Unicode.Scalar) -> Range<Int>? {
            let value = scalar.value
            for (index, range) in ranges.enumerated() where range.contains(value) {
                let entry = firsts[index] + Int(value - range.lowerBound)
                return offsets[entry]..<offsets[entry + 1]
            }
            return nil
        }
    }

    private static let table: Table = {
        var table = Table()
        for range in table.ranges {
            table.firsts.append(table.offsets.count)
            for folded in fold(range) {
                table.offsets.append(table.bytes.count)
                table.bytes.append(contentsOf: folded.utf8)
            }
        }
        table.offsets.append(table.bytes.count)
        return table
    }()

    /// The folded forms of a range.
    ///
    /// One normalisation of all scalars, with line feeds between them, costs far less than one each.
    private static func fold(_ range: ClosedRange<UInt32>) -> [String] {
        let isWidthForm = range.lowerBound == 0xFF00 || range.lowerBound == 0xFB00
        let scalars = range.map { Unicode.Scalar($0) ?? "\u{FFFD}" }
        var joined = scalars.map { $0 == "\u{3000}" ? " " : String($0) }.joined(separator: "\n")
        if isWidthForm { joined = joined.precomposedStringWithCompatibilityMapping }
        let bases = strip(joined.decomposedStringWithCanonicalMapping)
        return strip(cased(bases).decomposedStringWithCanonicalMapping).unicodeScalars
            .split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }

    private static func strip(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !isMark($0) }))
    }
}
