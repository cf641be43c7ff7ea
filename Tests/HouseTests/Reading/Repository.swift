import Foundation

/// The project's own files, found from the place of this source file.
struct Repository: Sendable {
    let root: URL

    /// The tree that these tests belong to. Symbolic links are followed, so that a linked test folder checks its origin.
    static let this = Repository(
        root: URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    )

    func text(of path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
    }

    /// Paths of the regular files below a folder, relative to the root and sorted; hidden folders are left out.
    func files(under folder: String, endingWith suffix: String = "") -> [String] {
        let start = root.appendingPathComponent(folder).path
        guard let walk = FileManager.default.enumerator(atPath: start) else { return [] }
        var found: [String] = []
        for case let name as String in walk {
            if (name as NSString).lastPathComponent.hasPrefix(".") {
                walk.skipDescendants()
            } else if name.hasSuffix(suffix), walk.fileAttributes?[.type] as? FileAttributeType == .typeRegular {
                found.append(folder.isEmpty ? name : "\(folder)/\(name)")
            }
        }
        return found.sorted()
    }

    /// The folders directly inside a folder, by name.
    func folders(in folder: String) -> [String] {
        let url = root.appendingPathComponent(folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        return names.filter { name in
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(
                atPath: url.appendingPathComponent(name).path,
                isDirectory: &isFolder
            )
            return exists && isFolder.boolValue && !name.hasPrefix(".")
        }.sorted()
    }
}

/// A Swift file, cut into tokens.
struct SourceFile: Sendable {
    let path: String
    let text: String
    /// All tokens, documentation comments among them.
    let tokens: [Token]
    /// The tokens without documentation comments.
    let code: [Token]
    /// Whether the file declares a model, and so may make dates and identifiers as default values.
    let declaresModel: Bool

    init(path: String, text: String) {
        self.path = path
        self.text = text
        tokens = SwiftLexer.tokens(of: text)
        code = tokens.filter { $0.kind != .documentation }
        declaresModel = zip(code, code.dropFirst()).contains { $0.text == "@" && $1.text == "Model" }
    }

    var lineCount: Int { text.utf8.count { $0 == UInt8(ascii: "\n") } }

    /// The name of the target that holds the file: the folder inside `Sources` or `Tests`, wherever that lies.
    var target: String {
        let parts = path.split(separator: "/")
        let place = parts.firstIndex { $0 == "Sources" || $0 == "Tests" } ?? 0
        return parts.count > place + 1 ? String(parts[place + 1]) : ""
    }
}

/// Every Swift file of the tree, read once for all checks.
enum SourceTree {
    static let sources = read("Sources") + tools.filter { $0.path.contains("/Sources/") }
    static let tests = read("Tests") + tools.filter { $0.path.contains("/Tests/") }
    static let examples = read("Examples")
    /// Tools have their sources and tests side by side.
    private static let tools = read("Tools")

    private static func read(_ folder: String) -> [SourceFile] {
        Repository.this.files(under: folder, endingWith: ".swift").compactMap { path in
            (try? Repository.this.text(of: path)).map { SourceFile(path: path, text: $0) }
        }
    }
}
