import Foundation
import Synchronization
import Testing

@testable import MutationTesting

struct RunningTests {
    private let fixture: Fixture
    private let copy: MutatedCopy

    init() throws {
        fixture = try Fixture(Fixture.program)
        let source = try fixture.source()
        copy = try CopyGenerator(source.repository, source.draw(4, seed: "run"), rewrites: [])
            .generate(to: fixture.folder.appending(path: "copy"))
    }

    private var results: URL { fixture.folder.appending(path: "results.jsonl") }

    private func check(
        _ name: String,
        _ kind: CheckPlan.Kind,
        _ script: String,
        areas: [String] = []
    ) -> CheckPlan.Check {
        let counted = "echo \"run $MUTANT\" >>\(fixture.folder.path)/\(name).runs; \(script)"
        return .init(
            name: name,
            kind: kind,
            areas: areas,
            command: ["sh", "-c", counted],
            timeoutSeconds: 60,
            confirms: nil,
            failsAt: nil
        )
    }

    private func runs(_ name: String) throws -> Int {
        try fixture.text(of: "\(name).runs").split(separator: "\n").count
    }

    private func run(_ checks: [CheckPlan.Check], of kind: CheckPlan.Kind? = nil) throws -> [CheckResult] {
        var options = MutantRunner.Options()
        (options.jobs, options.patience) = (2, 1)
        let plan = CheckPlan(checks: checks).limited(to: kind)
        try MutantRunner(copy, plan, results: results, options: options, say: { _ in }).run()
        return try ResultFile(results).read()
    }

    @Test func findingsAreTold() throws {
        let script = "case \"$MUTANT\" in 1) echo 'seed 7 fails (x): y'; exit 1;; 2) kill -SEGV $$;; 3) sleep 60;; esac"
        let found = try run([check("a", .simulations, script)])
        let byNumber = Dictionary(uniqueKeysWithValues: copy.list.mutants.map { ($0.id, $0.number) })
        let outcomes = found.compactMap { result in result.mutant.map { (byNumber[$0] ?? 0, result.outcome) } }
            .sorted { $0.0 < $1.0 }
        #expect(outcomes.map(\.1) == [.failed, .crashed, .timeout, .survived])
        #expect(found.first { $0.outcome == .failed }?.words == "seed 7 fails (x): y")
    }

    @Test func oneFindingOfAKindIsEnough() throws {
        let first = check("a", .simulations, "test \"$MUTANT\" != 1")
        let second = check("b", .simulations, "true")
        let third = check("c", .unitTests, "true")
        _ = try run([first, second, third])
        // Without a mutant and with four; the second is left out for the one that the first found.
        #expect(try (runs("a"), runs("b"), runs("c")) == (5, 4, 5))
    }

    @Test func anAreaThatOnlyTheOtherKindLooksAtIsLeftOut() throws {
        let areas = Set(copy.list.mutants.map(\.area)).sorted()
        let checks = [
            check("a", .unitTests, "true", areas: areas), check("b", .simulations, "true", areas: ["recurrence"]),
        ]
        #expect(!areas.contains("recurrence"))
        #expect(try run(checks, of: .simulations).isEmpty)
        #expect(throws: MutationToolError.self, "nobody looks at it") { try run([checks[1]]) }
    }

    @Test func aRunGoesOnWhereItWas() throws {
        let own = check("a", .unitTests, "true")
        _ = try run([own])
        let all = try fixture.text(of: "results.jsonl").split(separator: "\n")
        // The last line was cut off.
        try fixture.write(all.dropLast().joined(separator: "\n") + "\n{\"mut", to: "results.jsonl")
        let found = try run([own])
        #expect(try runs("a") == 6)
        #expect(Set(found.compactMap(\.mutant)).count == 4)
    }

    @Test func aCheckThatFailsAnywayIsRefused() throws {
        let own = check("a", .unitTests, "exit 1")
        #expect(throws: MutationToolError.self) { try run([own]) }
    }

    @Test func aBuildWithoutTheMutantIsRefused() throws {
        let own = check("a", .unitTests, "test -z \"$MUTANT\" || exit \(SwitchTarget.unknownStatus)")
        #expect(throws: MutationToolError.self) { try run([own]) }
    }

    @Test func aFailureThatDoesNotRepeatIsNone() throws {
        let script = "test -z \"$MUTANT\" || ! mkdir \(fixture.folder.path)/once-$MUTANT 2>/dev/null"
        let own = check("a", .unitTests, script)
        let confirmed = CheckPlan.Check(
            name: own.name,
            kind: own.kind,
            areas: [],
            command: own.command,
            timeoutSeconds: 60,
            confirms: true,
            failsAt: nil
        )
        #expect(try run([confirmed]).allSatisfy { $0.outcome == .survived })
    }

    /// The words come in two writes, and the program would go on for a minute.
    @Test func whoSaysThatItFailsIsEnded() throws {
        let script = "test -z \"$MUTANT\" || { printf 'a test rec'; sleep 0.1; echo 'orded an issue'; sleep 60; }"
        let own = check("a", .unitTests, script)
        let watched = CheckPlan.Check(
            name: own.name,
            kind: own.kind,
            areas: [],
            command: own.command,
            timeoutSeconds: 60,
            confirms: true,
            failsAt: "recorded an issue"
        )
        let found = try run([watched]).filter { $0.mutant != nil }
        #expect(found.count == 4)
        #expect(found.allSatisfy { $0.outcome == .failed && $0.words == "a test recorded an issue" && $0.seconds < 10 })
        #expect(try runs("a") == 9)
    }

    @Test func plansAreFilled() throws {
        let json = """
            {"checks": [{"name": "a", "kind": "unit-tests", "areas": ["feed"], "command": ["{programs}/x", "{seeds}"], \
            "timeoutSeconds": 5}]}
            """
        try fixture.write(json, to: "plan.json")
        let file = fixture.folder.appending(path: "plan.json")
        let plan = try CheckPlan.read(from: file, values: ["programs": "/p", "seeds": "9"])
        #expect(plan.checks.first?.command == ["/p/x", "9"])
        #expect(plan.checks(for: "sync").isEmpty)
        #expect(throws: MutationToolError.self) { try CheckPlan.read(from: file, values: [:]) }
    }

    @Test func aLimitOfMemoryHolds() throws {
        let output = fixture.folder.appending(path: "output")
        var child = ChildProcess(["sh", "-c", "ulimit -v; ulimit -f"], output: output)
        (child.megabytes, child.fileMegabytes) = (64, 2)
        #expect(try child.run() == .exit(0))
        #expect(try fixture.text(of: "output") == "65536\n4096\n")
    }
}
