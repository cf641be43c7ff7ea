import Testing

@testable import StoreBenchmarks

@Suite("Limits and verdicts")
struct VerdictTests {
    @Test(
        "A row is judged by its limits",
        arguments: [
            (1.1, Outcome.Verdict.goal), (1.3, .goal), (1.31, .must), (1.6, .must), (1.61, .aboveMust),
        ]
    )
    func ratios(ours: Double, verdict: Outcome.Verdict) {
        let workload = row(goal: .timesRaw(1.3), must: .timesRaw(1.6))
        var outcome = Outcome(workload: workload)
        outcome.figures = [.raw: 10, .ours: ours * 10]
        #expect(outcome.verdict == verdict)
    }

    @Test("A constant is added in the row's unit")
    func constants() {
        #expect(Limit.timesRaw(1.5, plus: 0.3).ceiling(raw: 2) == 3.3)
        #expect(Limit.timesRaw(1, plus: 0.005).described(in: .milliseconds) == "raw + 5 µs")
        #expect(Limit.timesRaw(1.1, plus: 0.015).described(in: .milliseconds) == "1.10× + 15 µs")
    }

    @Test("A count must be met exactly")
    func exactly() {
        #expect(Limit.exactly(2).allows(2, raw: nil) == true)
        #expect(Limit.exactly(2).allows(1, raw: nil) == false)
        #expect(Limit.exactly(2).allows(3, raw: nil) == false)
    }

    @Test("Our figure or the raw one missing fails the run; a peer's does not")
    func missing() {
        let workload = row(goal: .timesRaw(1), must: .timesRaw(2))
        var outcome = Outcome(workload: workload)
        outcome.figures = [.raw: 10]
        #expect(outcome.verdict == .missing)
        outcome.figures = [.ours: 10]
        #expect(outcome.verdict == .missing)
        outcome.figures = [.raw: 10, .ours: 10]
        #expect(!outcome.verdict.fails)
        #expect(outcome.text(.grdb) == "–")
    }

    @Test(
        "Figures are written with three digits or so",
        arguments: [
            (0.0042, Unit.milliseconds, "4.2 µs"), (0.43, .milliseconds, "0.43 ms"), (5.8, .milliseconds, "5.8 ms"),
            (561.4, .milliseconds, "561 ms"), (100, .milliseconds, "100 ms"), (23.46, .nanoseconds, "23.5 ns"),
            (558.2, .bytes, "558 B"), (1.066, .times, "1.07×"), (2, .statements, "2"),
        ]
    )
    func texts(figure: Double, unit: Unit, text: String) {
        #expect(unit.text(figure) == text)
    }
}

/// A row that does nothing.
func row(
    _ name: String = "nothing",
    effort: Effort = .cheap,
    goal: Limit?,
    must: Limit?,
    prepare: @escaping (Contender, Stage) throws -> Probe = { _, _ in throw Absent("does nothing") }
) -> Workload {
    Workload(name, "does nothing", size: 1, effort: effort, goal: goal, must: must, prepare: prepare)
}
