import Foundation

/// How the package manager builds modules and programs for debugging: `.build/debug.yaml`, which a debug build leaves behind.
struct DebugManifest {
    private let compilations: [String: [String]]
    private let links: [String: [String]]

    init(_ file: URL) throws {
        guard let text = try? String(contentsOf: file, encoding: .utf8) else {
            throw MutationToolError("\(file.path) is not there: build the package for debugging first")
        }
        var (compilations, links) = ([String: [String]](), [String: [String]]())
        for line in text.split(separator: "\n") {
            guard let mark = line.range(of: "args: "), line.contains("\"-module-name\"") else { continue }
            let words = try JSONDecoder().decode([String].self, from: Data(line[mark.upperBound...].utf8))
            guard let index = words.firstIndex(of: "-module-name") else { continue }
            if words.contains("-emit-module") { compilations[words[index + 1]] = words }
            if words.contains("-emit-executable"), let output = words.value(of: "-o") {
                links[URL(filePath: output).lastPathComponent] = words
            }
        }
        (self.compilations, self.links) = (compilations, links)
    }

    /// The command that compiles a module, up to its files.
    func compilation(of module: String) throws -> [String] {
        if let words = compilations[module] { return words }
        throw MutationToolError("the debug build knows no module \(module): build the package for debugging first")
    }

    /// The command that links a program.
    func link(of program: String) throws -> [String] {
        if let words = links[program] { return words }
        throw MutationToolError("the debug build knows no program \(program): build the package for debugging first")
    }

    private static let dropped: Set<String> = [
        "-emit-dependencies", "-emit-module", "-incremental", "-c", "-enable-batch-mode", "-serialize-diagnostics",
        "-warnings-as-errors", "-parseable-output", "-emit-objc-header",
    ]
    private static let droppedWithValue: Set<String> = [
        "-emit-module-path", "-output-file-map", "-index-store-path", "-emit-objc-header-path",
    ]

    /// The command that compiles a module of a copy beside the modules that are there: without outputs and files, which the
    /// caller adds.
    func compilation(of module: String, inCopy folder: URL) throws -> [String] {
        var kept = [String]()
        var rest = try compilation(of: module)[...]
        while let word = rest.popFirst() {
            if Self.droppedWithValue.contains(word) {
                rest = rest.dropFirst()
            } else if !Self.dropped.contains(word), !word.hasPrefix("@") {
                kept.append(word)
            }
        }
        let target = folder.appending(path: "Sources/\(SwitchTarget.name)/include").path
        return kept + ["-Xcc", "-fmodule-map-file=\(target)/module.modulemap", "-Xcc", "-I", "-Xcc", target]
    }
}

extension MutatedCopy {
    /// The modules that hold mutants.
    var modules: [String] { Set(places.map { String($0.file.split(separator: "/")[1]) }).sorted() }

    /// The files of a module, in the copy.
    func files(of module: String, in folder: URL) -> [String] {
        paths.filter { $0.hasPrefix("Sources/\(module)/") && $0.hasSuffix(".swift") }.map {
            folder.appending(path: $0).path
        }
    }
}

extension [String] {
    /// The word behind an option.
    func value(of option: String) -> String? {
        guard let index = firstIndex(of: option), index + 1 < count else { return nil }
        return self[index + 1]
    }

    /// The words with another value behind an option.
    func replacingValue(of option: String, by value: String) -> [String] {
        guard let index = firstIndex(of: option), index + 1 < count else { return self + [option, value] }
        var words = self
        words[index + 1] = value
        return words
    }
}
