/// Which target may use which: the table in ARCHITECTURE.md, held against the manifest and the imports.
struct TargetArrows {
    /// Target to the names that it may depend on and import.
    let allowed: [String: Set<String>]
    /// Modules that every target may import.
    let openToAll: Set<String>

    /// Reads the rows of the table whose first column heads `target`, and the code spans of the line that begins with
    /// “Open to all:”.
    init(document: String) {
        let tables = Markdown.tables(in: document).filter { $0.header.first == "target" }
        var allowed: [String: Set<String>] = [:]
        for row in tables.flatMap(\.rows) where row.count >= 3 {
            for target in Markdown.codeSpans(in: row[0]) {
                allowed[target] = Set(Markdown.codeSpans(in: row[row.count - 1]))
            }
        }
        self.allowed = allowed
        let open = document.split(separator: "\n").first { $0.hasPrefix("Open to all:") }
        openToAll = Set(Markdown.codeSpans(in: String(open ?? "")))
    }

    /// Arrows of the manifest that the table does not draw.
    func findings(in manifest: Manifest) -> [Finding] {
        manifest.targets.filter { $0.type != "test" }.flatMap { target -> [Finding] in
            guard let mayUse = allowed[target.name] else {
                return [Finding(path: "Package.swift", line: 0, message: "\(target.name) is not in ARCHITECTURE.md")]
            }
            return target.dependencies.filter { !mayUse.contains($0.name) }.map {
                Finding(path: "Package.swift", line: 0, message: "\(target.name) may not depend on \($0.name)")
            }
        }
    }

    /// Rows of the table for targets that the manifest does not have.
    func staleRows(in manifest: Manifest) -> [Finding] {
        allowed.keys.sorted().filter { name in !manifest.targets.contains { $0.name == name } }
            .map { Finding(path: "ARCHITECTURE.md", line: 0, message: "there is no target \($0)") }
    }

    /// Imports in a file of `Sources` that the table does not draw.
    func findings(in file: SourceFile) -> [Finding] {
        let mayUse = (allowed[file.target] ?? []).union(openToAll)
        return imports(in: file).filter { !mayUse.contains($0.text) }.map {
            Finding(path: file.path, line: $0.line, message: "\(file.target) may not import \($0.text)")
        }
    }

    /// Targets of the table that would use each other in a circle.
    func circles() -> [String] {
        var settled: Set<String> = []
        var open = allowed.mapValues { $0.intersection(allowed.keys) }
        while let next = open.first(where: { $0.value.isSubset(of: settled) })?.key {
            settled.insert(next)
            open[next] = nil
        }
        return open.keys.sorted()
    }

    /// The module named by each import; `import struct Foundation.Date` counts as `Foundation`.
    private func imports(in file: SourceFile) -> [Token] {
        let kinds: Set<String> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
        let code = file.code
        return code.indices.compactMap { index in
            guard code[index].text == "import", code[index].kind == .word, !code[index].isQuoted else { return nil }
            let names = code[(index + 1)...].prefix(2)
            return names.first { !kinds.contains($0.text) }
        }
    }
}
