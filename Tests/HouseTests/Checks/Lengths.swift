/// Limits on the length of functions and files, with a list of the longer ones that may only shrink.
struct Lengths {
    var functionLimit = 70
    var fileLimit = 500
    var hardFileLimit = 1_000
    /// The functions over the limit, as `path: name`, with the length each has now.
    var longFunctions: [String: Int] = [:]
    /// The files over the soft limit, with the length each has now.
    var longFiles: [String: Int] = [:]

    func findings(in files: [SourceFile]) -> [Finding] {
        let functions = files.flatMap(longFunctions(in:))
        let sizes = files.filter { $0.lineCount > fileLimit }
            .map { Measure(key: $0.path, path: $0.path, line: 1, length: $0.lineCount) }
        return compare(functions, with: longFunctions, limit: functionLimit, kind: "function")
            + compare(sizes, with: longFiles, limit: fileLimit, kind: "file")
            + sizes.filter { $0.length > hardFileLimit }
            .map {
                Finding(path: $0.path, line: 1, message: "file of \($0.length) lines; never more than \(hardFileLimit)")
            }
    }

    private struct Measure {
        let key: String
        let path: String
        let line: Int
        let length: Int
    }

    private func longFunctions(in file: SourceFile) -> [Measure] {
        DeclarationScanner.declarations(in: file)
            .filter { $0.isFunctionLike && $0.length > functionLimit }
            .map { Measure(key: "\(file.path): \($0.name)", path: file.path, line: $0.line, length: $0.length) }
    }

    private func compare(_ found: [Measure], with list: [String: Int], limit: Int, kind: String) -> [Finding] {
        var unused = list
        var findings: [Finding] = []
        for measure in found {
            let known = unused.removeValue(forKey: measure.key)
            guard known != measure.length else { continue }
            let advice =
                if let known {
                    known < measure.length
                        ? "it was \(known) and may only shrink" : "write the new length into the list"
                } else {
                    "the limit is \(limit)"
                }
            findings.append(
                Finding(
                    path: measure.path,
                    line: measure.line,
                    message: "\(kind) of \(measure.length) lines: \(advice)"
                )
            )
        }
        return findings
            + unused.keys.sorted().map {
                Finding(path: $0, line: 0, message: "no long \(kind) any more: take it off the list")
            }
    }
}
