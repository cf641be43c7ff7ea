import Foundation

/// The beginning of an id as a person types it: hexadecimal digits, hyphens where they like, or the whole id.
package struct IDPrefix: Equatable, Sendable {
    /// The digits without hyphens, in lower case.
    let digits: String

    private static let digitsOfID = 32

    /// Answers nil when the text can be no beginning of an id.
    init?(_ text: String) {
        let digits = text.lowercased().filter { $0 != "-" }
        guard (1...Self.digitsOfID).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isHexDigit })
        else { return nil }
        self.digits = digits
    }

    /// All ids that begin so, from the smallest to the greatest.
    var range: ClosedRange<UUID>? {
        guard let lower = filled(with: "0"), let upper = filled(with: "f"), lower <= upper else { return nil }
        return lower...upper
    }

    private func filled(with digit: Character) -> UUID? {
        let all = Array(digits + String(repeating: digit, count: Self.digitsOfID - digits.count))
        let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(all[$0]) }
        return UUID(uuidString: groups.joined(separator: "-"))
    }
}
