import Foundation

/// The commands that look for mutants, from a file.
package struct CheckPlan: Codable, Sendable, Equatable {
    /// What a check stands for in the report.
    package enum Kind: String, Codable, Sendable, CaseIterable {
        case simulations
        case unitTests = "unit-tests"
    }

    /// One command.
    package struct Check: Codable, Sendable, Equatable {
        package let name: String
        package let kind: Kind
        /// The areas whose mutants it looks for; all where there are none.
        package let areas: [String]
        /// The program and its arguments; a status other than 0 is a finding.
        package let command: [String]
        /// Seconds after which it counts as hung, whatever it took without a mutant.
        package let timeoutSeconds: Double
        /// Whether a failure counts only if it happens twice: for tests that a busy machine may fail.
        package let confirms: Bool?
        /// Words in the output that say that it fails, so that nobody waits for its end.
        package let failsAt: String?

        /// Says whether a result belongs to this command.
        var digest: String { ContentHash([name, kind.rawValue] + command).text }
    }

    package let checks: [Check]
    /// Areas that only checks look at which a limit has taken out.
    private(set) var leftOut: Set<String> = []

    private enum CodingKeys: CodingKey { case checks }

    init(checks: [Check]) { self.checks = checks }

    /// Reads a plan, and puts values in the place of `{name}`.
    package static func read(from file: URL, values: [String: String]) throws -> CheckPlan {
        guard let data = try? Data(contentsOf: file) else { throw MutationToolError("\(file.path) is not there") }
        let plan: CheckPlan
        do {
            plan = try JSONDecoder().decode(CheckPlan.self, from: data)
        } catch {
            throw MutationToolError("\(file.path) is no plan of checks: \(error)")
        }
        let checks = try plan.checks.map { check in
            for area in check.areas { _ = try Area.named([area]) }
            let words = try check.command.map { try Self.filled($0, values, check.name) }
            return Check(
                name: check.name,
                kind: check.kind,
                areas: check.areas,
                command: words,
                timeoutSeconds: check.timeoutSeconds,
                confirms: check.confirms,
                failsAt: check.failsAt
            )
        }
        let names = checks.map(\.name)
        guard checks.allSatisfy({ $0.failsAt != "" }) else {
            throw MutationToolError("\(file.path): the words of “failsAt” are none, and would end every check")
        }
        guard Set(names).count == names.count else { throw MutationToolError("\(file.path): two checks have one name") }
        return CheckPlan(checks: checks)
    }

    private static func filled(_ word: String, _ values: [String: String], _ check: String) throws -> String {
        var word = word
        for (name, value) in values { word = word.replacing("{\(name)}", with: value) }
        if let open = word.firstIndex(of: "{"), word[open...].contains("}") {
            throw MutationToolError("the check \(check) wants a value for \(word[open...]): give it with --set")
        }
        return word
    }

    /// The plan with the checks of one kind alone; the whole plan for nil.
    package func limited(to kind: Kind?) -> CheckPlan {
        var plan = CheckPlan(checks: checks.filter { kind == nil || $0.kind == kind })
        plan.leftOut = Set(checks.flatMap(\.areas)).filter { plan.checks(for: $0).isEmpty }
        return plan
    }

    /// The checks for the mutants of an area.
    package func checks(for area: String) -> [Check] { checks.filter { $0.areas.isEmpty || $0.areas.contains(area) } }
}
