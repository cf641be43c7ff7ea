import CloudKit
import Foundation

extension SyncCoordinator {
    /// Sends that come to nothing in a row before an attempt is given up.
    private static let fruitlessSends = 3
    /// Fetches by which the service is asked for the time before an attempt is given up.
    private static let clockQuestions = 3
    /// Records that one look-up asks for.
    private static let lookUpLimit = 100
    /// The name of the subscription to the database.
    static let subscriptionID = "IdeaBox"

    /// Fetches, then sends, until nothing is left.
    func attempt() async throws {
        round = Round()
        if mustFetch { round.wish = try store.repository.memo(.wish, as: Int.self) }
        try await checkAccount()
        if try store.repository.memo(.zoneGone, as: Bool.self) == true { throw SyncProblem(.zoneGone) }
        heard(.began(pending: try store.pendingCount()))
        let engine = try await ready()
        try await tellProgress()
        if mustFetch { try await fetch(with: engine) }
        try await send(with: engine)
        // The service makes its default zone with the first record, so this may be the first time that it can be
        // fetched.
        if try store.repository.memo(.zoneFetched, as: Bool.self) == nil {
            try await fetch(with: engine)
            // What a service lacks that was put back meanwhile goes up once more.
            try await send(with: engine)
        }
        let held = try store.heldCount()
        if held > 0 { throw SyncProblem(.deletionsHeld, reason: "\(held)") }
        if let problem = round.problem { throw problem }
        try await tell(problem: nil, nextAttempt: nil)
        heard(.upToDate)
    }

    // MARK: Whose ideas

    private func checkAccount() async throws {
        if let kind = parts.standing() { throw SyncProblem(kind) }
        guard parts.container.isSignedIn else { throw SyncProblem(.signedOut) }
        guard let user = parts.user, !isUserKnown else { return }
        let current = try await parts.container.userRecordID().recordName
        guard user == current else { throw SyncProblem(.accountChanged) }
        isUserKnown = true
    }

    // MARK: The engine

    /// The engine, begun if there is none, over a zone that can be synced.
    private func ready() async throws -> CKSyncEngine {
        let zone = try await zone()
        if let engine { return engine }
        let kept = try store.repository.memo(.engine, as: CKSyncEngine.State.Serialization.self)
        if kept == nil { try store.change { try store.repository.setMemo(.zoneFetched, Bool?.none) } }
        var configuration = CKSyncEngine.Configuration(
            database: parts.container.privateCloudDatabase,
            stateSerialization: kept,
            delegate: self
        )
        configuration.automaticallySync = false
        let new = CKSyncEngine(configuration)
        engine = new
        if !zone.isDefault, try store.repository.memo(.zone, as: String.self) == nil {
            new.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: zone))])
            try await new.sendChanges()
            try store.change { try store.repository.setMemo(.zone, zone.zoneName) }
        }
        return new
    }

    /// The default zone where the service has a feed of it, else one of our own.
    private func zone() async throws -> CKRecordZone.ID {
        if let zoneID { return zoneID }
        if let named = parts.zoneID {
            zoneID = named
            return named
        }
        if let known = try store.repository.memo(.zone, as: String.self) {
            let zone = CKRecordZone.ID(zoneName: known)
            zoneID = zone
            return zone
        }
        let usual = try await parts.container.privateCloudDatabase.recordZone(for: .default)
        let zone = usual.capabilities.contains(.fetchChanges) ? CKRecordZone.ID.default : .ideas
        if zone.isDefault { try store.change { try store.repository.setMemo(.zone, zone.zoneName) } }
        zoneID = zone
        return zone
    }

    // MARK: Down

    private func fetch(with engine: CKSyncEngine) async throws {
        round.needsFetch = false
        // Who wants news from here on gets another fetch; an attempt that fails wants one too.
        mustFetch = false
        let before = round.download
        // The first fetch of a zone says nothing of what was deleted before it.
        let isFirst = try store.repository.memo(.zoneFetched, as: Bool.self) == nil
        if isFirst, try !store.unseen().isEmpty { try store.beginComparison() }
        do {
            try await engine.fetchChanges()
        } catch let error as CKError where error.code == .partialFailure {
            let errors = error.partialErrorsByItemID ?? [:]
            let own = zoneID.flatMap { errors[AnyHashable($0)] }
            throw SyncProblem(own ?? errors.values.first ?? error)
        }
        try saveState()
        if let problem = round.problem { throw problem }
        if try store.isComparing { try await compare() }
        round.download.deleted += try store.finishDownload()
        tell(round.download, since: before)
    }

    /// Asks for everything that a full download did not bring.
    private func compare() async throws {
        let zone = try await zone()
        var names = try store.unseen()[...]
        while !names.isEmpty {
            let part = names.prefix(Self.lookUpLimit)
            names = names.dropFirst(part.count)
            let ids = part.map { CKRecord.ID(recordName: $0, zoneID: zone) }
            let results = try await parts.container.privateCloudDatabase.records(for: ids)
            round.download = round.download + (try store.apply(lookedUp: results))
        }
        try store.endComparison()
    }

    private func tell(_ now: Download, since before: Download) {
        let (changed, deleted) = (now.changed - before.changed, now.deleted - before.deleted)
        if changed + deleted > 0 { heard(.received(changed: changed, deleted: deleted)) }
        if now.conflicts > before.conflicts { heard(.conflicts(now.conflicts - before.conflicts)) }
        if now.refused > before.refused { heard(.recordsRefused(now.refused - before.refused)) }
        if let held = try? store.heldCount(), held > 0 { heard(.deletionsHeld(held)) }
    }

    // MARK: The clock

    /// Sees to it that nothing goes up with a date of a clock that was set since the service was last heard.
    private func correctClock(with engine: CKSyncEngine) async throws {
        if let clock = parts.clock { try await confirm(clock, with: engine) }
        guard let offset = parts.clock?.offset, offset.isKnown else { return }
        round.offset = offset
        _ = try store.correctStamps(offset)
        // A clock that is right now may have been wrong when a change was stamped, also since the last look.
        try store.clampStamps(offset)
        if offset.isAlarming { heard(.clockIsWrong(minutes: Int(offset.milliseconds / 60_000))) }
    }

    /// Asks the service for the time if it has not told it lately, and again if the clock was set during the answer.
    private func confirm(_ clock: ServerClock, with engine: CKSyncEngine) async throws {
        for _ in 0..<Self.clockQuestions {
            guard try !clock.isFresh && hasWork() else { return }
            try await fetch(with: engine)
            // A service that puts no dates on its answers is not asked again.
            if !clock.wasSet { return }
        }
        if clock.isFresh { return }
        throw SyncProblem(.serviceFailed, reason: "the clock of this device is set again and again")
    }

    // MARK: Up

    private func send(with engine: CKSyncEngine) async throws {
        var fruitless = 0
        try await correctClock(with: engine)
        while try hasWork() {
            let before = round.download
            (round.isFruitful, round.isFirstBatch) = (false, true)
            engine.state.hasPendingUntrackedChanges = true
            do {
                try await engine.sendChanges()
            } catch let error as CKError where error.code == .partialFailure {
                // What became of each record was told, and is settled.
            }
            try saveState()
            tell(round.download, since: before)
            if let problem = round.problem, round.problemEndsWork { throw problem }
            fruitless = round.isFruitful ? 0 : fruitless + 1
            guard fruitless < Self.fruitlessSends else {
                throw round.problem ?? SyncProblem(.serviceFailed, reason: "what is sent comes to nothing")
            }
            if round.needsFetch { try await fetch(with: engine) }
            try await correctClock(with: engine)
        }
    }

    private func hasWork() throws -> Bool {
        guard let zone = zoneID else { return false }
        if try isOutOfRoom(), round.problem == nil { round.problem = SyncProblem(.quotaExceeded) }
        return try store.hasUpload(to: zone, without: round.setAside, savesToo: !isOutOfRoom())
    }

    func isOutOfRoom() throws -> Bool {
        try roomIsTriedAgain() != nil
    }

    /// When uploads are tried again that found no room; nil where they are tried now.
    func roomIsTriedAgain() throws -> Date? {
        guard let until = try store.repository.memo(.quota, as: Date.self) else { return nil }
        let rest = until.timeIntervalSince(store.surroundings.now())
        // What is further away was noted by a clock that was set back since.
        return rest > 0 && rest <= RetryPolicy.quotaPause ? until : nil
    }
}

extension CKRecordZone.ID {
    /// The zone of the ideas where the default one cannot be synced.
    static let ideas = CKRecordZone.ID(zoneName: "Ideas")

    var isDefault: Bool { zoneName == Self.default.zoneName }
}
