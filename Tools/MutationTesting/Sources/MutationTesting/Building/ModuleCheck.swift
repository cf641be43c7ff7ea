import Foundation

/// Checks the modules of a copy without building them: types, and what the compiler finds on the way to machine code,
/// against the modules of a debug build that is there already.
public struct ModuleCheck {
    private let commands: [String: [String]]
    private let folder: URL

    /// The manifest is `.build/debug.yaml` of the repository, where the package manager keeps how it builds each
    /// module; the folder is that of the copy.
    public init(manifest: URL, folder: URL) throws {
        guard let text = try? String(contentsOf: manifest, encoding: .utf8) else {
            throw MutationToolError("\(manifest.path) is not there: build the package for debugging first")
        }
        self.folder = folder
        var commands = [String: [String]]()
        for line in text.split(separator: "\n") {
            guard let mark = line.range(of: "args: "), line.contains("\"-module-name\"") else { continue }
            let words = try JSONDecoder().decode([String].self, from: Data(line[mark.upperBound...].utf8))
            guard words.contains("-emit-module"), let index = words.firstIndex(of: "-module-name") else { continue }
            commands[words[index + 1]] = words
        }
        self.commands = commands
    }

    /// Checks the modules with mutants; whether all are well.
    public func run(_ copy: MutatedCopy, log: URL) throws -> Bool {
        let modules = Set(copy.places.map { $0.file.split(separator: "/")[1] }.map(String.init)).sorted()
        var said = Data()
        var isGood = true
        for module in modules {
            let part = folder.appending(path: "mutation-check-\(module).log")
            defer { try? FileManager.default.removeItem(at: part) }
            let ending = try ChildProcess(command(of: module, copy), folder: folder, output: part).run()
            if ending != .exit(0) { isGood = false }
            said += try Data(contentsOf: part)
        }
        try said.write(to: log)
        return isGood
    }

    private static let dropped: Set<String> = [
        "-emit-dependencies", "-emit-module", "-incremental", "-c", "-enable-batch-mode", "-serialize-diagnostics",
        "-warnings-as-errors", "-parseable-output", "-emit-objc-header",
    ]
    private static let droppedWithValue: Set<String> = [
        "-emit-module-path", "-output-file-map", "-index-store-path", "-emit-objc-header-path",
    ]

    private func command(of module: String, _ copy: MutatedCopy) throws -> [String] {
        guard let words = commands[module] else {
            throw MutationToolError("the debug build knows no module \(module): build the package for debugging first")
        }
        var kept = [String]()
        var rest = words[...]
        while let word = rest.popFirst() {
            if Self.droppedWithValue.contains(word) {
                rest = rest.dropFirst()
            } else if !Self.dropped.contains(word), !word.hasPrefix("@") {
                kept.append(word)
            }
        }
        let target = folder.appending(path: "Sources/\(SwitchTarget.name)/include").path
        kept += ["-Xcc", "-fmodule-map-file=\(target)/module.modulemap", "-Xcc", "-I", "-Xcc", target]
        // Further than the types: what is assigned twice, or not, is found only there.
        kept += ["-emit-sil", "-o", "/dev/null", "-whole-module-optimization", "-suppress-warnings"]
        return kept
            + copy.paths.filter { $0.hasPrefix("Sources/\(module)/") && $0.hasSuffix(".swift") }.map {
                folder.appending(path: $0).path
            }
    }
}
