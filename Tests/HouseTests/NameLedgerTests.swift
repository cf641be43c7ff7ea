import Foundation
import Testing

/// The names of the module `SwiftUI`: each is in the ledger, and each that has an effect is shown by a sample.
struct NameLedgerTests {
    private static let path = "Documentation/swiftui-names.tsv"

    private func ledger() throws -> NameLedger {
        NameLedger(path: Self.path, text: try Repository.this.text(of: Self.path))
    }

    /// `REGENERATE_GOLDEN=1` writes the rows anew; rings and versions of new ones are for a person to say.
    @Test func eachPublicNameHasARowAndEachRowAName() throws {
        let names = NameLedger.publicNames(in: SourceTree.sources.filter { $0.target == "SwiftUI" })
        #expect(names.count > 1_000)
        if ProcessInfo.processInfo.environment["REGENERATE_GOLDEN"] == "1" {
            let renewed = try ledger().renewed(for: names)
            try Data(renewed.utf8).write(to: Repository.this.root.appendingPathComponent(Self.path))
        }
        let findings = try ledger().findings(against: names)
        #expect(findings.isEmpty, "\(findings.report)")
    }

    @Test func eachNameWithAnEffectIsShown() throws {
        let samples = SourceTree.tests.filter { $0.path.hasPrefix("Tests/SwiftUITests/Samples/") }
        #expect(samples.count > 10)
        let findings = try ledger().findings(notShownIn: samples, unwritten: HousePlan.namesNobodyWrites)
        #expect(findings.isEmpty, "\(findings.report)")
    }

    @Test func whatHasNoEffectSaysSo() throws {
        let sources = SourceTree.sources.filter { $0.target == "SwiftUI" }
        #expect(NameLedger.inertModifiers(in: sources).count > 40)
        let findings = try ledger().findings(aboutEffectsIn: sources)
        #expect(findings.isEmpty, "\(findings.report)")
    }

    // MARK: The check itself

    private let source = SourceFile(
        path: "Sources/SwiftUI/A.swift",
        text: """
            public struct Knob: View {
                public init() {}
                public func turned(_ by: Int) -> Self { self }
                public static func == (left: Knob, right: Knob) -> Bool { true }
                public func _render() {}
                func unseen() {}
            }
            struct Hidden {}
            extension Hidden { public func leaked() {} }
            public enum Side { case left }
            """
    )

    @Test func publicNamesAreListed() {
        #expect(NameLedger.publicNames(in: [source]) == ["Knob", "Knob.init", "Knob.turned", "Side", "Side.left"])
    }

    @Test func missingAndStaleRowsAreFound() {
        let names = NameLedger.publicNames(in: [source])
        let text =
            "name\tring\tiOS\tnote\nKnob\t1\t17\t\nKnob.init\t?\t17\t\nGone\t2\t17\t\nSide\t2\t17\t\nSide\t2\t17\tagain\n"
        let words = NameLedger(path: "L", text: text).findings(against: names).map(\.message)
        #expect(words.contains("Knob.turned is public and not in the ledger"))
        #expect(words.contains("Gone: no public name"))
        #expect(words.contains("Knob.init: no ring or no version"))
        #expect(words.contains("Side: is there twice"))
        #expect(words.count == 5)
    }

    @Test func namesThatNoSampleUsesAreFound() {
        let text =
            "name\tring\tiOS\tnote\nKnob\t1\t17\t\nKnob.init\t1\t17\t\nKnob.turned\t2\t17\t\nSide.left\t3\t17\t\n"
        let ledger = NameLedger(path: "L", text: text)
        let without = SourceFile(path: "S", text: "struct S { let turned = 1; var body: Knob { Knob() } }")
        let with = SourceFile(path: "S", text: "struct S { var body: Knob { Knob().turned(2) } }")
        #expect(
            ledger.findings(notShownIn: [without], unwritten: [:]).map(\.message) == ["Knob.turned: no sample shows it"]
        )
        #expect(ledger.findings(notShownIn: [with], unwritten: [:]).isEmpty)
        #expect(ledger.findings(notShownIn: [without], unwritten: ["Knob.turned": "reason"]).isEmpty)
        #expect(ledger.findings(notShownIn: [with], unwritten: ["Gone": "reason"]).count == 1)
    }

    @Test func aMemberOfSeveralTypesIsUsedAsOften() {
        let text = NameLedger.header + "\nKnob.left\t1\t17\t\nSide.left\t2\t17\t\nEdge.left\t3\t17\t\n"
        let ledger = NameLedger(path: "L", text: text)
        let once = SourceFile(path: "S", text: "let a = turned(.left)")
        let twice = SourceFile(path: "S", text: "let a = [turned(.left), Side.left]")
        #expect(
            ledger.findings(notShownIn: [once], unwritten: [:]).map(\.message)
                == ["Knob.left: one of 2 members of that name, which samples write 1 times"]
        )
        #expect(ledger.findings(notShownIn: [twice], unwritten: [:]).isEmpty)
        #expect(ledger.findings(notShownIn: [once], unwritten: ["Side.left": "reason"]).isEmpty)
    }

    @Test func silentAndFalseNotesAreFound() {
        let source = SourceFile(
            path: "Sources/SwiftUI/A.swift",
            text: """
                extension View {
                    public func still(_ by: Int) -> some View { unaltered() }
                    public func still(
                        _ by: String
                    ) -> some View {
                        unaltered()
                    }
                    public func half(_ by: Int) -> some View { unaltered() }
                    public func half(_ by: String) -> some View { padding() }
                }
                """
        )
        #expect(NameLedger.inertModifiers(in: [source]) == ["View.still"])
        let rows = "View.still\t2\t17\t\nView.half\t1\t17\twithout effect\nKnob.mood\t3\t17\t\nView.half\t3\t17\t\n"
        let wrong = NameLedger(path: "L", text: NameLedger.header + "\n" + rows)
        #expect(wrong.findings(aboutEffectsIn: [source]).map(\.line) == [4, 2, 3])
        let right = "View.still\t2\t17\twithout effect: why\nView.half\t1\t17\t\nKnob.mood\t3\t17\twithout effect\n"
        #expect(
            NameLedger(path: "L", text: NameLedger.header + "\n" + right).findings(aboutEffectsIn: [source]).isEmpty
        )
    }
}
