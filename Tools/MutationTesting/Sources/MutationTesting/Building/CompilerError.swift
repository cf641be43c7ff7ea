import Foundation

/// An error that the compiler reports at a line.
struct CompilerError: Hashable {
    /// The path below the root of the copy.
    let file: String
    let line: Int
    let words: String

    /// All in the output of a build, each once; the root is the folder of the copy, without a slash at its end.
    static func all(in output: String, root: String) -> [CompilerError] {
        var (found, seen) = ([CompilerError](), Set<CompilerError>())
        for line in output.split(whereSeparator: \.isNewline) {
            guard line.hasPrefix(root + "/"), let mark = line.range(of: ": error: ") else { continue }
            let parts = line[..<mark.lowerBound].dropFirst(root.count + 1).split(separator: ":")
            guard parts.count == 3, let number = Int(parts[1]) else { continue }
            let error = CompilerError(file: String(parts[0]), line: number, words: String(line[mark.upperBound...]))
            if seen.insert(error).inserted { found.append(error) }
        }
        return found
    }
}
