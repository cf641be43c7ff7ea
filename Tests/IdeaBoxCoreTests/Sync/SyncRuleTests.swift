import CloudKit
import Foundation
import Testing

@testable import IdeaBoxCore

/// The rules of sync, each a function without effects.
@Suite("Rules of sync")
struct SyncRuleTests {
    private static let seeds: [UInt64] = [1, 2, 3, 4, 5]

    // MARK: Conflicts

    /// Versions close together, so that many agree in something.
    private static func version(_ generator: inout SeededGenerator) -> IdeaVersion {
        let stamp = Date(millisecondsSince1970: 1_795_000_000_000 + Int64.random(in: 0...2, using: &generator))
        let device = ["A", "B", "a", "é", "e\u{301}"].randomElement(using: &generator) ?? "A"
        guard Int.random(in: 0..<4, using: &generator) > 0 else { return IdeaVersion(stamp: stamp, deviceId: device) }
        return IdeaVersion(
            stamp: stamp,
            deviceId: device,
            content: .init(
                title: ["x", "y", "é", "e\u{301}"].randomElement(using: &generator) ?? "x",
                details: ["", "d"].randomElement(using: &generator) ?? "",
                isCompleted: Bool.random(using: &generator),
                createdAt: stamp
            )
        )
    }

    @Test("Whatever the order in which versions meet, the same one stays", arguments: seeds)
    func conflictsAreATotalOrder(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let (a, b, c) = (Self.version(&generator), Self.version(&generator), Self.version(&generator))
            let there = ConflictResolver.winner(local: a, remote: b)
            let back = ConflictResolver.winner(local: b, remote: a)
            switch there {
            case .local: #expect(back == .remote, "seed \(seed): \(a) \(b)")
            case .remote: #expect(back == .local, "seed \(seed): \(a) \(b)")
            case .neither: #expect(back == .neither, "seed \(seed): \(a) \(b)")
            }
            #expect(ConflictResolver.winner(local: a, remote: a) == .neither, "seed \(seed): \(a)")
            func later(_ one: IdeaVersion, _ other: IdeaVersion) -> IdeaVersion {
                ConflictResolver.winner(local: one, remote: other) == .remote ? other : one
            }
            let (one, other) = (later(later(a, b), c), later(a, later(c, b)))
            #expect(ConflictResolver.winner(local: one, remote: other) == .neither, "seed \(seed): \(a) \(b) \(c)")
        }
    }

    @Test("The later version wins; of the same millisecond that of the greater device, byte by byte")
    func winners() {
        func version(_ milliseconds: Int64, _ device: String, _ title: String? = "t") -> IdeaVersion {
            let stamp = Date(millisecondsSince1970: milliseconds)
            let content = title.map {
                IdeaVersion.Content(title: $0, details: "", isCompleted: false, createdAt: stamp)
            }
            return IdeaVersion(stamp: stamp, deviceId: device, content: content)
        }
        func winner(_ local: IdeaVersion, _ remote: IdeaVersion) -> ConflictResolver.Winner {
            ConflictResolver.winner(local: local, remote: remote)
        }
        #expect(winner(version(2, "A"), version(1, "B")) == .local)
        #expect(winner(version(1, "A"), version(1, "B")) == .remote)
        #expect(winner(version(1, "Z"), version(1, "a")) == .remote)
        // A delete is a change like any other.
        #expect(winner(version(2, "A", nil), version(1, "B")) == .local)
        #expect(winner(version(1, "A", nil), version(2, "A")) == .remote)
        // Where nothing else tells them apart, nothing is lost.
        #expect(winner(version(1, "A", nil), version(1, "A")) == .remote)
        #expect(winner(version(1, "A", "x"), version(1, "A", "y")) == .remote)
    }

    // MARK: Stamps

    @Test("A stamp is later than everything that was seen, whatever the clock says", arguments: seeds)
    func stampsGrow(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var (clock, last) = (Date(millisecondsSince1970: 1_795_000_000_000), Date?.none)
        for _ in 0..<1_000 {
            clock = clock.adding(milliseconds: Int64.random(in: -100_000...100_000, using: &generator))
            let stamp = HybridStamp.next(now: clock, after: last)
            #expect(stamp >= clock.cutToMilliseconds, "seed \(seed)")
            if let last { #expect(stamp > last, "seed \(seed)") }
            last = stamp
        }
    }

    @Test("An answer's second tells how wrong the clock is, to within two seconds", arguments: seeds)
    func clockOffsets(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let year: Int64 = 365 * 86_400_000
        for truth in [0, 300, -700, 90_000, -90_000, year, -year] as [Int64] {
            var offset = ClockOffset()
            var local = Date(millisecondsSince1970: 1_795_000_000_000)
            for _ in 0..<40 {
                let delay = Int64.random(in: 0...800, using: &generator)
                let answered = local.adding(milliseconds: truth + Int64.random(in: 0...delay, using: &generator))
                let second = Date(millisecondsSince1970: answered.millisecondsSince1970 / 1_000 * 1_000)
                let received = local.adding(milliseconds: delay)
                offset.note(serverSecond: second, sent: local, received: received)
                local = received.adding(milliseconds: Int64.random(in: 0...5_000, using: &generator))
            }
            #expect(abs(offset.milliseconds - truth) <= 2_000, "seed \(seed): \(truth)")
            #expect(offset.isAlarming == (abs(truth) > 400_000), "seed \(seed): \(truth)")
            // The clock is set, and the first answer after that says so.
            let second = Date(millisecondsSince1970: local.millisecondsSince1970 / 1_000 * 1_000)
            offset.note(serverSecond: second, sent: local, received: local)
            #expect(abs(offset.milliseconds) <= 2_000, "seed \(seed): \(truth)")
        }
    }

    @Test(
        "Corrected stamps keep their order, stay after what they changed and do not lie in the future",
        arguments: seeds
    )
    func corrections(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let now = Date(millisecondsSince1970: 1_795_000_000_000)
        for _ in 0..<1_000 {
            let delta = Int64.random(in: -100_000...100_000, using: &generator)
            // What a clock made that is off by the delta.
            func stamp() -> Date {
                now.adding(milliseconds: -delta - Int64.random(in: 0...50_000, using: &generator))
            }
            let (one, other) = (stamp(), stamp())
            let first = StampCorrection.corrected(min(one, other), by: delta, now: now, after: nil)
            let second = StampCorrection.corrected(max(one, other), by: delta, now: now, after: nil)
            #expect(first <= second, "seed \(seed)")
            #expect(second <= now, "seed \(seed)")
            let seen = now.adding(milliseconds: -10)
            #expect(StampCorrection.corrected(one, by: delta, now: now, after: seen) > seen, "seed \(seed)")
        }
    }

    @Test("Dates of answers are read as HTTP writes them")
    func httpDates() {
        #expect(HTTPDate.date("Sat, 21 Nov 2026 03:09:00 GMT") == ISOTimestamp.date("2026-11-21T03:09:00Z"))
        for text in ["", "Sat, 21 Nov 2026 03:09:00", "Sat, 21 Foo 2026 03:09:00 GMT", "Sat, x Nov 2026 03:09:00 GMT"] {
            #expect(HTTPDate.date(text) == nil)
        }
    }

    // MARK: Retries

    @Test("Three retries after 1, 2 and 4 seconds, a little longer by chance, then none")
    func retries() {
        var policy = RetryPolicy()
        let problem = SyncProblem(.unreachable)
        #expect([0, 0, 0, 0].map { policy.pause(after: problem, chance: $0) } == [1, 2, 4, nil])
        policy.reset()
        #expect(policy.pause(after: problem, chance: 1) == 1.2)
        // The service's wish counts where it is longer.
        #expect(policy.pause(after: SyncProblem(.serviceFailed, retryAfter: 30), chance: 0) == 30)
        #expect(policy.pause(after: SyncProblem(.serviceFailed, retryAfter: 1), chance: 0) == 4)
        policy.reset()
        #expect(policy.pause(after: SyncProblem(.throttled), chance: 0) == 60)
        policy.reset()
        for kind in SyncProblem.Kind.allCases where !SyncProblem(kind).isPassing {
            #expect(policy.pause(after: SyncProblem(kind), chance: 0) == nil)
        }
    }

    @Test("What is said of a pause is what it takes", arguments: seeds)
    func saidPauses(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            var policy = RetryPolicy()
            let wish = Bool.random(using: &random) ? Double.random(in: 0...100, using: &random) : nil
            let problem = SyncProblem(.serviceFailed, retryAfter: wish)
            for least in RetryPolicy.pauses {
                let chance = Double.random(in: 0..<1, using: &random)
                let pause = policy.pause(after: problem, chance: chance)
                let seconds = try #require(pause)
                #expect(seconds >= max(least, wish ?? 0))
                #expect(wish != nil || seconds <= least * (1 + RetryPolicy.jitter) + 1e-9)
                let words = Messages(language: .english).text(for: .retry(seconds: seconds, problem))
                let said = try #require(words.split(separator: " ").dropLast().last.flatMap { Double($0) })
                #expect(said == seconds, "\(words)")
            }
        }
    }

    @Test("Of several problems the longest wish to wait is heard, else what keeps most from being done, else the first")
    func graverProblems() {
        let problems = [
            SyncProblem(.refused, retryAfter: 900), SyncProblem(.quotaExceeded), SyncProblem(.unreachable),
            SyncProblem(.signedOut), SyncProblem(.serviceFailed, retryAfter: 5), SyncProblem(.throttled),
            SyncProblem(.throttled, retryAfter: 90),
        ]
        for (place, graver) in problems.enumerated() {
            for other in problems[..<place] {
                #expect(SyncProblem.graver(other, graver) == graver)
                #expect(SyncProblem.graver(graver, other) == graver)
            }
        }
        let (first, second) = (SyncProblem(.unreachable, reason: "1"), SyncProblem(.serviceFailed, reason: "2"))
        #expect(SyncProblem.graver(first, second) == first)
        #expect(SyncProblem.graver(nil, second) == second)
    }

    @Test("Every code of CloudKit has a meaning, and only those about one record have none for the whole")
    func codes() {
        let single = CKError.Code.allCases.filter { $0.problem == nil }
        let expected: Set<CKError.Code> = [
            .serverRecordChanged, .batchRequestFailed, .unknownItem, .changeTokenExpired, .partialFailure,
        ]
        #expect(Set(single) == expected)
    }

    // MARK: Records

    @Test("An idea survives its record", arguments: seeds)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            var idea = generator.idea()
            guard (try? IdeaRules.check(title: idea.title)) != nil, !idea.details.utf8.contains(0) else { continue }
            idea.deletedAt = nil
            let remote = RemoteIdea(idea)
            let record = CKRecord(recordType: "Idea", recordID: CKRecord.ID(recordName: idea.id.text))
            remote.fill(record, lastSyncedAt: idea.lastSyncedAt)
            #expect(try RemoteIdea(record) == remote, "seed \(seed)")
            #expect(record["isCompleted"] as? Int == (idea.isCompleted ? 1 : 0))
        }
    }

    @Test("What the service rules over survives in few bytes, and in the archives of earlier versions")
    func systemFields() async throws {
        let cloud = try await Cloud()
        let device = try await Device(cloud)
        let id = try device.add("a")
        try await device.sync()
        let record = try await device.container.privateCloudDatabase.record(for: CKRecord.ID(recordName: id.text))
        let tag = try #require(record.recordChangeTag)
        let short = SystemFields.encoded(record)
        let coder = NSKeyedArchiver(requiringSecureCoding: true)
        record.encodeSystemFields(with: coder)
        coder.finishEncoding()
        for data in [short, coder.encodedData] {
            let known = try #require(SystemFields.record(data, record.recordID))
            #expect(known.recordChangeTag == tag && known.recordID == record.recordID && known.recordType == "Idea")
            #expect(known.creationDate == record.creationDate && known.allKeys().isEmpty)
            let elsewhere = CKRecord.ID(recordName: id.text, zoneID: .ideas)
            #expect(SystemFields.record(data, elsewhere) == nil)
        }
        #expect(short.count < coder.encodedData.count / 2)
        for text in ["", "x", "bplist00", "_defaultZone\n", "_defaultZone\n{"] {
            #expect(SystemFields.record(Data(text.utf8), record.recordID) == nil, "\(text)")
        }
    }

    @Test("What is no idea is refused, and says why")
    func refusals() throws {
        let good = RemoteIdea(
            IdeaSnapshot(
                id: sampleID(1),
                title: "t",
                details: "",
                isCompleted: false,
                createdAt: sampleMoment,
                updatedAt: sampleMoment,
                deviceId: "D",
                version: 0
            )
        )
        func refusal(_ type: String = "Idea", _ name: String? = nil, _ change: (CKRecord) -> Void) -> RecordRefusal? {
            let record = CKRecord(recordType: type, recordID: CKRecord.ID(recordName: name ?? good.id.text))
            good.fill(record, lastSyncedAt: nil)
            change(record)
            do throws(RecordRefusal) {
                _ = try RemoteIdea(record)
                return nil
            } catch {
                return error
            }
        }
        #expect(refusal { _ in } == nil)
        #expect(refusal("Thought") { _ in } == .unknownType("Thought"))
        #expect(refusal("Idea", "not-an-id") { _ in } == .badName)
        #expect(refusal { $0["id"] = sampleID(2).text } == .badName)
        #expect(refusal { $0["title"] = nil } == .missing("title"))
        #expect(refusal { $0["title"] = " " } == .rule(.titleEmpty))
        #expect(refusal { $0["title"] = String(repeating: "x", count: 257) } == .rule(.titleTooLong(characters: 257)))
        #expect(refusal { $0["updatedAt"] = sampleMoment - 1 } == .rule(.updatedBeforeCreated))
        #expect(refusal { $0["deviceId"] = "" } == .missing("deviceId"))
        #expect(refusal { $0["version"] = -1 } == .badVersion)
    }

    @Test("A reason for a sync waits for its turn once, however many others come after it")
    func triggers() async {
        let line = TriggerLine()
        line.add(.push)
        for _ in 0..<100 { line.add(.change) }
        line.add(.push)
        var bell = line.bell.makeAsyncIterator()
        await bell.next()
        #expect(line.takeFirst() == .push)
        #expect(line.takeFirst() == .change)
        #expect(line.takeFirst() == nil)
        line.add(.timer)
        await bell.next()
        #expect(line.takeFirst() == .timer)
        line.end()
        #expect(await bell.next() == nil)
    }
}
