import Foundation
import Testing

@testable import SwiftData

/// The order of texts beside that of the Unicode collation, which Foundation has where it is told a locale.
@Suite struct TextOrderReferenceTests {
    private static let letters = Array("aáàâäãåbcçdeéèêëfghiíìîïjklmnñoóòôöõpqrstuúùûüvwxyýÿz0123456789")

    private func sign(_ number: Int) -> Int { number.signum() }

    private func word(_ random: inout SeededGenerator) -> String {
        String(
            (0..<random.number(1...5)).map { _ in
                let letter = Self.letters[random.number(0...(Self.letters.count - 1))]
                return random.chance(30) ? Character(letter.uppercased()) : letter
            }
        )
    }

    private func reference(
        _ lhs: String,
        _ rhs: String,
        _ options: String.CompareOptions,
        _ locale: String
    ) -> Int {
        lhs.compare(rhs, options: options, range: nil, locale: Locale(identifier: locale)).rawValue
    }

    /// Letters before marks, no mark before any, numbers by value; which of two marks comes first is our own affair.
    @Test(arguments: [81, 82] as [UInt64])
    func lettersAndNumbersStandAsInTheUnicodeCollation(seed: UInt64) {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        var ties = 0
        for _ in 0..<20_000 {
            let lhs = word(&random)
            let isBare = random.chance(50)
            let rhs = isBare ? lhs.folding(options: .diacriticInsensitive, locale: nil) : word(&random)
            let letters = reference(lhs, rhs, [.caseInsensitive, .diacriticInsensitive, .numeric], "en_US")
            let marks = reference(lhs, rhs, [.caseInsensitive, .numeric], "en_US")
            let wanted = letters == 0 && isBare ? marks : letters
            guard wanted != 0 else { continue }
            if letters == 0 { ties += 1 }
            #expect(sign(LocalizedOrder.compare(lhs, rhs)) == wanted, "seed \(seed): \(lhs) \(rhs)")
        }
        #expect(ties > 1_000, "marks decide in too few pairs: \(ties)")
    }

    /// Each ideograph of the basic block beside the next one in a random order.
    @Test(arguments: [91] as [UInt64])
    func ideographsStandAsInTheChineseCollation(seed: UInt64) {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let all = (0x4E00...0x9FA5 as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init).shuffled(using: &random)
        for (lhs, rhs) in zip(all.map { String($0) }, all.dropFirst().map { String($0) }) {
            let wanted = reference(lhs, rhs, [], "zh_CN")
            #expect(sign(LocalizedOrder.compare(lhs, rhs)) == wanted, "seed \(seed): \(lhs) \(rhs)")
        }
    }
}
