import Foundation

/// What a row's figures count.
enum Unit: String, Codable {
    case milliseconds = "ms"
    case nanoseconds = "ns"
    case bytes = "B"
    case times = "×"
    case statements = "statements"

    /// A figure with three digits or so, and its unit.
    func text(_ figure: Double) -> String {
        switch self {
        case .milliseconds where figure < 0.1: "\(Self.rounded(figure * 1_000)) µs"
        case .milliseconds: "\(Self.rounded(figure)) ms"
        case .nanoseconds: "\(Self.rounded(figure)) ns"
        case .bytes: String(format: "%.0f B", figure)
        case .times: String(format: "%.2f×", figure)
        case .statements: String(format: "%g", figure)
        }
    }

    private static func rounded(_ figure: Double) -> String {
        let digits = figure >= 100 ? 0 : figure >= 10 ? 1 : 2
        let text = String(format: "%.\(digits)f", figure)
        guard text.contains(".") else { return text }
        let withoutZeros = text.reversed().drop { $0 == "0" }.drop { $0 == "." }
        return String(withoutZeros.reversed())
    }
}
