import Foundation
import Testing

/// A file in `Golden` that says to the byte what a sample draws.
///
/// After a wanted change run the tests once with `REGENERATE_GOLDEN=1` in the environment and read the difference.
struct Golden {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Golden")
    private static let isRegenerating = ProcessInfo.processInfo.environment["REGENERATE_GOLDEN"] == "1"

    let name: String

    func check(_ text: String, _ location: SourceLocation = #_sourceLocation) throws {
        let file = Self.folder.appending(path: "\(name).txt")
        if Self.isRegenerating { try Data(text.utf8).write(to: file) }
        let expected = (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) }
        guard expected != text else { return }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let wanted = (expected ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        let first = zip(lines, wanted).first { $0 != $1 }
        Issue.record(
            "\(name): drawn “\(first?.0 ?? "")”, written down “\(first?.1 ?? "")”; \(lines.count) and \(wanted.count) lines",
            sourceLocation: location
        )
    }

    /// The names of the files, without their ending.
    static func names() throws -> Set<String> {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return Set(names.map { URL(filePath: $0).deletingPathExtension().lastPathComponent })
    }
}
