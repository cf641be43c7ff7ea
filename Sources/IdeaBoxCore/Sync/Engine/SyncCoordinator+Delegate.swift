import CloudKit
import Foundation

extension SyncCoordinator: SyncEngineNoticeDelegate {
    /// The next changes of the store.
    public func nextRecordZoneChangeBatch(
        _ context: CKSyncEngine.SendChangesContext,
        syncEngine: CKSyncEngine
    ) async -> CKSyncEngine.RecordZoneChangeBatch? {
        guard let zoneID, !round.problemEndsWork else { return nil }
        // While the last batch was on its way the clock may have been set: the next one waits until the service was asked.
        guard round.isFirstBatch || parts.clock?.isAsKnown(round.offset) ?? true else { return nil }
        let latest = round.isFirstBatch ? nil : latestDate
        round.isFirstBatch = false
        do {
            let savesToo = try !isOutOfRoom()
            let next = try store.nextUpload(to: zoneID, without: round.setAside, savesToo: savesToo, latest: latest)
            guard let next else { return nil }
            var batch = CKSyncEngine.RecordZoneChangeBatch(
                recordsToSave: next.saves,
                recordIDsToDelete: next.deletes.map(\.id)
            )
            batch.deleteTerms = Dictionary(next.deletes.map { ($0.id, $0.terms) }) { first, _ in first }
            return batch
        } catch {
            storeBroke(error)
            return nil
        }
    }

    /// The latest date that a right clock gives, with what is tolerated.
    private var latestDate: Date? {
        guard let offset = parts.clock?.offset, offset.isKnown else { return nil }
        return store.surroundings.now().adding(milliseconds: offset.milliseconds + ClockOffset.alarmMilliseconds)
    }

    /// Takes in what the engine did.
    public func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
        do {
            switch event {
            case .stateUpdate(let update):
                guard !round.isStoreBroken else { return }
                newState = update.stateSerialization
                // Of all that a state says, only how far was read is missed by the next start; the rest can wait.
                if round.hasNewPage { try saveState() }
            case .accountChange(let change): heard(change.changeType)
            case .fetchedDatabaseChanges(let changes): try take(changes)
            case .fetchedRecordZoneChanges(let page): try await take(page)
            case .sentRecordZoneChanges(let sent): try await take(sent)
            case .didFetchRecordZoneChanges(let zone): try noteFetched(zone)
            case .sentDatabaseChanges, .willFetchChanges, .willFetchRecordZoneChanges, .didFetchChanges,
                .willSendChanges,
                .didSendChanges:
                break
            }
        } catch {
            // What could not be stored now comes again: the state that covers it is not kept either.
            storeBroke(error)
        }
    }

    /// Takes in what the engine tells beyond Apple's events.
    public func handleNotice(_ notice: SyncEngineNotice, syncEngine: CKSyncEngine) async {
        do {
            switch notice {
            case .changeTokenExpired:
                try store.beginComparison()
                try subscribeAgain()
            case .recordsUnreadable(let records):
                try store.change {
                    for id in records.keys { try store.refuse(id.recordName, .unreadable) }
                }
                round.download.refused += records.count
            case .signInEnded: round.problem = SyncProblem(.signedOut)
            case .changesDropped, .retryScheduled: break
            }
        } catch {
            storeBroke(error)
        }
    }

    /// A service that was put back to an older copy may have lost the subscription, and would never tell of anything again.
    private func subscribeAgain() throws {
        guard try store.repository.memo(.subscription, as: String.self) != nil else { return }
        try store.change { try store.repository.setMemo(.subscription, String?.none) }
        triggers?.add(.connection)
    }

    /// Saves the engine's last state, if it says anything new: what it covers is in the store by now.
    func saveState() throws {
        round.hasNewPage = false
        guard !round.isStoreBroken else { return }
        let value = try newState.map { try IdeaRepository.memoValue($0) }
        newState = nil
        let isNews = value != nil && value != keptState
        guard isNews || round.isZoneFetched else { return }
        try store.change {
            if isNews { try store.repository.setMemo(.engine, value: value) }
            // Not before the token: who has none hears of no deletions, and must know that.
            if round.isZoneFetched { try store.repository.setMemo(.zoneFetched, true) }
        }
        if isNews { keptState = value }
        round.isZoneFetched = false
    }

    private func storeBroke(_ error: any Error) {
        round.isStoreBroken = true
        round.problem = SyncProblem(error)
    }

    private func heard(_ change: CKSyncEngine.Event.AccountChange.ChangeType) {
        switch change {
        case .signIn: return
        case .signOut: round.problem = SyncProblem(.signedOut)
        case .switchAccounts: round.problem = SyncProblem(.accountChanged)
        }
        isUserKnown = false
    }

    // MARK: Down

    private func noteFetched(_ zone: CKSyncEngine.Event.DidFetchRecordZoneChanges) throws {
        guard zone.zoneID == zoneID, zone.error == nil else { return }
        round.isZoneFetched = try store.repository.memo(.zoneFetched, as: Bool.self) == nil
    }

    private func take(_ changes: CKSyncEngine.Event.FetchedDatabaseChanges) throws {
        guard let zoneID, changes.deletions.contains(where: { $0.zoneID == zoneID }) else { return }
        round.problem = SyncProblem(.zoneGone)
        try store.noteZoneGone()
    }

    private func take(_ page: CKSyncEngine.Event.FetchedRecordZoneChanges) async throws {
        let records = page.modifications.map(\.record).filter { $0.recordID.zoneID == zoneID }
        let deletions = page.deletions.filter { $0.recordID.zoneID == zoneID }
        try endOutage()
        try learnClock()
        round.download = round.download + (try store.apply(records)) + (try store.apply(deletions: deletions))
        round.hasNewPage = true
        try await tellProgress()
    }

    /// The service answers as it should: that it could not be reached before is over, for other processes too.
    ///
    /// Stored before what came, so that nobody who sees the one is told of the other.
    private func endOutage() throws {
        guard !round.isAnswered else { return }
        round.isAnswered = true
        guard var new = try store.repository.memo(.report, as: SyncReport.self), new.problem?.isPassing == true else {
            return
        }
        (new.problem, new.nextAttempt, new.state) = (nil, nil, .syncing)
        try store.change { try store.repository.setMemo(.report, new) }
        report = new
    }

    /// At the first contact: conflicts are judged and noted by the service's clock from the first page on.
    private func learnClock() throws {
        guard let clock = parts.clock, clock.isFresh, try store.repository.memo(.clock, as: ClockOffset.self) == nil
        else { return }
        _ = try store.correctStamps(clock.offset)
    }

    // MARK: Up

    private func take(_ sent: CKSyncEngine.Event.SentRecordZoneChanges) async throws {
        if !sent.savedRecords.isEmpty || !sent.deletedRecordIDs.isEmpty { try endOutage() }
        try store.noteSaved(sent.savedRecords)
        try store.noteDeleted(sent.deletedRecordIDs)
        let before = round.download
        let failures = sent.failures
        let count = sent.savedRecords.count + sent.deletedRecordIDs.count
        if count == 0, !failures.isEmpty, failures.allSatisfy({ $0.error.code == .serverRejectedRequest }) {
            // Nothing says that it lies with the records.
            for failure in failures { heed(SyncProblem(failure.error)) }
            return
        }
        for failure in failures { try resolve(failure.id, failure.error) }
        round.isFruitful = round.isFruitful || count > 0 || round.download.isMore(than: before)
        if count > 0 {
            let pending = try store.pendingCount()
            heard(.sent(saved: sent.savedRecords.count, deleted: sent.deletedRecordIDs.count, pending: pending))
        }
        try await tellProgress()
    }

    /// Resolves one record that the service refused.
    private func resolve(_ id: CKRecord.ID, _ error: CKError) throws {
        guard let idea = UUID(uuidString: id.recordName) else { return }
        if error.code == .serverRecordChanged, let server = error.serverRecord {
            let news = try store.apply([server], areOfConflicts: true)
            round.download = round.download + news
            guard news.refused > 0 else {
                round.isFruitful = true
                return
            }
            // What is no idea cannot be compared with: sent again, the change would only be answered so again.
            setAside(idea, error)
            return
        }
        let isRejected = error.code == .serverRejectedRequest
        guard let kind = isRejected ? .refused : error.code.problem else {
            round.needsFetch = true
            if error.deletionStamp != nil {
                // The service says when it was deleted. The feed may not say so any more.
                round.download = round.download + (try store.apply(deletionOf: idea, error))
                return
            }
            if try store.noteRefused(idea, error) { round.needsFetch = true }
            return
        }
        let problem = SyncProblem(error)
        switch kind {
        case .quotaExceeded:
            let until = store.surroundings.now().addingTimeInterval(RetryPolicy.quotaPause)
            try store.change { try store.repository.setMemo(.quota, until) }
            heed(problem)
        case .refused, .forbidden, .ownedElsewhere, .notMigrated, .deletionsHeld:
            _ = try store.noteRefused(idea, error)
            setAside(idea, error)
        case .signedOut, .unreachable, .serviceFailed, .throttled, .accountChanged, .zoneGone, .notSetUp: heed(problem)
        }
    }

    /// Leaves an idea pending, and alone until the next trigger.
    private func setAside(_ idea: UUID, _ error: CKError) {
        round.setAside.insert(idea)
        heed(SyncProblem(.refused, code: error.code.rawValue, reason: error.localizedDescription))
    }

    /// Takes note of a problem, unless a graver one is known.
    private func heed(_ problem: SyncProblem) {
        round.problem = SyncProblem.graver(round.problem, problem)
    }
}

extension CKSyncEngine.Event.SentRecordZoneChanges {
    /// What failed, always in the same order.
    fileprivate var failures: [(id: CKRecord.ID, error: CKError)] {
        let saves = failedRecordSaves.map { (id: $0.record.recordID, error: $0.error) }
        let deletes = failedRecordDeletes.map { (id: $0.key, error: $0.value) }
        return (saves + deletes).sorted { $0.id.recordName < $1.id.recordName }
    }
}
