/// Asks the service what a machine wants to know.
struct SyncRequests: Sendable {
    let database: CKDatabase

    /// Sends one request, or one after the other where several make up what is wanted.
    ///
    /// - Parameters:
    ///   - request: What is wanted.
    ///   - signIn: The sign-in in whose name alone it may go out.
    /// - Returns: The answer; an error is one too.
    func answer(to request: SyncMachine.Request, signIn: Int) async -> SyncMachine.Answer {
        var options = database.options
        options.signIn = signIn
        let database = database.with(options)
        do {
            switch request {
            case .user: return .user(try await database.link.userRecordName(signIn: signIn))
            case .subscribe(let id): return try await subscribe(id, database)
            case .databaseChanges(let token):
                let page = try await database.databaseChanges(since: token)
                return .databaseChanges(
                    SyncMachine.DatabasePage(
                        modifications: page.modifications,
                        deletions: page.deletions,
                        token: page.changeToken,
                        moreComing: page.moreComing
                    )
                )
            case .zoneChanges(let zone, let token): return try await changes(zone, token, database)
            case .zones(let changes): return try await modify(changes, database)
            case .records(let batch): return try await modify(batch, database)
            }
        } catch {
            return .failed(CKError(failure: error))
        }
    }

    private func subscribe(_ id: CKSubscription.ID, _ database: CKDatabase) async throws -> SyncMachine.Answer {
        let subscription = CKDatabaseSubscription(subscriptionID: id)
        let info = CKSubscription.NotificationInfo()
        info.shouldSendContentAvailable = true
        subscription.notificationInfo = info
        try await database.save(subscription)
        return .subscribed
    }

    private func changes(
        _ zone: CKRecordZone.ID,
        _ token: CKServerChangeToken?,
        _ database: CKDatabase
    ) async throws -> SyncMachine.Answer {
        let page = try await database.changes(of: zone, since: token, nil, limit: nil)
        var answer = SyncMachine.ZonePage(
            modifications: [],
            deletions: page.deletions,
            token: page.token,
            moreComing: page.moreComing
        )
        for (id, result) in page.modifications {
            switch result {
            case .success(let record): answer.modifications.append(record)
            case .failure(let error): answer.unreadable[id] = CKError(failure: error)
            }
        }
        return .zoneChanges(answer)
    }

    private func modify(
        _ changes: [CKSyncEngine.PendingDatabaseChange],
        _ database: CKDatabase
    ) async throws -> SyncMachine.Answer {
        var (saves, deletes) = ([CKRecordZone](), [CKRecordZone.ID]())
        for change in changes {
            switch change {
            case .saveZone(let zone): saves.append(zone)
            case .deleteZone(let id): deletes.append(id)
            }
        }
        let results = try await database.modifyRecordZones(saving: saves, deleting: deletes)
        var answer: [CKRecordZone.ID: Result<CKRecordZone?, CKError>] = [:]
        for (id, result) in results.saveResults { answer[id] = result.map { $0 }.mapError { CKError(failure: $0) } }
        for (id, result) in results.deleteResults {
            answer[id] = result.map { nil }.mapError { CKError(failure: $0) }
        }
        return .zones(answer)
    }

    private func modify(
        _ batch: CKSyncEngine.RecordZoneChangeBatch,
        _ database: CKDatabase
    ) async throws -> SyncMachine.Answer {
        let results = try await database.modify(
            saving: batch.recordsToSave,
            deleting: batch.recordIDsToDelete,
            terms: batch.deleteTerms,
            policy: .ifServerRecordUnchanged,
            atomically: batch.atomicByZone
        )
        var answer: [CKRecord.ID: Result<CKRecord?, CKError>] = [:]
        for (id, result) in results.saves { answer[id] = result.map { $0 }.mapError { CKError(failure: $0) } }
        for (id, result) in results.deletes { answer[id] = result.map { nil }.mapError { CKError(failure: $0) } }
        return .records(answer)
    }
}
