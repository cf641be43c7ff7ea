import Testing

@testable import SimulationTesting

/// Each check of mirrored stores is shown to pass where all is well, and to fail where one thing is wrong.
@Suite("Checks at the end of a run about mirroring")
struct LibraryCheckTests {
    private typealias Property = LibraryTale.Property

    /// A book with a label on a shelf, whose title was changed by who had seen the first one.
    private static func good() -> LibraryOutcome {
        var tale = LibraryTale()
        for object in ["s0", "b1", "l1"] { tale.make(object) }
        tale.write(Property("s0", "title"), "v0", seen: nil)
        tale.write(Property("b1", "title"), "v1", seen: nil)
        tale.write(Property("b1", "shelf"), "s0", seen: nil)
        tale.write(Property("l1", "color"), "c3", seen: nil)
        tale.write(Property("b1", "title"), "v4", seen: "v1", device: 1)
        tale.linked = [.init("b1", "l1")]
        var graph = Graph()
        graph.add("s0", ["title": "v0"])
        graph.add("b1", ["title": "v4", "shelf": "s0", "labels": "[\"l1\"]"])
        graph.add("l1", ["color": "c3"])
        let service = graph
        graph.lists["s0 books"] = ["b1"]
        return LibraryOutcome(
            tale: tale,
            service: service,
            records: ["A": .init(tag: "1", mood: "calm")],
            devices: (0..<2).map { .init(number: $0, graph: graph) }
        )
    }

    /// A check, and a change of the good outcome that it must notice.
    struct Case: Sendable, CustomTestStringConvertible {
        let property: Violation.Property
        let check: @Sendable (LibraryOutcome) -> [Violation]
        let harm: @Sendable (inout LibraryOutcome) -> Void

        var testDescription: String { property.rawValue }
    }

    static let cases = [
        Case(property: .convergence, check: LibraryChecks.convergence) {
            $0.devices[1].graph.objects["b1"]?["title"] = "v1"
        },
        Case(property: .convergence, check: LibraryChecks.convergence) { $0.devices[1].graph.objects["b1"] = nil },
        Case(property: .convergence, check: LibraryChecks.convergence) {
            $0.devices[1].graph.lists["s0 books"] = ["b2", "b1"]
        },
        Case(property: .lostWrite, check: LibraryChecks.lostObjects) { $0.service.objects["b1"] = nil },
        Case(property: .lostWrite, check: LibraryChecks.lostWrites) { $0.service.objects["b1"]?["title"] = "v1" },
        Case(property: .lostWrite, check: LibraryChecks.lostWrites) {
            $0.tale.write(Property("s0", "title"), "v5", seen: "v0")
        },
        Case(property: .lostWrite, check: LibraryChecks.lostLinks) { $0.service.objects["b1"]?["labels"] = "[]" },
        Case(property: .exactlyOnce, check: LibraryChecks.lostLinks) { $0.tale.linked = [] },
        Case(property: .resurrection, check: LibraryChecks.resurrection) { $0.tale.deleted = ["b1"] },
        Case(property: .resurrection, check: LibraryChecks.resurrection) { $0.tale.deleted = ["l1"] },
        Case(property: .exactlyOnce, check: LibraryChecks.exactlyOnce) { $0.service.add("b9", [:]) },
        Case(property: .exactlyOnce, check: LibraryChecks.exactlyOnce) { $0.service.add("l1", [:]) },
        Case(property: .exactlyOnce, check: LibraryChecks.exactlyOnce) { $0.devices[0].graph.add("b1", [:]) },
        Case(property: .isolation, check: LibraryChecks.isolation) { $0.foreign = ["A"] },
        Case(property: .durability, check: LibraryChecks.durability) { $0.promised["A"]?.tag = "2" },
        Case(property: .durability, check: LibraryChecks.durability) { $0.promised["B"] = .init(tag: "1") },
        Case(property: .unknownFields, check: LibraryChecks.unknownFields) { $0.records["A"]?.mood = nil },
        Case(property: .honestStatus, check: LibraryChecks.honestStatus) { $0.devices[0].pending = 1 },
        Case(property: .honestStatus, check: LibraryChecks.honestStatus) { $0.devices[0].isUpToDate = false },
        Case(property: .honestStatus, check: LibraryChecks.honestStatus) { $0.devices[0].hasProblem = true },
    ]

    @Test("A check passes where all is well, and notices what is not", arguments: cases)
    func notices(_ one: Case) {
        var outcome = Self.good()
        #expect(LibraryChecks.all(outcome) == [])
        one.harm(&outcome)
        #expect(one.check(outcome).map(\.property) == [one.property])
        #expect(LibraryChecks.all(outcome).contains { $0.property == one.property })
    }

    @Test("What went along with something that was deleted is not lost; a label may be made again")
    func exceptions() {
        var outcome = Self.good()
        outcome.tale.deleted = ["s0", "l1"]
        outcome.tale.make("l1")
        outcome.service.objects = ["l1": ["color": "c9"]]
        outcome.devices = []
        #expect(LibraryChecks.all(outcome) == [])
    }

    @Test("A link that somebody cut may be there or not")
    func cutLinks() {
        var outcome = Self.good()
        outcome.tale.cut = outcome.tale.linked
        #expect(LibraryChecks.all(outcome) == [])
        outcome.devices = []
        outcome.service.objects["b1"]?["labels"] = "[]"
        #expect(LibraryChecks.all(outcome) == [])
    }

    /// A device with the first version of the app is compared in what that version knows.
    @Test(
        "Versions of the app",
        arguments: [
            ("scores", "[]", "[\"s1=1\"]", true), ("scan", "-", "scan 1 70000", true),
            ("genre", "novel", "essay", true),
            ("genre", "novel", "poem", false), ("price", "0.0", "1.5", false), ("title", "v4", "v1", false),
        ]
    )
    func versions(_ property: String, _ shown: String, _ stored: String, isUnknown: Bool) {
        for version in LibraryVersion.allCases {
            var outcome = Self.good()
            outcome.service.objects["b1"]?[property] = stored
            for place in outcome.devices.indices { outcome.devices[place].graph.objects["b1"]?[property] = stored }
            #expect(LibraryChecks.convergence(outcome).isEmpty)
            outcome.devices[1].version = version
            outcome.devices[1].graph.objects["b1"]?[property] = shown
            let isFine = LibraryChecks.convergence(outcome).isEmpty
            #expect(isFine == (isUnknown && version == .first), "\(version)")
        }
    }
}
