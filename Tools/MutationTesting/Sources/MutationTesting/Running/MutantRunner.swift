import Foundation
import Synchronization

/// Runs the checks of a plan with one mutant on after the other, several side by side.
package final class MutantRunner: Sendable {
    /// How it runs.
    package struct Options: Sendable {
        package var jobs = 1
        /// Whether the other kind of checks is left out once one has found a mutant.
        package var stopsAtFirst = false
        /// A check hangs when it takes so many times what it took without a mutant.
        package var patience = 5.0
        package var megabytes: Int?
        package var fileMegabytes: Int? = 4_096

        package init() {}
    }

    private let copy: MutatedCopy
    private let plan: CheckPlan
    private let results: ResultFile
    private let options: Options
    private let source: String
    private let say: @Sendable (String) -> Void
    /// Guards the file of results, and what is known of them.
    private let known: Mutex<[CheckResult]>
    private let baselines = Mutex<[String: Double]>([:])

    package init(
        _ copy: MutatedCopy,
        _ plan: CheckPlan,
        results: URL,
        options: Options,
        say: @escaping @Sendable (String) -> Void
    ) throws {
        (self.copy, self.plan, self.options, self.say) = (copy, plan, options, say)
        self.results = ResultFile(results)
        source = copy.list.source
        let source = source
        known = Mutex(try self.results.read().filter { $0.source == source })
    }

    /// Runs what has no result yet.
    ///
    /// - Throws: Where a check fails without a mutant, so that nothing could be said of mutants.
    package func run() throws {
        for area in plan.leftOut.sorted() { say("no check of this kind looks for mutants of the area \(area)") }
        let mutants = copy.list.mutants.filter { !plan.leftOut.contains($0.area) }
        let used = plan.checks.filter { check in mutants.contains { self.plan.checks(for: $0.area).contains(check) } }
        for area in Set(mutants.map(\.area)).sorted() where plan.checks(for: area).isEmpty {
            throw MutationToolError("no check of the plan looks for mutants of the area \(area): add one")
        }
        // Side by side as well: so many work when a mutant is looked for, and what a check takes then says when it hangs.
        try forEach(of: used) { try self.runBaseline($0) }
        try forEach(of: mutants) { try self.run($0) }
        for kind in CheckPlan.Kind.allCases where used.contains(where: { $0.kind == kind }) { reportFound(by: kind) }
    }

    /// Does something with each element, with several side by side.
    ///
    /// - Throws: The first error; what had begun by then goes on to its end.
    private func forEach<Element: Sendable>(
        of elements: [Element],
        _ body: @escaping @Sendable (Element) throws -> Void
    ) throws {
        let queue = Mutex(elements[...])
        let problem = Mutex<(any Error)?>(nil)
        let group = DispatchGroup()
        for _ in 0..<max(1, options.jobs) {
            group.enter()
            Thread.detachNewThread {
                while problem.withLock({ $0 == nil }), let element = queue.withLock({ $0.popFirst() }) {
                    do { try body(element) } catch { problem.withLock { $0 = error } }
                }
                group.leave()
            }
        }
        group.wait()
        if let problem = problem.withLock({ $0 }) { throw problem }
    }

    /// How many mutants the checks of a kind found, and which they did not.
    private func reportFound(by kind: CheckPlan.Kind) {
        let looked = copy.list.mutants.filter { mutant in
            plan.checks(for: mutant.area).contains { $0.kind == kind }
        }
        let found = Set(known.withLock { $0.filter { $0.kind == kind && $0.outcome.isFinding }.compactMap(\.mutant) })
        let missed = looked.filter { !found.contains($0.id) }
        say("\(kind.rawValue): \(looked.count - missed.count) of \(looked.count) found")
        for mutant in missed {
            let site = mutant.site
            say("  not found: \(mutant.id) \(site.rule) \(site.file):\(site.line): \(site.before) → \(site.after)")
        }
    }

    private func runBaseline(_ check: CheckPlan.Check) throws {
        let before = known(nil, check)
        if before == nil { say("without a mutant: \(check.name)") }
        let result = try before ?? result(nil, check, timeout: check.timeoutSeconds)
        if before == nil, result.outcome == .survived { try record(result) }
        guard result.outcome == .survived else {
            throw MutationToolError(
                "\(check.name) fails without a mutant (\(result.outcome.rawValue): \(result.words)): nothing can be said of mutants"
            )
        }
        baselines.withLock { $0[check.name] = result.seconds }
    }

    private func run(_ mutant: Mutant) throws {
        var found = Set<CheckPlan.Kind>()
        for check in plan.checks(for: mutant.area) where !found.contains(check.kind) {
            if options.stopsAtFirst, !found.isEmpty { break }
            let before = known(mutant.id, check)
            let result = try before ?? result(mutant, check, timeout: timeout(of: check))
            if before == nil {
                try record(result)
                say("\(mutant.number) \(check.name): \(result.outcome.rawValue) \(result.words)")
            }
            if result.outcome.isFinding { found.insert(check.kind) }
        }
    }

    private func timeout(of check: CheckPlan.Check) -> Double {
        let usual = baselines.withLock { $0[check.name] } ?? check.timeoutSeconds
        return min(check.timeoutSeconds, max(10, usual * options.patience))
    }

    private func known(_ mutant: String?, _ check: CheckPlan.Check) -> CheckResult? {
        known.withLock { results in results.first { $0.mutant == mutant && $0.digest == check.digest } }
    }

    private func record(_ result: CheckResult) throws {
        try known.withLock { known in
            try results.append(result)
            known.append(result)
        }
    }

    private func result(_ mutant: Mutant?, _ check: CheckPlan.Check, timeout: Double) throws -> CheckResult {
        let start = ContinuousClock.now
        var (ending, words) = try once(mutant, check, timeout)
        if check.confirms == true, mutant != nil, ending.isPlainFailure {
            (ending, words) = try once(mutant, check, timeout)
        }
        let outcome: CheckResult.Outcome
        switch ending {
        case .exit(0): outcome = .survived
        case .exit(SwitchTarget.unknownStatus):
            throw MutationToolError("\(check.name): \(words): build the copy that was generated last")
        case .exit(let status) where status == 126 || status == 127:
            throw MutationToolError("\(check.name) cannot be run: \(words)")
        case .exit, .words: outcome = .failed
        case .signal: outcome = .crashed
        case .timeout: outcome = .timeout
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        return CheckResult(
            mutant: mutant?.id,
            check: check.name,
            kind: check.kind,
            outcome: outcome,
            seconds: (seconds * 100).rounded() / 100,
            words: outcome == .survived ? "" : words,
            source: source,
            digest: check.digest
        )
    }

    private func once(
        _ mutant: Mutant?,
        _ check: CheckPlan.Check,
        _ timeout: Double
    ) throws -> (ChildProcess.Ending, String) {
        // A folder of its own, which goes with what a mutant leaves behind.
        // Its name is short, because the path of a socket is.
        let name = "mut-\(UUID().uuidString.prefix(8))"
        let folder = FileManager.default.temporaryDirectory.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = folder.appending(path: "output")
        var child = ChildProcess(
            check.command,
            environment: [
                SwitchTarget.variable: mutant.map { "\($0.number)" } ?? "", "TMPDIR": folder.path,
                "SWIFT_BACKTRACE": "enable=no",
            ],
            output: output
        )
        (child.megabytes, child.fileMegabytes) = (options.megabytes, options.fileMegabytes)
        let ending = try child.run(timeout: timeout, until: check.failsAt)
        return (ending, try OutputSummary.line(of: output))
    }
}

extension ChildProcess.Ending {
    /// Whether a test failed, and nothing worse.
    fileprivate var isPlainFailure: Bool {
        switch self {
        case .exit(let status): status != 0
        case .words: true
        case .signal, .timeout: false
        }
    }
}

/// The line of a program's output that says most.
enum OutputSummary {
    private static let marks = [" fails (", "recorded an issue", "Fatal error", "error:", "failed"]

    static func line(of file: URL) throws -> String {
        let text = String(decoding: try Data(contentsOf: file).suffix(1 << 20), as: UTF8.self)
        // Colours, which some programs give to a file as well.
        let lines = text.replacing(/\u{1B}\[[0-9;]*m/, with: "").split(whereSeparator: \.isNewline)
        let line = marks.lazy.compactMap { mark in lines.first { $0.contains(mark) } }.first ?? lines.last ?? ""
        return String(line.prefix(200)).replacing("\t", with: " ")
    }
}
