/// What came of all mutants, as Markdown.
package struct MutationReport: Sendable {
    /// What is known of one mutant.
    struct Row {
        let mutant: Mutant
        let results: [CheckResult]
        let judgement: Judgements.Entry?

        func isFound(by kind: CheckPlan.Kind) -> Bool { results.contains { $0.kind == kind && $0.outcome.isFinding } }
        var isFound: Bool { results.contains { $0.outcome.isFinding } }
        var isEquivalent: Bool { !isFound && judgement?.verdict == .equivalent }
        var isSurvivor: Bool { !isFound && !isEquivalent }
    }

    let rows: [Row]
    private let list: MutantList

    package init(_ list: MutantList, results: [CheckResult], judgements: Judgements) {
        self.list = list
        let own = Dictionary(grouping: results.filter { $0.source == list.source }) { $0.mutant ?? "" }
        rows = list.mutants.map {
            Row(mutant: $0, results: own[$0.id] ?? [], judgement: judgements.entries[$0.id])
        }
    }

    /// Mutants that no check has been run for.
    package var unchecked: Int { rows.count { $0.results.isEmpty } }

    /// Judgements of mutants that were found: they cannot be equivalent.
    package var contradicted: [String] {
        rows.filter { $0.isFound && $0.judgement?.verdict == .equivalent }.map(\.mutant.id)
    }

    /// Of all mutants that are not equivalent, the share that was found, in hundredths.
    package func share(of kind: CheckPlan.Kind?) -> Double {
        let counted = rows.filter { !$0.isEquivalent }
        let found = counted.count { row in kind.map(row.isFound(by:)) ?? row.isFound }
        return counted.isEmpty ? 0 : Double(found) * 100 / Double(counted.count)
    }

    package var markdown: String {
        let total = list.sites.values.reduce(0, +)
        var text =
            "\(rows.count) mutants of \(total) sites, seed `\(list.seed)`; \(list.removals.count) more did not compile.\n\n"
        text += table("area", groups: { $0.mutant.area }) + "\n"
        text += table("rule", groups: { $0.mutant.site.rule }) + "\n"
        if unchecked > 0 { text += "**\(unchecked) mutants have not been checked yet.**\n\n" }
        text += survivors + equivalents + found
        return text
    }

    private func table(_ title: String, groups: (Row) -> String) -> String {
        let byName = Dictionary(grouping: rows, by: groups)
        var text = "| \(title) | drawn | by simulations | by unit tests | by either | equivalent | survivors |\n"
        text += "|---|---|---|---|---|---|---|\n"
        for (name, own) in byName.sorted(by: { $0.key < $1.key }) { text += line(name, own) }
        return text + line("all", rows)
    }

    private func line(_ name: String, _ own: [Row]) -> String {
        let numbers = [
            own.count, own.count { $0.isFound(by: .simulations) }, own.count { $0.isFound(by: .unitTests) },
            own.count { $0.isFound }, own.count { $0.isEquivalent }, own.count { $0.isSurvivor },
        ]
        return "| \(name) | " + numbers.map(String.init).joined(separator: " | ") + " |\n"
    }

    private var survivors: String {
        let own = rows.filter(\.isSurvivor)
        if own.isEmpty { return "" }
        return "## Survivors\n\n"
            + own.map { row in
                Self.head(row.mutant) + Self.difference(row.mutant)
                    + (row.judgement.map { "\nNot equivalent: \($0.reason)\n\n" } ?? "\nNot judged yet.\n\n")
            }.joined()
    }

    private var equivalents: String {
        let own = rows.filter(\.isEquivalent)
        if own.isEmpty { return "" }
        return "## Equivalent\n\n"
            + own.map { row in
                Self.head(row.mutant) + Self.difference(row.mutant) + "\n\(row.judgement?.reason ?? "")\n\n"
            }.joined()
    }

    private var found: String {
        let own = rows.filter(\.isFound)
        if own.isEmpty { return "" }
        return "## Found\n\n| mutant | rule | where | by |\n|---|---|---|---|\n"
            + own.map { row in
                let by = row.results.filter { $0.outcome.isFinding }.map { result in
                    "\(result.check) (\(result.outcome.rawValue)\(result.words.isEmpty ? "" : ": \(result.words)"))"
                }
                let site = row.mutant.site
                let words = by.joined(separator: "; ").replacing("|", with: "\\|")
                return "| `\(row.mutant.id)` | \(site.rule) | `\(site.file):\(site.line)` | \(words) |\n"
            }.joined()
    }

    private static func head(_ mutant: Mutant) -> String {
        let site = mutant.site
        return "`\(mutant.id)` \(mutant.area), \(site.rule), `\(site.file):\(site.line)`, `\(site.declaration)`:\n\n"
    }

    private static func difference(_ mutant: Mutant) -> String {
        let site = mutant.site
        let added = site.after.isEmpty ? "" : "+ \(site.after)\n"
        // What returns early leaves the statement where it is, behind the return.
        let kept = site.rule == ReturnEarly.name ? "\(added)  \(site.before)\n" : "- \(site.before)\n\(added)"
        return "```diff\n\(kept)```\n"
    }
}
