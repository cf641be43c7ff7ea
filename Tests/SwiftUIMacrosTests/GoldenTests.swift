import Foundation
import Testing

/// Each form of each macro has a file that shows its expansion.
///
/// After a wanted change run the tests once with `REGENERATE_GOLDEN=1` in the environment and read the difference.
@Suite struct GoldenTests {
    private static let mark = "// ---- expands to ----\n"
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

    static var files: [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (names ?? []).filter { $0.hasSuffix(".swift") }.sorted()
    }

    @Test func thereAreFiles() {
        #expect(Self.files.count >= 6)
    }

    @Test(arguments: files)
    func expandsAsWritten(_ name: String) throws {
        let file = Self.folder.appending(path: name)
        let input = try parts(of: file)[0]
        let actual = Expander.expand(input)
        if ProcessInfo.processInfo.environment["REGENERATE_GOLDEN"] == "1" {
            try Data((input + Self.mark + actual).utf8).write(to: file)
        }
        #expect(try parts(of: file).dropFirst().first == actual)
    }

    private func parts(of file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).components(separatedBy: Self.mark)
    }
}
