#if CloudKitMirroring
import CloudKit
import Foundation

extension MirrorWorker: SyncEngineNoticeDelegate {
    /// The next changes of the store.
    func nextRecordZoneChangeBatch(
        _ context: CKSyncEngine.SendChangesContext,
        syncEngine: CKSyncEngine
    ) async -> CKSyncEngine.RecordZoneChangeBatch? {
        do {
            try await confirmClock()
        } catch {
            if syncEngine === engine, !isBroken { doubtClock(error) }
            return nil
        }
        guard syncEngine === engine, !isBroken, obstacle == nil else { return nil }
        let clockOffset = clockOffset
        do {
            let upload = try work { work in
                try work.takeInLocal(offset: clockOffset)
                return try work.nextUpload(without: setAside, savesToo: !isOutOfRoom, parts.files)
            }
            if upload.isEmpty { return nil }
            return CKSyncEngine.RecordZoneChangeBatch(
                recordsToSave: upload.saves,
                recordIDsToDelete: upload.deletes
            )
        } catch {
            broke(error)
            return nil
        }
    }

    /// Takes in what the engine did.
    func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
        guard syncEngine === engine, !isBroken else { return }
        do {
            switch event {
            case .stateUpdate(let update): try take(update.stateSerialization)
            case .accountChange(let change): try heard(change.changeType)
            case .fetchedDatabaseChanges(let changes): try take(changes)
            case .fetchedRecordZoneChanges(let page): pages.append(page)
            case .sentDatabaseChanges(let sent): try take(sent)
            case .sentRecordZoneChanges(let sent): try take(sent)
            case .didFetchRecordZoneChanges(let zone):
                if zone.zoneID == zoneID { fetchedZone = zone.error == nil }
                if zone.zoneID == zoneID, zone.error?.code == .zoneNotFound { try missesZone() }
            case .didFetchChanges(let fetch): try await ended(fetch)
            case .willFetchChanges:
                hasFetched = false
                showStanding()
            case .willSendChanges:
                (problemsBeforeSend, hasSent) = (problemCount, false)
                showStanding()
            case .willFetchRecordZoneChanges: break
            case .didSendChanges: try endSend(syncEngine)
            }
        } catch {
            broke(error)
        }
    }

    /// Takes in what the engine tells beyond Apple's events.
    func handleNotice(_ notice: SyncEngineNotice, syncEngine: CKSyncEngine) async {
        guard syncEngine === engine, !isBroken else { return }
        do {
            switch notice {
            case .changeTokenExpired(let zoneID):
                // Only where this zone is fetched from the beginning does everything come again.
                try work { try $0.beginComparison(fetchingAll: zoneID == self.zoneID) }
            case .recordsUnreadable(let records):
                for (id, error) in records { note(CloudMirrorProblem(error, record: id.recordName)) }
            case .retryScheduled(let date, let error):
                // First, so that whoever sees the problem sees when it is tried again.
                mirror?.change { $0.nextAttempt = date }
                note(CloudMirrorProblem(error))
            case .signInEnded: note(CloudMirrorProblem(.signedOut, "The service has ended the sign-in."))
            case .changesDropped: break
            }
        } catch {
            broke(error)
        }
    }

    /// Milliseconds by which the service's clock is ahead of this device's; nil where nobody knows.
    private var clockOffset: Int64? { cloud.serviceClockOffset.map { Int64(($0 * 1_000).rounded()) } }

    // MARK: Down

    /// What came since the last state, and the state itself, in one transaction.
    private func take(_ state: CKSyncEngine.State.Serialization) throws {
        // Nothing of another account is kept.
        if obstacle?.kind == .accountChanged {
            pages = []
            return
        }
        let data = try JSONEncoder().encode(state)
        let pages = pages
        self.pages = []
        try work { work in
            if !pages.isEmpty { try work.takeInLocal(offset: clockOffset) }
            for page in pages { try work.apply(page) }
            try work.books.set(.engine, .blob(data))
        }
        for page in pages {
            mirror?.tell(.received(saved: page.modifications.count, deleted: page.deletions.count))
        }
        if !pages.isEmpty || fetchedZone || hasFetched { try endFetch() }
    }

    /// A fetch is over; where the state that covers its last pages is still to come, the rest happens then.
    private func ended(_ fetch: CKSyncEngine.Event.DidFetchChanges) async throws {
        hasFetched = bringsAll(fetch.error)
        let isHeard = hasFetched
        if pages.isEmpty { try endFetch() }
        if isHeard { try await lookUpStale() }
    }

    /// Whether a fetch that ended so brought all that the service has for this store: what fails in other zones is not its.
    private func bringsAll(_ error: CKError?) -> Bool {
        guard let error else { return true }
        guard error.code == .partialFailure, let zones = error.partialErrorsByItemID else { return false }
        return zones[zoneID] == nil
    }

    private func endFetch() throws {
        if fetchedZone {
            fetchedZone = false
            try work { work in
                // The service does not tell of them any more: asked for by their versions, it says what became of them.
                try work.probe(try work.unseen())
                try work.endComparison()
            }
        }
        if hasFetched {
            hasFetched = false
            if obstacle == nil { succeeded() }
        }
        if let engine { try wake(engine) }
    }

    /// Records of which a part could not be read, or that are known by name only, are asked for again: a few at a time.
    private func lookUpStale() async throws {
        // Where it cannot be asked now, it is after the next fetch.
        guard pages.isEmpty, obstacle == nil, cloud.remainingRetryAfter <= 0 else { return }
        let names = try parts.read { books in
            try books.rows("SELECT name FROM _mirror_record WHERE stale = 1 AND state IN (0, 1) LIMIT 100") {
                String._read($0, 0)
            }
        }
        guard !names.isEmpty else { return }
        let ids = names.map { CKRecord.ID(recordName: $0, zoneID: zoneID) }
        guard let found = try? await cloud.privateCloudDatabase.records(for: ids) else { return }
        let records = found.values.compactMap { try? $0.get() }
        guard !records.isEmpty, !isBroken else { return }
        try work { work in
            try work.takeInLocal(offset: clockOffset)
            try work.apply(records.sorted { $0.recordID.recordName < $1.recordID.recordName }, deletions: [])
        }
    }

    private func take(_ changes: CKSyncEngine.Event.FetchedDatabaseChanges) throws {
        if changes.deletions.contains(where: { $0.zoneID == zoneID }) {
            try work { try $0.books.set(.zoneGone, .integer(1)) }
            obstacle = Self.zoneDeleted
            note(Self.zoneDeleted)
        } else if obstacle?.kind == .zoneDeleted, changes.modifications.contains(where: { $0.zoneID == zoneID }) {
            // Another device has sent its data again: this one adds what it has.
            try work { work in
                try work.books.set(.zoneGone, nil)
                try work.beginComparison()
            }
            obstacle = nil
        }
    }

    // MARK: The account

    private func heard(_ change: CKSyncEngine.Event.AccountChange.ChangeType) throws {
        switch change {
        case .signOut: note(CloudMirrorProblem(.signedOut, "Nobody is signed in."))
        case .signIn(let user), .switchAccounts(_, let user):
            let known = try owner()
            if let known, known != user.recordName {
                let words = "Somebody else is signed in than the one whose data the store holds."
                obstacle = CloudMirrorProblem(.accountChanged, words)
                return note(CloudMirrorProblem(.accountChanged, words))
            }
            if obstacle?.kind == .accountChanged { obstacle = nil }
            problem = nil
            let isBack = known != nil
            try work { work in
                try work.books.set(.user, .text(user.recordName))
                // The engine has forgotten how far it was.
                if isBack { try work.beginComparison() }
            }
            if let engine { try wake(engine) }
        }
    }

    /// The record name of the user whose data the store holds; nil before the first sign-in.
    private func owner() throws -> String? {
        try parts.read { try $0.text(.user) }
    }

    // MARK: Up

    private func take(_ sent: CKSyncEngine.Event.SentDatabaseChanges) throws {
        if sent.savedZones.contains(where: { $0.zoneID == zoneID }) {
            hasSent = true
            try work { try $0.books.set(.zone, .text(zoneID.zoneName)) }
        }
        for failure in sent.failedZoneSaves { note(CloudMirrorProblem(failure.error)) }
    }

    private func take(_ sent: CKSyncEngine.Event.SentRecordZoneChanges) throws {
        try work { work in
            try work.acknowledgeSaved(sent.savedRecords)
            try work.acknowledgeDeleted(sent.deletedRecordIDs)
        }
        if !sent.savedRecords.isEmpty || !sent.deletedRecordIDs.isEmpty {
            hasSent = true
            mirror?.tell(.sent(saved: sent.savedRecords.count, deleted: sent.deletedRecordIDs.count))
        }
        let deletes = sent.failedRecordDeletes.sorted { $0.key.recordName < $1.key.recordName }
        var failures = sent.failedRecordSaves.map { (id: $0.record.recordID, error: $0.error) }
        failures += deletes.map { (id: $0.key, error: $0.value) }
        // Each record of a batch says so, and everything goes into the new zone once.
        if failures.contains(where: { $0.error.code == .zoneNotFound }) { try makeZoneAgain() }
        for (id, error) in failures { try resolve(id, error) }
    }

    /// Resolves one record that the service did not accept: none of them leaves the store's list.
    private func resolve(_ id: CKRecord.ID, _ error: CKError) throws {
        switch error.code {
        case .serverRecordChanged:
            guard let record = error.serverRecord else { return }
            try work { work in
                try work.takeInLocal(offset: clockOffset)
                try work.applyConflict(record)
            }
        case .unknownItem:
            // Apple's service does not say whether a record was there once.
            let isSilent = cloud.endpoint == CloudKitConfiguration.appleEndpoint
            try work { work in
                try work.takeInLocal(offset: clockOffset)
                try work.applyNotFound(id.recordName, wasDeleted: error.wasDeleted ?? (isSilent ? nil : false))
            }
        case .zoneNotFound:
            // The zone was made again for all of them.
            break
        case .userDeletedZone:
            obstacle = Self.zoneDeleted
            note(Self.zoneDeleted)
        case .quotaExceeded:
            isOutOfRoom = true
            note(CloudMirrorProblem(error))
            waitForRoom(error.retryAfterSeconds)
        case .networkUnavailable, .networkFailure, .serverResponseLost, .serviceUnavailable, .requestRateLimited,
            .zoneBusy, .accountTemporarilyUnavailable, .operationCancelled, .internalError, .notAuthenticated:
            note(CloudMirrorProblem(error))
        case .batchRequestFailed, .referenceViolation, .constraintViolation, .changeTokenExpired, .assetFileModified,
            .assetFileNotFound, .assetNotAvailable:
            // It is made anew for the next batch.
            break
        default:
            setAside.insert(id.recordName)
            note(CloudMirrorProblem(error, record: id.recordName))
        }
    }

    /// A fetch from the beginning did not find the zone: the service was put back to a copy from before it was made.
    private func missesZone() throws {
        guard obstacle == nil, try parts.read({ try $0.number(.comparison) ?? 0 }) > 0 else { return }
        try makeZoneAgain()
    }

    /// The zone is not there, and nobody deleted it: it is made again, and everything goes into it.
    private func makeZoneAgain() throws {
        try work { work in
            try work.sendEverythingAgain()
            try work.books.set(.zone, nil)
        }
        engine?.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: zoneID))])
    }

    /// Seconds until uploads are tried again that found no room.
    private static let quotaPause = 3_600.0

    private func waitForRoom(_ seconds: Double?) {
        guard options.isAutomatic, quotaTimer == nil else { return }
        let wait = seconds ?? Self.quotaPause
        quotaTimer = Task { [weak self, surroundings = cloud.surroundings] in
            guard (try? await surroundings.wait(wait)) != nil else { return }
            await self?.tryRoomAgain()
        }
    }

    private func tryRoomAgain() {
        quotaTimer = nil
        isOutOfRoom = false
        if let engine { try? wake(engine) }
    }

    private func endSend(_ engine: CKSyncEngine) throws {
        // What failed before is over where the service now took what it was sent. Where a fetch had failed, the engine fetches
        // before it sends.
        let isOver = options.isAutomatic && problemCount == problemsBeforeSend
        // A send that had nothing to send, or that was broken off, says nothing of the service.
        if obstacle == nil, hasSent, problem == nil || isOver { succeeded() }
        try wake(engine)
    }
}

extension MirrorWork {
    /// Takes in a page of a fetch.
    func apply(_ page: CKSyncEngine.Event.FetchedRecordZoneChanges) throws {
        let deletions = page.deletions.map(\.recordID).filter { $0.zoneID.zoneName == layout.zoneName }
        try apply(page.modifications.map(\.record), deletions: deletions.map(\.recordName))
    }

    /// Lets the next batch ask for records by the versions that are known of them.
    func probe(_ names: [String]) throws {
        for name in names {
            guard var entry = try books.entry(named: name) else { continue }
            entry.probe()
            try books.save(entry)
        }
    }
}

#endif
