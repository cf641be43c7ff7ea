/// What the package has beyond Apple's framework, known by the words that its documentation gives it.
struct Additions {
    private static let mark = "addition of this package"

    /// Types that Apple's framework lacks.
    let types: Set<String>
    /// Members that Apple's types lack.
    let members: Set<String>

    init(in files: [SourceFile]) {
        let marked = files.flatMap(Self.marked).filter(\.isPublic)
        types = Set(marked.filter { ["struct", "class", "enum", "protocol"].contains($0.keyword) }.map(\.simpleName))
        members = Set(marked.map(\.simpleName)).subtracting(types).subtracting(["init"])
    }

    /// The declarations right below documentation with the mark.
    private static func marked(in file: SourceFile) -> [Declaration] {
        var lines: [Int] = []
        var words = ""
        for token in file.tokens {
            if token.kind == .documentation {
                words += token.text.drop { $0 == "/" } + ""
            } else if !words.isEmpty {
                if words.contains(mark) { lines.append(token.line) }
                words = ""
            }
        }
        let declarations = DeclarationScanner.declarations(in: file)
        return lines.compactMap { line in declarations.filter { $0.line >= line }.min { $0.line < $1.line } }
    }

    /// Uses of additions, and imports of anything but Apple's names, in a file that is to compile on Apple's systems.
    func findings(in file: SourceFile) -> [Finding] {
        let code = file.code
        return code.indices.compactMap { index in
            let token = code[index]
            let previous = index > 0 ? code[index - 1].text : ""
            guard token.kind == .word else { return nil }
            let isForeign = previous == "import" && !["Foundation", "SwiftData"].contains(token.text)
            let isMember = previous == "." && members.contains(token.text)
            guard isForeign || isMember || types.contains(token.text) else { return nil }
            return Finding(path: file.path, line: token.line, message: "\(token.text) is not in Apple's framework")
        }
    }
}
