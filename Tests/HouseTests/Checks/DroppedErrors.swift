/// Errors that `try?` drops, counted by target: each count may only shrink.
struct DroppedErrors {
    /// The number of `try?` in each target that has any.
    var counts: [String: Int] = [:]

    func findings(in files: [SourceFile]) -> [Finding] {
        var found: [String: Int] = [:]
        for file in files {
            let count = Self.count(in: file)
            if count > 0 { found[file.target, default: 0] += count }
        }
        return Set(found.keys).union(counts.keys).sorted().compactMap { target in
            let (count, known) = (found[target] ?? 0, counts[target] ?? 0)
            guard count != known else { return nil }
            let advice =
                count > known
                ? "pass the error on, or handle it by its kind" : "write the new number into the list"
            return Finding(
                path: target,
                line: 0,
                message: "\(count) errors dropped by try?, \(known) listed: \(advice)"
            )
        }
    }

    private static func count(in file: SourceFile) -> Int {
        zip(file.code, file.code.dropFirst()).count { word, mark in
            word.text == "try" && word.kind == .word && !word.isQuoted && mark.text.first == "?" && !mark.spaceBefore
        }
    }
}
