import Foundation
import Testing

/// A file of the folder Golden: a piece of source, what it expands to, and what is reported about it.
///
/// A first line `// inherits` says that the classes of the file inherit from a model, so that the compiler asks for no
/// conformance.
struct GoldenCase: CustomTestStringConvertible, Sendable {
    private static let expansionMark = "// ---- expands to ----\n"
    private static let reportsMark = "// ---- reports ----\n"

    let file: URL
    let input: String
    let expected: String

    var testDescription: String { file.lastPathComponent }
    var inheritsFromModel: Bool { input.hasPrefix("// inherits") }

    static var all: [GoldenCase] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).filter { $0.pathExtension == "swift" }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }.compactMap(GoldenCase.init)
    }

    init?(_ file: URL) {
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
        self.file = file
        let parts = text.components(separatedBy: Self.expansionMark)
        input = parts[0]
        expected = parts.count > 1 ? parts[1] : ""
    }

    /// What stands behind the mark in the file when the macros do what they did when it was last looked at.
    var actual: String {
        var expander = MacroExpander()
        if inheritsFromModel { expander.missingConformances = [] }
        let expansion = expander.expand(input)
        let reports = expansion.reports.map { "// \($0)\n" }.joined()
        return expansion.source + (reports.isEmpty ? "" : Self.reportsMark + reports)
    }

    func rewrite() throws {
        try (input + Self.expansionMark + actual).write(to: file, atomically: true, encoding: .utf8)
    }
}
