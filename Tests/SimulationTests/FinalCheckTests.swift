import Foundation
import Testing

@testable import SimulationTesting

/// Each check is shown to pass where all is well, and to fail where one thing is wrong.
@Suite("Checks at the end of a simulation")
struct FinalCheckTests {
    private static let (first, second) = (UUID(), UUID())
    private static let (one, two) = (Content(title: "t0"), Content(title: "t1"))

    /// Two versions of one idea, the second made by who had seen the first, and all devices have the second.
    private static func good() -> Outcome {
        var versions = VersionTree<UUID, Content>()
        let root = versions.add(.init(thing: first, account: 0, device: 0, content: one, parent: nil))
        versions.add(.init(thing: first, account: 0, device: 1, content: two, parent: root))
        let stored = Outcome.Stored(content: two, updated: 20, device: "b", mood: "calm")
        let devices = (0..<2).map { Outcome.Device(number: $0, ideas: [first: two]) }
        return Outcome(versions: versions, accounts: [0: Outcome.Account(service: [first: stored], devices: devices)])
    }

    /// A check, and a change of the good outcome that it must notice.
    struct Case: Sendable, CustomTestStringConvertible {
        let property: Violation.Property
        let check: @Sendable (Outcome) -> [Violation]
        let harm: @Sendable (inout Outcome) -> Void

        var testDescription: String { property.rawValue }
    }

    static let cases = [
        Case(property: .convergence, check: FinalChecks.convergence) { $0.accounts[0]?.devices[1].ideas[first] = one },
        Case(property: .convergence, check: FinalChecks.convergence) { $0.accounts[0]?.devices[1].ideas = [:] },
        Case(property: .lostWrite, check: FinalChecks.lostWrites) { $0.accounts[0]?.service[first]?.content = one },
        Case(property: .lostWrite, check: FinalChecks.lostWrites) { $0.accounts[0]?.service = [:] },
        Case(property: .lostWrite, check: FinalChecks.lostWrites) {
            $0.versions.add(.init(thing: first, account: 0, device: 0, content: nil, parent: 1))
        },
        Case(property: .resurrection, check: FinalChecks.resurrection) {
            $0.accounts[0]?.deletions = [.init(idea: first, stamp: 21, device: "a")]
        },
        Case(property: .resurrection, check: FinalChecks.resurrection) {
            $0.accounts[0]?.deletions = [.init(idea: first, stamp: 20, device: "c")]
        },
        // Whoever takes a deletion back does it later, by the clock that heeds what it has seen.
        Case(property: .resurrection, check: FinalChecks.resurrection) {
            $0.accounts[0]?.deletions = [.init(idea: first, stamp: 20, device: "b")]
        },
        Case(property: .exactlyOnce, check: FinalChecks.exactlyOnce) {
            $0.accounts[0]?.service[second] = Outcome.Stored(content: one)
        },
        Case(property: .isolation, check: FinalChecks.isolation) {
            $0.accounts[1] = Outcome.Account(service: [:], devices: [.init(number: 0, ideas: [first: two])])
        },
        Case(property: .durability, check: FinalChecks.durability) { $0.accounts[0]?.promised[first]?.content = one },
        Case(property: .losersKept, check: FinalChecks.losersKept) {
            $0.versions.add(.init(thing: first, account: 0, device: 0, content: Content(title: "t2"), parent: 0))
        },
        Case(property: .unknownFields, check: FinalChecks.unknownFields) { $0.accounts[0]?.service[first]?.mood = nil },
        Case(property: .honestStatus, check: FinalChecks.honestStatus) { $0.accounts[0]?.devices[0].pending = 1 },
        Case(property: .honestStatus, check: FinalChecks.honestStatus) {
            $0.accounts[0]?.devices[0].isUpToDate = false
        },
        Case(property: .honestStatus, check: FinalChecks.honestStatus) { $0.accounts[0]?.devices[0].shownPending = 1 },
        Case(property: .honestStatus, check: FinalChecks.honestStatus) { $0.accounts[0]?.devices[0].hasError = true },
    ]

    @Test("A check passes where all is well, and notices what is not", arguments: cases)
    func notices(_ one: Case) {
        var outcome = Self.good()
        #expect(FinalChecks.all(outcome) == [])
        one.harm(&outcome)
        #expect(one.check(outcome).map(\.property) == [one.property])
        #expect(FinalChecks.all(outcome).contains { $0.property == one.property })
    }

    @Test("A version that gave way and is in a history is not lost; an idea of which nobody knows is left alone")
    func exceptions() {
        var outcome = Self.good()
        outcome.versions.add(
            .init(thing: Self.first, account: 0, device: 0, content: Content(title: "t2"), parent: 0)
        )
        outcome.accounts[0]?.devices[1].history = [Self.first: #"{"winner":"remote","local":{"title":"t2"}}"#]
        #expect(FinalChecks.all(outcome) == [])
        outcome.accounts[0]?.devices[1].history = [:]
        #expect(FinalChecks.all(outcome).map(\.property) == [.losersKept])
        // What gave way before a long absence may have left the history since.
        outcome.era = 1
        #expect(FinalChecks.all(outcome) == [])
        outcome.era = 0
        outcome.versions.giveUp(Self.first)
        #expect(FinalChecks.all(outcome) == [])
    }

    @Test("A history that has the title of a version that gave way, and not its details, has lost it")
    func lostDetails() {
        var outcome = Self.good()
        let content = Content(title: "t0", details: "d2")
        outcome.versions.add(.init(thing: Self.first, account: 0, device: 0, content: content, parent: 0))
        outcome.accounts[0]?.devices[1].history = [Self.first: #"{"local":{"title":"t0","details":""}}"#]
        #expect(FinalChecks.losersKept(outcome).count == 1)
        outcome.accounts[0]?.devices[0].history = [Self.first: #"{"local":{"title":"t0","details":"d2"}}"#]
        #expect(FinalChecks.losersKept(outcome) == [])
    }

    @Test("A deletion that a restored service has forgotten is no lost write, unless an edit is lost with it")
    func restored() {
        var outcome = Self.good()
        outcome.versions.add(.init(thing: Self.first, account: 0, device: 0, content: nil, parent: 1))
        #expect(FinalChecks.lostWrites(outcome).count == 1)
        outcome.wasRestored = true
        #expect(FinalChecks.lostWrites(outcome) == [])
        outcome.accounts[0]?.service = [:]
        #expect(FinalChecks.lostWrites(outcome) == [])
        outcome.versions.add(.init(thing: Self.first, account: 0, device: 0, content: Content(title: "t3"), parent: 2))
        // A copy from a time at which the idea was deleted tells of that.
        #expect(FinalChecks.lostWrites(outcome) == [])
        outcome.versions.add(.init(thing: Self.first, account: 0, device: 0, content: Content(title: "t4"), parent: 0))
        outcome.accounts[0]?.service = [Self.first: Outcome.Stored(content: Self.one)]
        #expect(FinalChecks.lostWrites(outcome).count == 1)
    }
}
