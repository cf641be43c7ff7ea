/// A breach of the house's plan, at a place that an editor can jump to.
struct Finding: Hashable, CustomStringConvertible {
    let path: String
    let line: Int
    let message: String

    var description: String { "\(path):\(line): \(message)" }
}

extension [Finding] {
    /// One finding a line, for the message of a failed expectation.
    var report: String { "\n" + map(\.description).joined(separator: "\n") }
}
