import Foundation

/// Words that a reader of the project can make nothing of: places on one machine, hosts that packages happened to come
/// from, and the circumstances of the writing.
struct ProjectWords {
    /// A pattern, and what to write instead. Each is put together from pieces, so that this file passes its own check.
    static let banned: [(pattern: String, advice: String)] = [
        (#"(?<![\w.])/(wo"# + #"rk/(main|shared|\.lib)|ro"# + #"ot/)"#, "a path of one machine: make it relative"),
        (#"(?<![\w.])/opt/sw"# + #"ift"#, "a path of one machine: find the tool on the PATH"),
        (#"/tmp/te"# + #"am"#, "a path of one machine"),
        (
            #"\b(py"# + #"pi\.org|pythonhos"# + #"ted\.org|registry\.npm"# + #"js|deb\.deb"#
                + #"ian\.org|archive\.ubun"# + #"tu)"#,
            "a registry's host: name the package only"
        ),
        (#"(?i)\bissue"# + #"s? ?(#|show|\d)"#, "a number that only we know: say what is meant"),
        (
            #"(?i)\b(this|our|last|next|previous|earlier|another) sess"# + #"ions?\b"#,
            "the project knows no days of work"
        ),
        (#"(?i)\bassist"# + #"ants?\b"#, "the project speaks for itself"),
        (#"(?i)\b(lang"# + #"uage mod"# + #"el|chat"# + #"bot|A"# + #"I agent)s?\b"#, "the project speaks for itself"),
        (#"\b(FIX"# + #"ME|HA"# + #"CK)\b"#, "mend it, or describe the limit in Documentation/"),
    ]

    /// Pieces of paths in which one of the words is a technical term, with the reason.
    var allowed: [String: String] = [:]

    func findings(path: String, text: String) -> [Finding] {
        guard !BannedCalls.covers(allowed, path) else { return [] }
        return Self.expressions.flatMap { expression, advice in
            lines(matching: expression, in: text).map { line, word in
                Finding(path: path, line: line, message: "“\(word)”: \(advice)")
            }
        }
    }

    private static let expressions = banned.compactMap { rule in
        (try? NSRegularExpression(pattern: rule.pattern)).map { ($0, rule.advice) }
    }

    private func lines(matching expression: NSRegularExpression, in text: String) -> [(line: Int, word: String)] {
        let whole = NSRange(text.startIndex..., in: text)
        return expression.matches(in: text, range: whole).compactMap { match in
            guard let range = Range(match.range, in: text) else { return nil }
            return (1 + text[..<range.lowerBound].count { $0.isNewline }, String(text[range]))
        }
    }
}
