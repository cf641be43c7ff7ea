import Foundation

/// Search and comparison of texts as a person means them.
enum TextMatching {
    /// Whether `text` contains `part` when case, diacritics and width do not count.
    ///
    /// Matches are of whole characters. An empty part is contained in nothing. Source: `localizedStandardContains`.
    /// Differs from Apple: the same in every locale.
    static func localizedStandardContains(_ text: some StringProtocol, _ part: some StringProtocol) -> Bool {
        let needle = FoldedSearch(String(part))
        return String(text).withTextBytes { needle.isContained(in: $0) }
    }
}

/// A text to look for, folded once.
struct FoldedSearch {
    private let folded: [UInt8]
    /// ASCII and ideographs only.
    private let isInert: Bool
    private let rare: Int
    private let rareLower: UInt8
    private let rareUpper: UInt8

    init(_ part: String) {
        let folded = part.withTextBytes { FoldedText($0) }.bytes
        self.folded = folded
        isInert = folded.withUnsafeBufferPointer { $0.isInert }
        var rare = 0
        for index in folded.indices where ByteSearch.frequency(folded[index]) < ByteSearch.frequency(folded[rare]) {
            rare = index
        }
        self.rare = rare
        rareLower = folded.isEmpty ? 0 : folded[rare]
        rareUpper = rareLower &- 0x61 < 26 ? rareLower & 0xDF : rareLower
    }

    func isContained(in text: TextBytes) -> Bool {
        if folded.isEmpty { return false }
        if text.isASCII { return isInert && isContained(inInert: text) }
        // Folding leaves ideographs alone: without a byte of the part nothing can match.
        if isInert, text.isInert { return isContained(inInert: text) }
        return isContained(in: FoldedText(text))
    }

    /// Compares bytes, with ASCII letters in lower case.
    private func isContained(inInert text: TextBytes) -> Bool {
        guard let base = text.baseAddress, text.count >= folded.count else { return false }
        let last = text.count - folded.count + rare
        var position = rare
        let lower = SIMD16<UInt8>(repeating: rareLower)
        let upper = SIMD16<UInt8>(repeating: rareUpper)
        let raw = UnsafeRawPointer(base)
        while position + 16 <= last + 1 {
            let block = raw.loadUnaligned(fromByteOffset: position, as: SIMD16<UInt8>.self)
            if any((block .== lower) .| (block .== upper)) {
                for offset in position..<(position + 16) where matches(base, offset) && isWhole(text, offset) {
                    return true
                }
            }
            position += 16
        }
        while position <= last {
            if matches(base, position), isWhole(text, position) { return true }
            position += 1
        }
        return false
    }

    @inline(__always)
    private func matches(_ base: UnsafePointer<UInt8>, _ position: Int) -> Bool {
        let byte = base[position]
        guard byte == rareLower || byte == rareUpper else { return false }
        let start = position - rare
        return folded.withUnsafeBufferPointer { folded in
            for index in 0..<folded.count where Folding.lowercase(base[start + index]) != folded[index] { return false }
            return true
        }
    }

    /// Carriage return and line feed are one character.
    private func isWhole(_ text: TextBytes, _ position: Int) -> Bool {
        let start = position - rare
        let end = start + folded.count
        if text[start] == 0x0A, start > 0, text[start - 1] == 0x0D { return false }
        return !(text[end - 1] == 0x0D && end < text.count && text[end] == 0x0A)
    }

    private func isContained(in text: FoldedText) -> Bool {
        let search = ByteSearch(folded)
        return text.bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            while let index = search.first(in: bytes, from: start) {
                if text.isBoundary[index], text.isBoundary[index + folded.count] { return true }
                start = index + 1
            }
            return false
        }
    }
}

/// A text, folded, with the places where its characters begin.
struct FoldedText {
    private(set) var bytes: [UInt8] = []
    /// For each byte and for the end: whether a character begins there.
    private(set) var isBoundary: [Bool] = []

    init(_ text: TextBytes) {
        bytes.reserveCapacity(text.count)
        isBoundary.reserveCapacity(text.count + 1)
        if !appendSimple(text) {
            bytes.removeAll(keepingCapacity: true)
            isBoundary.removeAll(keepingCapacity: true)
            for character in text.string.precomposedStringWithCanonicalMapping { append(character.unicodeScalars) }
        }
        isBoundary.append(true)
    }

    /// Alphabets with their marks, kana and ideographs: every scalar but a mark begins a character.
    private mutating func appendSimple(_ text: TextBytes) -> Bool {
        var previous: Unicode.Scalar = " "
        for scalar in text.string.unicodeScalars {
            switch scalar.value {
            case 0x0A where previous == "\r":
                bytes.append(0x0A)
                isBoundary.append(false)
            case 0..<0x0483, 0x048A..<0x0530, 0x1E00..<0x2000, 0x2010..<0x2028, 0x3000..<0x302A, 0x3030..<0xA000,
                0xFF00..<0xFFF0:
                append(CollectionOfOne(scalar))
            default: return false
            }
            previous = scalar
        }
        return true
    }

    private mutating func append(_ character: some Collection<Unicode.Scalar>) {
        let start = bytes.count
        for scalar in character { Folding.append(scalar, to: &bytes) }
        guard bytes.count > start else { return }
        isBoundary.append(true)
        for _ in (start + 1)..<max(bytes.count, start + 1) { isBoundary.append(false) }
    }
}
