import Foundation
import Testing

@testable import CloudKit

/// Each error, and what becomes of it.
struct SyncErrorTests {
    /// One error as the table in the documentation has it.
    struct Row: Sendable, CustomTestStringConvertible {
        let code: CKError.Code
        let fate: SyncErrorFate
        let isKept: Bool

        var testDescription: String { "\(code)" }

        init(_ code: CKError.Code, _ fate: SyncErrorFate, _ isKept: Bool) {
            (self.code, self.fate, self.isKept) = (code, fate, isKept)
        }
    }

    /// Read from the page, so that the page and the engine cannot part.
    static let rows: [Row] = {
        let file = URL(filePath: #filePath).resolvingSymlinksInPath()
            .appending(path: "../../../../Documentation/sync-engine.md").standardized
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        let fates: [String: SyncErrorFate] = [
            "later": .later, "merge and send again": .mergeAndSendAgain, "the user": .user,
            "the programmer": .programmer,
        ]
        return text.split(separator: "\n").flatMap { line -> [Row] in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count >= 3, let fate = fates[cells[1]], cells[2] == "stays" || cells[2] == "leaves" else {
                return []
            }
            let names = cells[0].split(separator: ",").map { $0.trimmingCharacters(in: [" ", "`"]) }
            return names.compactMap { name in
                CKError.Code.allCases.first { "\($0)" == name }.map { Row($0, fate, cells[2] == "stays") }
            }
        }
    }()

    @Test func thePageHasEveryCodeOnce() {
        #expect(Self.rows.map(\.code).sorted { $0.rawValue < $1.rawValue } == CKError.Code.allCases)
    }

    @Test(arguments: rows)
    func aRecordWithThisError(_ row: Row) throws {
        #expect(row.code.fate == row.fate)
        var driver = MachineDriver()
        driver.sendRecords("bad", "good")
        let error = CKError(row.code, reason: "as the test says")
        driver.answer(
            .records([
                MachineDriver.id("bad"): .failure(error),
                MachineDriver.id("good"): .success(MachineDriver.record("good")),
            ])
        )
        #expect(driver.pendingNames == (row.isKept ? ["bad"] : []))
        guard case .sentRecordZoneChanges(let sent) = driver.events.dropLast().last else {
            Issue.record("what became of the records was not told")
            return
        }
        #expect(sent.savedRecords.map(\.recordID.recordName) == ["good"])
        #expect(sent.failedRecordSaves.map(\.record.recordID.recordName) == ["bad"])
        #expect(sent.failedRecordSaves.map(\.error) == [error])
        let dropped = driver.notices.flatMap { notice -> [CKSyncEngine.PendingRecordZoneChange] in
            if case .changesDropped(_, let records) = notice { records.map(\.change) } else { [] }
        }
        #expect(dropped == (row.isKept ? [] : MachineDriver.save("bad")))
        #expect(driver.outcomes[7]??.code == .partialFailure)
        #expect(driver.words.last == "stateUpdate")
    }

    @Test(arguments: rows)
    func aWholeRequestWithThisError(_ row: Row) {
        var driver = MachineDriver(automatic: true)
        driver.machine.needsFetch = false
        driver.hear(.cancel(1))
        driver.forget()
        driver.hear(.addRecords(MachineDriver.save("one")))
        driver.hand(MachineDriver.batch("one"))
        driver.answer(.failed(CKError(row.code, reason: "as the test says", retryAfter: 40)))
        #expect(driver.pendingNames == (row.isKept ? ["one"] : []))
        // What goes by itself waits at least as long as the service wants; what does not, waits for somebody.
        #expect(driver.pauses.count == (row.isKept ? 1 : 0))
        #expect(driver.pauses.allSatisfy { 40..<42 ~= $0 })
        #expect((driver.machine.fetching != nil) == (row.fate == .mergeAndSendAgain))
        #expect(driver.machine.sending == nil)
    }

    @Test func onlyDeletesOfWhatIsNotThereSucceed() throws {
        var driver = MachineDriver()
        driver.hear(.addRecords([.deleteRecord(MachineDriver.id("gone"))]))
        driver.hear(.send(1, CKSyncEngine.SendChangesOptions()))
        driver.hand(MachineDriver.batch(deleting: ["gone"]))
        driver.answer(.records([MachineDriver.id("gone"): .failure(CKError(.unknownItem, reason: "gone"))]))
        #expect(driver.pendingNames == [])
        guard case .sentRecordZoneChanges(let sent) = driver.events.last else {
            Issue.record("nothing was told")
            return
        }
        #expect(sent.deletedRecordIDs == [MachineDriver.id("gone")])
    }

    @Test func aBatchThatIsTooLargeGoesInHalves() {
        var driver = MachineDriver()
        driver.sendRecords("a", "b", "c")
        driver.answer(.failed(CKError(.limitExceeded, reason: "too large")))
        guard case .records(let first) = driver.lastRequest?.request else {
            Issue.record("no half was sent")
            return
        }
        #expect(first.recordsToSave.map(\.recordID.recordName) == ["a"])
        driver.answer(MachineDriver.saved("a"))
        // Each half may be too large too.
        driver.answer(.failed(CKError(.limitExceeded, reason: "too large")))
        driver.answer(MachineDriver.saved("b"))
        #expect(driver.pendingNames == ["c"])
        // A single record that is too large is given to the app.
        driver.answer(.failed(CKError(.limitExceeded, reason: "too large")))
        #expect(driver.pendingNames == [])
        #expect(driver.outcomes[7]??.code == .limitExceeded)
    }

    @Test func anAtomicBatchIsNotDivided() {
        var driver = MachineDriver()
        driver.sendRecords("a", "b", atomic: true)
        driver.answer(.failed(CKError(.limitExceeded, reason: "too large")))
        #expect(driver.lastRequest == nil)
        #expect(driver.pendingNames == [])
    }

    @Test func pausesGrowAndHaveChance() {
        var driver = MachineDriver(automatic: true)
        for jitter in [0, 0.5, 0.999, 0, 0, 0, 0, 0, 0, 0, 0, 0] {
            driver.jitter = jitter
            driver.answer(.failed(CKError(.networkFailure, reason: "the test says so")))
            guard let number = driver.machine.timer else { break }
            driver.now += driver.pauses.last ?? 0
            driver.hear(.timer(number))
        }
        #expect(driver.pauses.count == 12)
        #expect(driver.pauses[0] == 0.5 && driver.pauses[1] == 1.5 && 3.9..<4 ~= driver.pauses[2])
        #expect(driver.pauses[3] == 4 && driver.pauses[11] == SyncPause.longest / 2)
    }

    @Test func aSendGoesAgainByItsTimerAndNothingElse() throws {
        var driver = MachineDriver(automatic: true)
        driver.answer(MachineDriver.zones([]))
        driver.chooseAll()
        driver.hear(.addRecords(MachineDriver.save("a")))
        driver.hand(MachineDriver.batch("a"))
        driver.answer(.failed(CKError(.serviceUnavailable, reason: "not now")))
        #expect(driver.lastRequest == nil && driver.machine.sending == nil)
        driver.now += try #require(driver.pauses.last)
        driver.hear(.timer(try #require(driver.machine.timer)))
        driver.hand(MachineDriver.batch("a"))
        driver.answer(MachineDriver.saved("a"))
        #expect(driver.pendingNames == [])
    }

    /// What was not in the batch that failed in part goes on at once, after a fetch.
    @Test func theRestOfASendGoesOn() {
        var driver = MachineDriver(automatic: true)
        driver.answer(MachineDriver.zones([]))
        driver.chooseAll()
        driver.hear(.addRecords(MachineDriver.save("a", "b", "c")))
        driver.hand(MachineDriver.batch("a", "b"))
        driver.answer(
            .records([
                MachineDriver.id("a"): .failure(CKError(.serverRecordChanged, reason: "newer")),
                MachineDriver.id("b"): .success(nil),
            ])
        )
        #expect(driver.pendingNames == ["c"])
        driver.answer(MachineDriver.zones([]))
        driver.chooseAll()
        driver.hand(MachineDriver.batch("c"))
        driver.answer(MachineDriver.saved("c"))
        #expect(driver.pendingNames == [])
    }

    @Test func theServicesWordOutlivesOtherTriggers() {
        var driver = MachineDriver(automatic: true)
        driver.answer(.failed(CKError(.requestRateLimited, reason: "slowly", retryAfter: 90)))
        let pause = driver.pauses[0]
        #expect(pause >= 90)
        driver.forget()
        driver.hear(.pushed)
        driver.hear(.returned)
        driver.hear(.listening)
        driver.hear(.addRecords(MachineDriver.save("new")))
        #expect(driver.lastRequest == nil)
        // A person who asks is not kept waiting.
        driver.hear(.fetch(3, CKSyncEngine.FetchChangesOptions()))
        #expect(driver.lastRequest != nil)
        driver.answer(.failed(CKError(.requestRateLimited, reason: "slowly", retryAfter: 50)))
        driver.uptime += 49
        driver.hear(.returned)
        #expect(driver.lastRequest == nil)
        driver.uptime += 1
        // Its time is over now, as far as the service is concerned.
        driver.hear(.returned)
        #expect(driver.lastRequest != nil)
    }

    @Test("A clock that is set neither ends nor prolongs a pause that the service asked for", arguments: [1, -1])
    func clockSet(direction: Double) throws {
        var driver = MachineDriver(automatic: true)
        driver.answer(.failed(CKError(.requestRateLimited, reason: "slowly", retryAfter: 90)))
        driver.now += direction * 365 * 24 * 60 * 60
        driver.uptime += 89
        driver.hear(.listening)
        #expect(driver.lastRequest == nil)
        driver.uptime += 1
        driver.hear(.listening)
        #expect(driver.lastRequest != nil)
    }

    @Test("A failure without a wish does not shorten the pause that the service asked for")
    func failureInAPause() throws {
        var driver = MachineDriver(automatic: true)
        driver.jitter = 0
        driver.answer(.failed(CKError(.requestRateLimited, reason: "slowly", retryAfter: 90)))
        driver.hear(.fetch(3, CKSyncEngine.FetchChangesOptions()))
        driver.uptime += 30
        driver.answer(.failed(CKError(.networkFailure, reason: "cut")))
        #expect(driver.pauses.last == 60)
        driver.hear(.listening)
        #expect(driver.lastRequest == nil)
    }

    @Test("What any request of the container was told holds for what the engine does by itself")
    func wishToAnotherRequest() throws {
        var driver = MachineDriver(automatic: true)
        driver.answer(MachineDriver.zones([]))
        driver.chooseAll()
        driver.jitter = 0
        driver.retryAfter = 20
        driver.hear(.pushed)
        #expect(driver.lastRequest == nil)
        #expect(driver.pauses.last == 20)
        driver.hear(.listening)
        driver.hear(.addRecords(MachineDriver.save("a")))
        #expect(driver.lastRequest == nil && driver.pauses.count == 1)
        driver.hear(.send(3, CKSyncEngine.SendChangesOptions()))
        driver.hand(MachineDriver.batch("a"))
        #expect(driver.lastRequest != nil, "a person who asks is not kept waiting")
        driver.answer(MachineDriver.saved("a"))
        driver.hand(nil)
        driver.uptime = 20
        driver.hear(.timer(try #require(driver.machine.timer)))
        #expect(driver.lastRequest != nil)
    }

    @Test func anEnginesOwnPauseEndsWhenTheNetworkIsBack() {
        var driver = MachineDriver(automatic: true)
        driver.answer(.failed(CKError(.networkUnavailable, reason: "no network")))
        #expect(driver.lastRequest == nil)
        driver.hear(.pushed)
        #expect(driver.lastRequest == nil)
        driver.hear(.listening)
        #expect(driver.lastRequest != nil)
        #expect(driver.machine.timer == nil)
    }

    @Test func aDelegateThatNeverLearnsDoesNoHarm() {
        var driver = MachineDriver(automatic: true)
        driver.answer(MachineDriver.zones([]))
        driver.chooseAll()
        driver.forget()
        var sends = 0
        for _ in 0..<6 {
            driver.hear(.addRecords(MachineDriver.save("bad")))
            if driver.machine.sending == nil { break }
            driver.hand(MachineDriver.batch("bad"))
            sends += 1
            driver.answer(.failed(CKError(.invalidArguments, reason: "never")))
        }
        #expect(sends == 2)
        #expect(driver.pauses.count == 1)
    }
}
