import Foundation
import Testing

/// A file in `Golden` that says to the byte what the command answers.
///
/// After a wanted change run the tests once with `REGENERATE_GOLDEN=1` in the environment and read the difference.
package struct Golden {
    package static let isRegenerating = ProcessInfo.processInfo.environment["REGENERATE_GOLDEN"] == "1"

    private let name: String
    private let file: URL

    /// - Parameters:
    ///   - name: The path inside the folder, such as `en/help/add.txt`.
    ///   - source: The file beside which the folder lies.
    package init(name: String, beside source: String = #filePath) {
        self.name = name
        file = Self.folder(beside: source).appending(path: name)
    }

    private static func folder(beside source: String) -> URL {
        URL(filePath: source).deletingLastPathComponent().appending(path: "Golden")
    }

    package func check(_ text: String, _ location: SourceLocation = #_sourceLocation) throws {
        if Self.isRegenerating {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
        let expected = try? Data(contentsOf: file)
        #expect(expected.map { String(decoding: $0, as: UTF8.self) } == text, "\(name)", sourceLocation: location)
    }

    /// The names of the files below the folder, without their ending.
    package static func names(in path: String, beside source: String = #filePath) throws -> Set<String> {
        let folder = folder(beside: source).appending(path: path)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return Set(names.map { URL(filePath: $0).deletingPathExtension().lastPathComponent })
    }
}

/// A language with the locale that asks for it.
package struct TestedLanguage: CustomTestStringConvertible {
    package let name: String
    package let locale: String

    package static let all = [
        TestedLanguage(name: "en", locale: "C"), TestedLanguage(name: "zh-Hant", locale: "zh_TW.UTF-8"),
        TestedLanguage(name: "zh-Hans", locale: "zh_CN.UTF-8"),
    ]

    package var testDescription: String { name }
}
