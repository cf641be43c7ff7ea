import Foundation
import Testing

@testable import SwiftData

@Suite struct TextOrderTests {
    private func sign(_ number: Int) -> Int { number.signum() }

    private func normalizedOrder(_ lhs: String, _ rhs: String) -> Int {
        let left = lhs.precomposedStringWithCanonicalMapping.unicodeScalars
        let right = rhs.precomposedStringWithCanonicalMapping.unicodeScalars
        if left.elementsEqual(right) { return 0 }
        return left.lexicographicallyPrecedes(right) { $0.value < $1.value } ? -1 : 1
    }

    @Test func namesSortAsAPersonExpects() {
        let sorted = [
            "", " a", "_a", "-a", "1", "01", "2", "9", "09", "10", "a", "A", "á", "Á", "a1", "a2", "a10", "ab", "Ab",
            "é",
            "f", "file 9", "file 10", "ss", "ß", "z", "Ω", "文", "中",
        ]
        var random = SeededGenerator(seed: 5)
        let found = sorted.shuffled(using: &random).sorted { LocalizedOrder.compare($0, $1) < 0 }
        #expect(found == sorted)
    }

    /// Ā, běi, chén, guǎng, lǐ, qiū, shàng, wáng, wén, zhāng, zhào, zhōng; beyond U+20000 by code point.
    @Test func chineseSortsBySound() {
        let sorted = [
            "Zürich", "阿里", "北京", "北京 2", "北京 10", "陈", "广州", "广州塔", "李", "㐀", "上海", "王", "文", "张", "赵", "中", "𠀀", "𠀁",
        ]
        var random = SeededGenerator(seed: 6)
        let shuffled = sorted.shuffled(using: &random)
        #expect(shuffled.sorted { LocalizedOrder.compare($0, $1) < 0 } == sorted)
        #expect(shuffled.sorted { LocalizedOrder.compareAny($0, $1) < 0 } == sorted)
    }

    /// Each ideograph has a place of its own, and none is left out.
    @Test func everyIdeographHasAPlace() {
        let scalars = Array(0x3400...0x4DBF) + Array(0x4E00...0x9FFF) as [UInt32]
        let places = scalars.compactMap(HanOrder.place(of:))
        #expect(Set(places).count == scalars.count)
        #expect(places.min() == 0x3400)
        #expect(places.max() == 0x3400 + UInt32(scalars.count) - 1)
        #expect(([0x33FF, 0x4DC0, 0x4DFF, 0xA000, 0x61] as [UInt32]).allSatisfy { HanOrder.place(of: $0) == nil })
    }

    @Test(arguments: [41, 42] as [UInt64])
    func theFastComparisonEqualsTheFullOne(seed: UInt64) {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<10_000 {
            let lhs = RandomText.make(&random)
            let rhs = RandomText.make(&random)
            #expect(
                sign(LocalizedOrder.compare(lhs, rhs)) == sign(LocalizedOrder.compareAny(lhs, rhs)),
                "seed \(seed): \(lhs.debugDescription) \(rhs.debugDescription)"
            )
        }
    }

    @Test(arguments: [51, 52] as [UInt64])
    func theLocalizedOrderIsAnOrder(seed: UInt64) {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<10_000 {
            let texts = (0..<3).map { _ in RandomText.make(&random, upTo: 3) }
            let first = sign(LocalizedOrder.compare(texts[0], texts[1]))
            let second = sign(LocalizedOrder.compare(texts[1], texts[2]))
            let across = sign(LocalizedOrder.compare(texts[0], texts[2]))
            #expect(first == -sign(LocalizedOrder.compare(texts[1], texts[0])), "seed \(seed): \(texts)")
            #expect((first == 0) == (texts[0] == texts[1]), "seed \(seed): \(texts)")
            if first == second || second == 0 { #expect(across == first, "seed \(seed): \(texts)") }
            if first == 0 { #expect(across == second, "seed \(seed): \(texts)") }
        }
    }

    @Test(arguments: [61, 62] as [UInt64])
    func swiftOrderEqualsSwift(seed: UInt64) {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            let lhs = RandomText.make(&random)
            let rhs = random.chance(30) ? lhs.decomposedStringWithCanonicalMapping : RandomText.make(&random)
            let wanted = normalizedOrder(lhs, rhs)
            let (order, areEqual) = lhs.withTextBytes { left in
                rhs.withTextBytes { (SwiftOrder.compare(left, $0), SwiftOrder.areEqual(left, $0)) }
            }
            #expect(sign(order) == wanted, "seed \(seed): \(lhs.debugDescription) \(rhs.debugDescription)")
            #expect(areEqual == (lhs == rhs), "seed \(seed): \(lhs.debugDescription) \(rhs.debugDescription)")
            if !hasTwins(lhs + rhs) { #expect((order < 0) == (lhs < rhs), "seed \(seed): \(lhs.debugDescription)") }
        }
    }

    /// Where the standard library's `<` can contradict itself: see `SwiftOrder`.
    private func hasTwins(_ text: String) -> Bool {
        text.unicodeScalars.elementsEqual(text.precomposedStringWithCanonicalMapping.unicodeScalars) == false
    }

    /// Every text that equals another is among its enumerated spellings, or between its bounds.
    @Test(arguments: [71, 72] as [UInt64])
    func equivalentTextsAreWhereTheBoundsSay(seed: UInt64) {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<10_000 {
            let text = RandomText.make(&random)
            let others = [
                text.decomposedStringWithCanonicalMapping, text.precomposedStringWithCanonicalMapping,
                String(text.map { $0 == "K" ? "\u{212A}" : $0 == ";" ? "\u{37E}" : $0 }),
            ].filter { $0 == text }
            let count = CanonicalText.spellings(of: text)
            let spellings = (0..<count).map { Array(CanonicalText.spelling($0, of: text).utf8) }
            let floor = Array(CanonicalText.floor(of: text).utf8)
            let ceiling = CanonicalText.ceiling(of: text).map { Array($0.utf8) }
            for other in others.map({ Array($0.utf8) }) {
                let isBetween =
                    !other.lexicographicallyPrecedes(floor)
                    && ceiling.map { other.lexicographicallyPrecedes($0) } ?? true
                #expect(count > 0 ? spellings.contains(other) : isBetween, "seed \(seed): \(text.debugDescription)")
            }
        }
    }
}
