import Testing

@testable import StoreSimulation

/// Rows that go and come in an unusual way.
extension StoryTests {
    /// A new token becomes the stored one of its code, which has an unsaved change.
    @Test func aTokenThatComesAgainWinsOverAnUnsavedChange() throws {
        let report = try report([
            Step(0, .insertToken, 4, identity: 30), Step(0, .save), Step(1, .setToken, 0, 4, identity: 31),
            Step(1, .insertToken, 4, identity: 32), Step(1, .save), Step(1, .look), Step(0, .look),
        ])
        #expect(report.trace.lines.contains { $0.contains("→ setToken 4") })
    }

    /// Where commits are not on the disk at once, a power cut brings back the rows, and what they name must be there.
    @Test func theFilesOfAnErasedStoreGoAfterItsRows() throws {
        let scan = Step(0, .setAttribute, 0, 7, 6, identity: 30)
        let report = try report([scan, Step(0, .save), Step(0, .salvage), Step(0, .erase), Step(0, .powerCut)])
        #expect(report.counts["erasures"] == 1 && report.counts["power cuts"] == 1)
    }

    @Test func aDeletionByAConditionAndATransactionAreSavedAsSuch() throws {
        let report = try report([
            Step(0, .deleteMatching, 0, 1, 1, identity: 30), Step(0, .look), Step(0, .save), Step(1, .look),
            Step(1, .transaction, 0, 1, 4, identity: 31), Step(0, .look), Step(0, .pruneHistory, 0, 0),
            Step(0, .history),
        ])
        #expect(report.trace.lines.contains { $0.contains("→ delete book [3]") })
        #expect(report.trace.lines.contains { $0.contains("→ transaction: shelf 1 = s1") })
    }

    /// SQLite rolls back at a read that fails, in the middle of what the full-text index does.
    @Test(arguments: 1...8, Story.Setting.allCases)
    func anIndexOfTextIsWholeAfterAReadThatFailedInASave(read: Int, setting: Story.Setting) throws {
        let failing = Fault(.read, number: read, effect: .shortRead)
        let steps = [
            Step(1, .search), Step(0, .transaction, 0, 0, 59, identity: 30), Step(1, .insertBook, 1, identity: 31),
            Step(1, .save, faults: [failing]), Step(1, .save), Step(0, .erase), Step(0, .look),
        ]
        let report = try report(steps, setting: setting, processes: [0, 1])
        #expect(report.counts["erasures"] == 1)
    }
}
