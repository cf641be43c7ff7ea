import Foundation

/// What a second reader said of survivors, from a table that people write.
package struct Judgements: Sendable {
    /// Whether a mutant could be noticed at all.
    package enum Verdict: String, Sendable {
        /// No caller can tell the difference.
        case equivalent
        /// A test is missing.
        case notEquivalent = "not-equivalent"
    }

    package struct Entry: Sendable, Equatable {
        package let id: String
        package let verdict: Verdict
        package let reason: String
    }

    package let entries: [String: Entry]

    package init(entries: [Entry]) throws {
        guard Set(entries.map(\.id)).count == entries.count else {
            throw MutationToolError("the judgements name one mutant twice: take one out")
        }
        self.entries = Dictionary(uniqueKeysWithValues: entries.map { ($0.id, $0) })
    }

    /// Reads a table: identifier, verdict, reason, with tabs between; lines that begin with `#` are for readers.
    package init(parsing text: String) throws {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        try self.init(
            entries: lines.compactMap { number, line in
                if line.isEmpty || line.hasPrefix("#") { return nil }
                let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
                guard fields.count == 3, let verdict = Verdict(rawValue: fields[1]), !fields[2].isEmpty else {
                    throw MutationToolError(
                        "line \(number + 1) of the judgements is not “identifier, equivalent or not-equivalent, reason”"
                    )
                }
                return Entry(id: fields[0], verdict: verdict, reason: fields[2])
            }
        )
    }

    /// Identifiers that no site of the source has any more: the code was changed, and must be judged anew.
    package func stale(among sites: Set<String>) -> [String] { entries.keys.filter { !sites.contains($0) }.sorted() }
}
