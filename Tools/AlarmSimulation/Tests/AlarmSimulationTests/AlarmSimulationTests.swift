import TestSupport
import Testing

@testable import AlarmSimulation

/// Seeds go well, run twice alike, and each check fails where it should.
struct AlarmSimulationTests {
    private static let seeds = UInt64(Effort.isProof ? 1_000 : 40)

    @Test func seedsGoWell() throws {
        for seed in 0..<Self.seeds {
            let report = try AlarmStory.report(seed, in: "well")
            #expect(report.violation == nil, "seed \(seed): \(report.trace.lines.suffix(10).joined(separator: "\n"))")
        }
    }

    @Test func seedsRunTwiceAlike() throws {
        for seed: UInt64 in 100..<110 {
            let (first, second) = (try AlarmStory.report(seed, in: "first"), try AlarmStory.report(seed, in: "second"))
            #expect(first.trace.lines == second.trace.lines)
            #expect(first.trace.digest == second.trace.digest)
        }
    }

    @Test(arguments: Violation.Invariant.allCases.filter { $0 != .determinism })
    func aWrongExpectationIsNoticed(_ invariant: Violation.Invariant) throws {
        for seed: UInt64 in 0..<4 {
            let report = try AlarmStory.report(seed, in: "tampered-\(invariant)", tampered: invariant)
            #expect(report.violation?.invariant == invariant, "seed \(seed): \(report.violation?.words ?? "nothing")")
        }
    }

    // MARK: The oracle by itself

    @Test func theCalendarCounts() {
        #expect(NaiveCalendar.start(of: 1_970) == 0)
        #expect(NaiveCalendar.number(2_000, 2, 29) == 11_016)
        #expect(NaiveCalendar.text(of: 20_779) == "2026-11-22")
        #expect(NaiveCalendar.weekday(of: 20_779) == 1)
        #expect(NaiveCalendar.text(of: -25_509) == "1900-02-28")
        #expect(NaiveCalendar.text(of: -25_508) == "1900-03-01")
    }

    private let berlin = SimulatedZone(
        name: "Berlin",
        rule: YearRule(
            offset: 3_600,
            summer: .init(
                offset: 7_200,
                start: .init(day: .month(3, week: 5, weekday: 0), time: 7_200),
                end: .init(day: .month(10, week: 5, weekday: 0), time: 10_800)
            )
        )
    )

    @Test func aRuleMovesTheClock() {
        // 2026-03-29 and 2026-10-25, each at 01:00 in GMT.
        let (spring, autumn) = (1_774_746_000, 1_792_890_000)
        #expect(berlin.nextChange(after: 1_767_225_600) == spring)
        #expect(berlin.nextChange(after: spring) == autumn)
        #expect([spring - 1, spring, autumn - 1, autumn].map(berlin.offset) == [3_600, 7_200, 7_200, 3_600])
    }

    @Test func theSlowClockRingsOnceAroundChanges() {
        let clock = SlowClock(zone: berlin, minute: 150, days: [])
        // In the gap it rings behind it, and of two equal times at the first.
        #expect(clock.moments(from: 1_774_700_000, to: 1_774_800_000) == [1_774_746_000])
        #expect(clock.moments(from: 1_792_850_000, to: 1_792_930_000) == [1_792_888_200])
    }

    @Test func aDayThatIsLeftOutHasNoMoments() {
        // 2011-12-30 was no day in Samoa.
        let samoa = SimulatedZone(
            name: "Apia",
            firstOffset: -36_000,
            changes: [.init(second: 1_325_239_200, offset: 50_400)]
        )
        let moments = SlowClock(zone: samoa, minute: 720, days: []).moments(from: 1_325_150_000, to: 1_325_300_000)
        #expect(moments.map { samoa.local(at: $0).day } == [15_337, 15_339])
    }
}
