import Foundation

/// A page of documentation whose end is what was found last.
package struct ReportPage {
    private let file: URL
    private static let mark = "<!-- results -->"

    package init(_ file: URL) { self.file = file }

    /// Writes the results below the mark; a page without one is replaced.
    package func write(_ markdown: String) throws {
        let present = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let head = present.range(of: Self.mark).map { "\(present[..<$0.upperBound])\n\n" } ?? ""
        try Data((head + markdown).utf8).write(to: file)
    }
}
