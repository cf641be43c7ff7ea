import Foundation

/// Makes the idea rows of the benchmarks from a seed: random UUIDs and scattered dates, the worst case for indexes.
///
/// A title has about 29 bytes, the details about 115. One title in a hundred holds the word `xyz`; about every
/// second one holds the word `note`.
package struct IdeaSource: Sendable {
    /// The word that 1 % of the titles hold.
    package static let rareWord = "xyz"
    /// The word that half of the titles hold.
    package static let commonWord = "note"

    package let seed: UInt64
    private let vocabulary: [String]
    private let devices: [String]

    package init(seed: UInt64) {
        self.seed = seed
        vocabulary = Self.makeVocabulary(seed: seed)
        devices = (0..<4).map { device in
            var generator = SeededGenerator(seed: seed ^ 0xDE11CE, index: device)
            return UUID.random(using: &generator).uuidString
        }
    }

    /// The idea at `index`; the same for the same seed and index.
    package func idea(at index: Int) -> IdeaValues {
        var generator = SeededGenerator(seed: seed, index: index)
        let created = Date(milliseconds: Int.random(in: 700_000_000_000..<780_000_000_000, using: &generator))
        let updated = created + Double(Int.random(in: 0..<40_000_000, using: &generator))
        return IdeaValues(
            id: UUID.random(using: &generator),
            title: title(at: index, using: &generator),
            details: words(15, using: &generator),
            isCompleted: Bool.random(using: &generator),
            createdAt: created,
            updatedAt: updated,
            deviceId: devices[Int.random(in: 0..<devices.count, using: &generator)],
            version: Int.random(in: 0..<50, using: &generator),
            lastSyncedAt: Bool.random(using: &generator) ? updated + 1 : nil
        )
    }

    package func ideas(_ indices: Range<Int>) -> [IdeaValues] {
        indices.map(idea(at:))
    }

    /// `count` changes to different ideas of the first `total`, scattered; another `round` gives other ones.
    package func changes(_ count: Int, of total: Int, round: Int) -> [IdeaChange] {
        var generator = SeededGenerator(seed: seed ^ 0xC4A9E, index: round)
        var positions = Set<Int>()
        while positions.count < count {
            positions.insert(Int.random(in: 0..<total, using: &generator))
        }
        return positions.sorted().shuffled(using: &generator).map { position in
            IdeaChange(
                position: position,
                title: title(at: position, using: &generator),
                updatedAt: Date(milliseconds: Int.random(in: 780_000_000_000..<820_000_000_000, using: &generator)),
                version: Int.random(in: 50..<1_000_000, using: &generator)
            )
        }
    }

    private func title(at index: Int, using generator: inout SeededGenerator) -> String {
        let middle = Bool.random(using: &generator) ? Self.commonWord : word(using: &generator)
        let last = index % 100 == 37 ? Self.rareWord : word(using: &generator)
        return "\(word(using: &generator)) \(middle) \(word(using: &generator)) \(last)"
    }

    private func words(_ count: Int, using generator: inout SeededGenerator) -> String {
        (0..<count).map { _ in word(using: &generator) }.joined(separator: " ")
    }

    private func word(using generator: inout SeededGenerator) -> String {
        vocabulary[Int.random(in: 0..<vocabulary.count, using: &generator)]
    }

    /// 2,000 words of two to four syllables; none holds the rare word.
    private static func makeVocabulary(seed: UInt64) -> [String] {
        let syllables = [
            "ba", "co", "di", "fen", "gu", "hal", "jo", "ki", "lum", "mi", "nor", "pe", "ra", "sto", "ve", "wi",
        ]
        var generator = SeededGenerator(seed: seed ^ 0x0C4B)
        return (0..<2_000).map { _ in
            let length = Int.random(in: 2...4, using: &generator)
            return (0..<length).map { _ in syllables[Int.random(in: 0..<syllables.count, using: &generator)] }.joined()
        }
    }
}

extension Date {
    /// A date from whole milliseconds since the reference date.
    fileprivate init(milliseconds: Int) {
        self.init(timeIntervalSinceReferenceDate: Double(milliseconds) / 1_000)
    }
}

extension UUID {
    /// A version 4 UUID whose bits come from `generator`.
    package static func random(using generator: inout SeededGenerator) -> UUID {
        let (high, low) = (generator.next(), generator.next())
        var bytes = withUnsafeBytes(of: (high, low)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)).uuid }
        bytes.6 = bytes.6 & 0x0F | 0x40
        bytes.8 = bytes.8 & 0x3F | 0x80
        return UUID(uuid: bytes)
    }
}
