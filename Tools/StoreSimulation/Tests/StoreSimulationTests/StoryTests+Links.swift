import Testing

@testable import StoreSimulation

/// What two contexts change of one link: an unsaved change holds until its save, whatever others did and took back.
extension StoryTests {
    /// Both cut a link of many to many, and the other makes it again.
    @Test func aCutThatAnotherMadeAndTookBackHolds() throws {
        let report = try report([
            Step(0, .untag, 0, 0, 1, identity: 30), Step(1, .untag, 0, 0, 1, identity: 31), Step(1, .save),
            Step(0, .look), Step(1, .tag, 0, 0, 1, identity: 32), Step(1, .save), Step(0, .save), Step(1, .look),
        ])
        #expect(report.trace.lines.contains { $0.contains("→ tag book 3 label 2") })
    }

    /// Both cut a link of many to many, and the first makes it again before it saves.
    @Test func aLinkThatIsMadeAgainAfterAnotherCutItIsThere() throws {
        let report = try report([
            Step(0, .untag, 0, 0, 1, identity: 30), Step(1, .untag, 0, 0, 1, identity: 31), Step(1, .save),
            Step(0, .look), Step(0, .tag, 0, 0, 1, identity: 32), Step(0, .save), Step(1, .look),
        ])
        #expect(report.trace.lines.contains { $0.contains("→ tag book 3 label 2") })
    }

    /// A book that is taken off a shelf here is brought to another one elsewhere, and back.
    @Test func aCutOfAMemberThatCameBackHolds() throws {
        let report = try report([
            Step(0, .insertShelf, identity: 30), Step(0, .save), Step(0, .removeBook, 0, 0, identity: 31),
            Step(1, .setShelf, 0, 1, 1, identity: 32), Step(1, .save), Step(0, .look),
            Step(1, .setShelf, 0, 0, 1, identity: 33), Step(1, .save), Step(0, .look), Step(0, .save), Step(1, .look),
        ])
        #expect(report.trace.lines.contains { $0.contains("shelf of book 3 = 30") })
    }

    /// A label is taken out of a list and added again: it is the last one then, in the file too.
    @Test func aLabelThatIsAddedAgainIsTheLast() throws {
        let report = try report([
            Step(0, .insertLabel, identity: 30), Step(0, .tag, 0, 1, 1, identity: 31), Step(0, .save),
            Step(0, .untag, 0, 0, 1, identity: 32), Step(0, .tag, 0, 0, 1, identity: 33), Step(0, .save),
            Step(1, .look),
        ])
        #expect(report.trace.lines.contains { $0.contains("→ tag book 3 label 2") })
    }

    /// A link that is cut here already is cut again, while another process makes it: the assignment sees it before or after.
    @Test func anAssignmentMayBeComparedWithWhatOthersSaveInItsMiddle() throws {
        var ofTwoMoments = 0
        for call in 1...16 {
            let others = [Step(1, .setShelf, 0, 0, 1, identity: 31), Step(1, .save)]
            let fault = Fault(.any, number: call, effect: .interleave(others))
            let report = try report(
                [
                    Step(0, .setShelf, 0, 0, 0, identity: 30), Step(0, .save), Step(1, .look),
                    Step(0, .setShelf, 0, 0, 0, faults: [fault], identity: 32), Step(0, .save), Step(1, .look),
                    Step(0, .look),
                ],
                processes: [0, 1]
            )
            ofTwoMoments += report.counts["looks across a save", default: 0]
        }
        #expect(ofTwoMoments > 0)
    }
}
