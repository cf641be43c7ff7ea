import Foundation

/// What a document promises about the tree: links, paths and commands that exist.
struct Documents {
    let repository: Repository

    /// Links inside the project that lead nowhere, heading anchors included.
    func deadLinks(in path: String, text: String) -> [Finding] {
        Markdown.links(in: text).filter { !$0.contains("://") && !$0.hasPrefix("mailto:") }.compactMap { link in
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let isHere = parts[0].isEmpty
            let target = isHere ? path : resolve(parts[0], from: path)
            guard isHere || repository.exists(target) else {
                return finding(path, text, link, "the link leads nowhere")
            }
            guard parts.count > 1, let page = isHere ? text : try? repository.text(of: target) else { return nil }
            let hasAnchor = Markdown.anchors(in: page).contains(parts[1])
            return hasAnchor ? nil : finding(path, text, link, "the page has no such heading")
        }
    }

    /// Code spans that look like a path of the project and name nothing.
    func deadPaths(in path: String, text: String) -> [Finding] {
        Markdown.codeSpans(in: Markdown.prose(of: text)).filter(Self.looksLikePath).compactMap { span in
            let target = span.hasSuffix("/") ? String(span.dropLast()) : span
            return repository.exists(target) ? nil : finding(path, text, span, "the path names nothing")
        }
    }

    /// `make` commands, in code, whose rule the Makefile lacks.
    func unknownCommands(in path: String, text: String, makefile: String) -> [Finding] {
        let rules = Set(
            makefile.split(separator: "\n").filter { !$0.hasPrefix("\t") && !$0.hasPrefix(".") }
                .compactMap { line in line.firstIndex(of: ":").map { String(line[..<$0]) } }
        )
        let code = Markdown.codeSpans(in: Markdown.prose(of: text)) + Markdown.blocks(of: "sh", in: text)
        let commands = code.flatMap { $0.split(separator: "\n") }.filter { $0.hasPrefix("make ") }
        return commands.compactMap { command in
            let goal = command.split(separator: " ")[1]
            return rules.contains(String(goal))
                ? nil : finding(path, text, String(command), "the Makefile has no such rule")
        }
    }

    /// Names of a table whose second column says `refused`, and which are there all the same: modules that are targets, and
    /// names that a ledger lists.
    static func refusedButThere(in text: String, targets: Set<String>, names: Set<String>) -> [String] {
        let rows = Markdown.tables(in: text).flatMap(\.rows).filter { $0.count > 1 && $0[1] == "refused" }
        return rows.flatMap { Markdown.codeSpans(in: $0[0]) }.filter { span in
            if span.hasPrefix("import ") { return targets.contains(String(span.dropFirst("import ".count))) }
            return names.contains(span.hasPrefix("@") || span.hasPrefix("#") ? String(span.dropFirst()) : span)
        }
    }

    static func looksLikePath(_ span: String) -> Bool {
        let folders = ["Sources/", "Tests/", "Documentation/", "Scripts/", "Benchmarks/", "Apps/"]
        return folders.contains { span.hasPrefix($0) } && !span.contains { " *<>…{}$".contains($0) }
    }

    private func resolve(_ link: String, from path: String) -> String {
        var parts = path.split(separator: "/").dropLast().map(String.init)
        for part in link.split(separator: "/") where part != "." {
            if part == "..", !parts.isEmpty { parts.removeLast() } else { parts.append(String(part)) }
        }
        return parts.joined(separator: "/")
    }

    private func finding(_ path: String, _ text: String, _ what: String, _ message: String) -> Finding {
        let before = text.range(of: what).map { text[..<$0.lowerBound] } ?? ""
        return Finding(path: path, line: 1 + before.count { $0 == "\n" }, message: "\(what): \(message)")
    }
}
