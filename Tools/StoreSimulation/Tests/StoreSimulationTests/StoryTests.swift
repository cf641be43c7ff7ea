import Foundation
import GRDBSQLite
import SwiftData
import TestSupport
import Testing

@testable import StoreSimulation

/// Stories from seeds go well, run twice alike, and each check fails where it should.
///
/// One after the other: the disk below SQLite is one for the whole process.
@Suite(.serialized) struct StoryTests {
    static let name = "tests"

    /// Two books on a shelf with a label, by two contexts: of one process, where nothing else is given.
    static func story(
        _ more: [Step] = [],
        setting: Story.Setting = .usual,
        processes: [Int] = [0, 0]
    ) -> Story {
        let steps = [
            Step(0, .insertShelf, identity: 1), Step(0, .insertLabel, identity: 2),
            Step(0, .insertBook, 1, 0, 5, identity: 3), Step(0, .insertBook, 1, 0, 6, identity: 4),
            Step(0, .tag, 0, 0, 1, identity: 5), Step(0, .save, identity: 6),
        ]
        return Story(seed: 7, setting: setting, processes: processes, actors: [], isAged: false, steps: steps + more)
    }

    /// Plays a story that goes well.
    func report(
        _ steps: [Step],
        setting: Story.Setting = .usual,
        processes: [Int] = [0, 0]
    ) throws -> StoryRun.Report {
        let story = Self.story(steps, setting: setting, processes: processes)
        let report = try StoryRun.report(story, in: Self.name)
        #expect(report.violation == nil, "\(report.trace.lines.suffix(20).joined(separator: "\n"))")
        return report
    }

    private func violation(_ more: [Step], tampering: @escaping (URL) throws -> Void) throws -> Violation? {
        let start = Self.story().steps.count
        return try StoryRun.report(Self.story(more), in: Self.name) { number, file in
            if number == start { try tampering(file) }
        }.violation
    }

    private func execute(_ sql: String, on file: URL) throws {
        var handle: OpaquePointer?
        defer { sqlite3_close_v2(handle) }
        #expect(sqlite3_open_v2(file.path, &handle, SQLITE_OPEN_READWRITE, "swiftdata") == SQLITE_OK)
        #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
    }

    @Test func storiesGoWell() throws {
        for seed: UInt64 in 0..<12 {
            var generator = StoryGenerator(seed: seed)
            let report = try StoryRun.report(generator.story(), in: Self.name)
            #expect(report.violation == nil, "seed \(seed): \(report.trace.lines.suffix(20).joined(separator: "\n"))")
        }
    }

    @Test func storiesRunTwiceAlike() throws {
        for seed: UInt64 in 20..<26 {
            var generator = StoryGenerator(seed: seed)
            let story = generator.story()
            let first = try StoryRun.report(story, in: Self.name)
            let second = try StoryRun.report(story, in: Self.name)
            #expect(first.trace.lines == second.trace.lines)
            #expect(first.trace.digest == second.trace.digest)
        }
    }

    @Test func storiesAreValues() throws {
        var generator = StoryGenerator(seed: 3)
        let story = generator.story()
        let coded = try JSONEncoder().encode(story)
        #expect(try JSONDecoder().decode(Story.self, from: coded) == story)
    }

    // MARK: Each check fails where it should

    @Test(arguments: [
        "UPDATE Book SET title = 'other'", "DELETE FROM Book_labels",
        "UPDATE Book SET shelf = NULL, shelf_order = NULL",
        "DELETE FROM Book WHERE number = 4", "UPDATE Book SET scores = '{\"k\":1}'", "UPDATE Label SET number = 9",
    ])
    func changedRowsAreNoticed(sql: String) throws {
        let found = try violation([Step(1, .renameShelf, 0, 1), Step(1, .save)]) { try execute(sql, on: $0) }
        #expect(found?.invariant == .storedState || found?.invariant == .fetchResult, "\(String(describing: found))")
    }

    @Test func equalPlacesAreNoticed() throws {
        let found = try violation([Step(1, .setAttribute, 0, 0, 3), Step(1, .save)]) {
            try execute("UPDATE Book SET shelf_order = 0", on: $0)
        }
        #expect(found?.invariant == .structure)
    }

    @Test func linksToNothingAreNoticed() throws {
        let found = try violation([Step(1, .setAttribute, 0, 0, 3), Step(1, .save)]) {
            try execute("PRAGMA foreign_keys = OFF; UPDATE Book SET shelf = 99", on: $0)
        }
        #expect(found?.invariant == .structure)
    }

    @Test func lostHistoryIsNoticed() throws {
        let found = try violation([]) { _ in }
        #expect(found == nil)
        let lost = try violation([Step(1, .look)]) { try execute("DELETE FROM _history", on: $0) }
        #expect(lost?.invariant == .history)
    }

    @Test func lostSavesAreNoticed() throws {
        // As after a kill that lost what was written, which it must not.
        let found = try violation([Step(0, .kill)]) { file in
            let log = try FileHandle(forWritingTo: URL(fileURLWithPath: file.path + "-wal"))
            try log.truncate(atOffset: 0)
        }
        #expect(found != nil)
    }

    @Test func aDamagedPageIsNoticed() throws {
        let story = Self.story([Step(0, .kill), Step(0, .look)], setting: .hardened)
        let report = try StoryRun.report(story, in: Self.name) { number, file in
            guard number == story.steps.count - 1 else { return }
            // The log is in the file by then: whoever looked last brought it there.
            try execute("PRAGMA wal_checkpoint(TRUNCATE)", on: file)
            let handle = try FileHandle(forUpdating: file)
            try handle.seek(toOffset: 4_096 * 3 + 2_000)
            try handle.write(contentsOf: Data(repeating: 0x5a, count: 512))
        }
        #expect(report.violation?.invariant == .errorKind || report.violation?.invariant == .structure)
    }

    // MARK: Faults

    @Test func aFullDiskLeavesEverythingPending() throws {
        let fault = Fault(.write, file: .log, number: 1, effect: .full)
        let steps = [Step(0, .setAttribute, 0, 0, 9), Step(0, .save, faults: [fault]), Step(0, .save), Step(1, .look)]
        let report = try StoryRun.report(Self.story(steps), in: Self.name)
        #expect(report.violation == nil)
        #expect(report.counts["fault full"] == 1)
    }

    @Test(arguments: [Effect.kill, .killInside, .killAfter])
    func anEndAtEachWriteLeavesOneOfTwoStates(effect: Effect) throws {
        for number in 1...24 {
            let fault = Fault(.write, number: number, effect: effect)
            let steps = [
                Step(0, .setAttribute, 0, 6, 3, identity: 50), Step(0, .save, faults: [fault]), Step(1, .look),
            ]
            let report = try StoryRun.report(Self.story(steps), in: Self.name)
            #expect(report.violation == nil, "write \(number)")
        }
    }

    /// An error of the last sync leaves a commit in the log: the large value that it names must not be gone then.
    @Test(arguments: [StoreSimulation.Operation.sync, .write])
    func anErrorInACommitKeepsLargeValues(operation: StoreSimulation.Operation) throws {
        for number in 1...12 {
            let fault = Fault(operation, file: .log, number: number, effect: .inputOutputError)
            let steps = [
                Step(0, .setAttribute, 0, 7, 6, identity: 50), Step(0, .save, faults: [fault]), Step(0, .kill),
                Step(1, .look),
            ]
            let report = try StoryRun.report(Self.story(steps, setting: .hardened), in: Self.name)
            #expect(report.violation == nil, "\(operation.rawValue) \(number)")
        }
    }

    /// An insertion cannot throw: the row gets its key at the save, and links to it are the row's by then.
    @Test(arguments: [Effect.inputOutputError, .full, .shortWrite])
    func aKeyThatCannotBeReservedCutsNoLink(effect: Effect) throws {
        let fault = Fault(.write, file: .log, number: 1, effect: effect)
        let steps = [
            Step(0, .insertSlip, faults: [fault], identity: 30), Step(0, .setSlip, 0, 0, 1, identity: 31),
            Step(0, .save), Step(0, .kill), Step(1, .look),
        ]
        let report = try StoryRun.report(Self.story(steps), in: Self.name)
        #expect(report.violation == nil)
        #expect(report.counts["fault \(effect)"] == 1)
        #expect(report.trace.lines.contains { $0.contains("slip of book 3 = 30") })
    }

    /// With `durability` normal a power cut may bring back the row that named a file: it goes after the log is on the disk.
    @Test func aPowerCutTakesNoLargeValueOfARowThatItBringsBack() throws {
        var taken = 0
        for seed: UInt64 in 0..<20 {
            var story = Self.story([
                Step(0, .setAttribute, 0, 7, 6, identity: 50), Step(0, .save),
                Step(0, seed.isMultiple(of: 2) ? .deleteBook : .setAttribute, 0, 7, 1, identity: 51), Step(0, .save),
                Step(0, .setAttribute, 1, 0, 9, identity: 52), Step(0, .save), Step(0, .powerCut), Step(1, .look),
            ])
            story.seed = seed
            let report = try StoryRun.report(story, in: Self.name)
            #expect(report.violation == nil, "seed \(seed)")
            taken += report.counts["recoveries to another state"] ?? 0
        }
        #expect(taken > 0)
    }

    @Test func aPowerCutTakesWhatWasNotSynced() throws {
        var taken = 0
        for seed: UInt64 in 0..<20 {
            var story = Self.story([Step(0, .powerCut), Step(1, .look)])
            story.seed = seed
            let report = try StoryRun.report(story, in: Self.name)
            #expect(report.violation == nil)
            taken += report.counts["recoveries to another state"] ?? 0
            story.setting = .hardened
            let durable = try StoryRun.report(story, in: Self.name)
            #expect(durable.violation == nil)
            #expect(durable.counts["recoveries to another state"] == nil)
        }
        #expect(taken > 0)
    }

    /// Every pair of ways, on a disk that works.
    @Test func migrationsBringEverythingAlong() throws {
        for way in 0..<9 {
            let setting: Story.Setting = way.isMultiple(of: 2) ? .usual : .hardened
            let name = "migrated \(MigrationCase.outward[way % 3].name), and \(MigrationCase.back[way / 3].name)"
            let steps = [
                Step(0, .setAttribute, 0, 1, 9, identity: 50), Step(0, .save), Step(0, .migrate, way % 3, way / 3),
                Step(0, .insertBook, 1, 0, 7, identity: 51), Step(0, .save), Step(1, .look),
            ]
            let report = try StoryRun.report(Self.story(steps, setting: setting), in: Self.name)
            #expect(report.violation == nil, "way \(way)")
            #expect(report.counts[name] == 1)
        }
    }

    /// Calls fail, and processes end, all along the way of a migration.
    @Test(arguments: [Effect.inputOutputError, .full, .shortWrite, .shortRead, .kill, .killAfter])
    func aMigrationMayFailAnywhere(effect: Effect) throws {
        var met = 0
        for number in stride(from: 1, through: 400, by: Effort.isProof ? 23 : 53) {
            let operation: StoreSimulation.Operation = effect == .shortRead ? .read : effect == .kill ? .any : .write
            let fault = Fault(operation, number: number, effect: effect)
            let steps = [Step(0, .migrate, number, number / 3, faults: [fault]), Step(1, .look)]
            let report = try StoryRun.report(Self.story(steps), in: Self.name)
            #expect(report.violation == nil, "\(operation.rawValue) \(number)")
            met += report.counts["fault \(effect) in a migration"] ?? 0
        }
        #expect(met > 4)
    }

    @Test func anotherProcessInTheMiddleOfASaveIsLockedOut() throws {
        let other = [Step(1, .setAttribute, 0, 0, 8, identity: 40), Step(1, .save, identity: 41)]
        let fault = Fault(.write, file: .log, number: 2, effect: .interleave(other))
        var story = Self.story([Step(0, .setAttribute, 1, 0, 9), Step(0, .save, faults: [fault]), Step(1, .save)])
        story.processes = [0, 1]
        let report = try StoryRun.report(story, in: Self.name)
        #expect(report.violation == nil)
        #expect(report.counts["interleaved steps"] == 2)
        #expect(report.trace.lines.contains { $0.contains("Another process is using the store") })
    }

    /// An owner is deleted here while another process gives its member to another owner: the member stays.
    @Test func aMemberThatAnotherProcessTookIsNotDeleted() throws {
        var story = Self.story([
            Step(0, .insertChapter, 1, 0, identity: 30), Step(0, .save), Step(0, .deleteBook, 0, identity: 31),
            Step(1, .setBook, 0, 1, 1, identity: 32), Step(1, .save), Step(0, .save), Step(0, .look),
        ])
        story.processes = [0, 1]
        let report = try StoryRun.report(story, in: Self.name)
        #expect(report.violation == nil)
        #expect(report.trace.lines.contains { $0.contains("book of chapter 30 = 4") })
    }

    /// Two processes give one slip to two books: the later save takes it from the earlier one.
    @Test func aPartnerThatTwoGiveAwayHasOneInTheEnd() throws {
        var story = Self.story([
            Step(0, .insertSlip, identity: 30), Step(0, .save), Step(1, .setSlip, 1, 0, 1, identity: 31),
            Step(0, .setSlip, 0, 0, 1, identity: 32), Step(0, .save), Step(1, .save),
        ])
        story.processes = [0, 1]
        let report = try StoryRun.report(story, in: Self.name)
        #expect(report.violation == nil)
        #expect(report.trace.lines.contains { $0.contains("slip of book 4 = 30") })
    }

    // MARK: Rules and reduction

    @Test func errorsNeedAReason() {
        let full = Fault(.write, number: 1, effect: .full)
        let isFine = ErrorRules.objection(to: StoreError.diskFull, [full], isLocked: false, waited: 0)
        #expect(isFine == nil)
        #expect(ErrorRules.objection(to: StoreError.diskFull, [], isLocked: false, waited: 0) != nil)
        #expect(ErrorRules.objection(to: StoreError.locked, [], isLocked: false, waited: 10_000) != nil)
        #expect(ErrorRules.objection(to: StoreError.locked, [], isLocked: true, waited: 20) != nil)
        #expect(ErrorRules.objection(to: StoreError.locked, [], isLocked: true, waited: 10_000) == nil)
        #expect(ErrorRules.objection(to: CancellationError(), [full], isLocked: true, waited: 10_000) != nil)
    }

    @Test func aStoryIsReducedToWhatMatters() {
        var generator = StoryGenerator(seed: 5)
        var story = generator.story()
        story.steps.append(Step(0, .insertSlip, identity: 500))
        let short = StoryReducer { candidate in
            candidate.steps.contains { $0.identity == 500 } && candidate.steps.contains { $0.verb == .insertShelf }
        }.reduce(story)
        #expect(short.steps.count == 2)
        #expect(short.setting == .usual)
    }
}
