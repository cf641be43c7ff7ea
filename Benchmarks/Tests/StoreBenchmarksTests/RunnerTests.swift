import Foundation
import Testing

@testable import StoreBenchmarks

@Suite("Runner")
struct RunnerTests {
    @Test("Contenders take turns, each round begins with another one, a warm-up before each sample")
    func interleaving() throws {
        var order: [Contender] = []
        let workload = row(effort: .medium, goal: .timesRaw(1), must: .timesRaw(2)) { contender, _ in
            guard contender != .sqlAlchemy else { throw Absent("not here") }
            return .single {
                order.append(contender)
                return 1
            }
        }
        let outcome = try outcome(of: workload)
        #expect(outcome.sampleCounts == [.raw: 9, .ours: 9, .grdb: 9])
        #expect(Array(order.prefix(6)) == [.raw, .raw, .ours, .ours, .grdb, .grdb])
        #expect(Array(order.dropFirst(6).prefix(6)) == [.ours, .ours, .grdb, .grdb, .raw, .raw])
        #expect(outcome.absences == [.sqlAlchemy: "not here"])
        #expect(outcome.verdict == .goal)
    }

    @Test("A row above its must is measured again at the end, with twice the samples, and that counts")
    func secondChance() throws {
        var calls = 0
        var order: [String] = []
        let slow = row("slow", effort: .costly, goal: .atMost(1), must: .atMost(1)) { contender, _ in
            guard contender == .ours else { throw Absent("not here") }
            order.append("slow")
            return .single {
                calls += 1
                return calls <= 5 ? 9 : 1
            }
        }
        let quick = row("quick", effort: .costly, goal: .atMost(1), must: .atMost(1)) { contender, _ in
            guard contender == .ours else { throw Absent("not here") }
            order.append("quick")
            return .single { 1 }
        }
        let outcomes = try runner().run([slow, quick])
        #expect(order == ["slow", "quick", "slow"])
        #expect(outcomes.map(\.workload.name) == ["slow", "quick"])
        #expect(outcomes.map(\.isSecondRun) == [true, false])
        #expect(outcomes[0].sampleCounts[.ours] == 10)
        #expect(outcomes[0].verdict == .goal)
    }

    @Test("Growth is the ratio of two medians")
    func growth() throws {
        let workload = row(goal: .atMost(1.5), must: .atMost(1.5)) { contender, _ in
            guard contender == .ours else { throw Absent("not here") }
            return .growth(large: { 3 }, small: { 2 })
        }
        #expect(try outcome(of: workload).figures[.ours] == 1.5)
    }

    @Test("A contender that fails half-way has no figure and its reason is told")
    func failure() throws {
        var calls = 0
        let workload = row(goal: .atMost(1), must: .atMost(1)) { contender, _ in
            guard contender == .ours else { throw Absent("not here") }
            return .single {
                calls += 1
                if calls > 3 { throw Absent("the disk is gone") }
                return 1
            }
        }
        let outcome = try outcome(of: workload)
        #expect(outcome.figures[.ours] == nil)
        #expect(outcome.absences[.ours] == "the disk is gone")
        #expect(outcome.verdict == .missing)
    }

    @Test("The median is the middle one")
    func median() {
        #expect(Statistics.median([]) == nil)
        #expect(Statistics.median([3, 1, 2]) == 2)
        #expect(Statistics.median([4, 1, 2, 3]) == 2.5)
    }

    private func outcome(of workload: Workload) throws -> Outcome {
        try #require(try runner().run([workload]).first)
    }

    private func runner() throws -> Runner {
        let options = try Options(["--quick"])
        let stage = Stage(seed: 1, workspace: try Workspace(nil), programs: Programs(options))
        return Runner(stage: stage, quick: true, report: { _ in })
    }
}
