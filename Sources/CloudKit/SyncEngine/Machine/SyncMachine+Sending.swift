// To the service: zones first, then records, batch by batch.

extension SyncMachine {
    /// A send that is under way.
    struct SendCycle: Sendable {
        let context: CKSyncEngine.SendChangesContext
        var waiters: [Waiter]
        var request: RequestID?
        var question: Question?
        /// The number of the last change that was added before the contents of what is being sent were made.
        var stamp = 0
        /// The zones that are being sent.
        var zones: [CKSyncEngine.PendingDatabaseChange] = []
        /// The batch that is being sent, and the rest of one that was divided.
        var parts: [CKSyncEngine.RecordZoneChangeBatch] = []
        /// Whether the service took anything.
        var isFruitful = false
    }

    mutating func beginSend(
        _ reason: CKSyncEngine.SyncReason,
        _ options: CKSyncEngine.SendChangesOptions,
        _ waiters: [Waiter]
    ) {
        let context = CKSyncEngine.SendChangesContext(reason: reason, options: options)
        sending = SendCycle(context: context, waiters: waiters)
        isReachedAgain = false
        // What is added from now on is a reason for the next one.
        if case .all = options.scope { needsSend = false }
        tell(.willSendChanges(.init(context: context)))
        sendZones()
    }

    private mutating func askSend(_ request: Request) {
        guard let signIn else { return }
        let id = ask(request, signIn)
        sending?.request = id
    }

    private mutating func sendZones() {
        guard let cycle = sending else { return }
        let scope = cycle.context.options.scope
        let changes = ledger.databaseChanges.all.filter { scope.contains($0) }
        sending?.zones = Array(changes.prefix(CKSyncEngine.RecordZoneChangeBatch.mostChanges))
        sending?.stamp = ledger.lastStamp
        guard let zones = sending?.zones, !zones.isEmpty else { return askBatch() }
        askSend(.zones(zones))
    }

    private mutating func askBatch() {
        guard let cycle = sending else { return }
        let question = nextNumber()
        sending?.question = question
        // The delegate makes its records from now on: what is added meanwhile may be newer than they are.
        sending?.stamp = ledger.lastStamp
        act(.askBatch(question, cycle.context))
    }

    mutating func take(_ batch: CKSyncEngine.RecordZoneChangeBatch?, for question: Question) {
        guard let cycle = sending, cycle.question == question else { return }
        sending?.question = nil
        guard let batch, batch.count > 0 else {
            if ledger.hasUntrackedChanges {
                ledger.untrackedAreDone(upTo: cycle.stamp)
                touch()
            }
            return endSend(nil, [:])
        }
        let scope = cycle.context.options.scope
        guard batch.changes.allSatisfy({ scope.contains($0) }) else {
            return endSend(CKError(.invalidArguments, reason: "the batch has changes that were not asked for"), [:])
        }
        sending?.parts = [batch]
        askSend(.records(batch))
    }

    mutating func sendAnswered(_ answer: Answer) {
        guard let cycle = sending else { return }
        switch answer {
        case .zones(let results): zonesEnded(results, nil, cycle)
        case .records(let results): recordsEnded(results, nil, cycle)
        case .failed(let error) where cycle.parts.isEmpty: zonesEnded([:], error, cycle)
        case .failed(let error): recordsFailed(error, cycle)
        default: endSend(CKError(.internalError, reason: "an answer of another kind came"), [:])
        }
    }

    private mutating func zonesEnded(
        _ results: [CKRecordZone.ID: Result<CKRecordZone?, CKError>],
        _ whole: CKError?,
        _ cycle: SendCycle
    ) {
        let outcome = ledger.resolve(cycle.zones, results, whole, stamp: cycle.stamp)
        touch()
        // A service that was put back to a copy from before the zone does not list it: whoever asks for it is told.
        for zone in outcome.event.savedZones { ledger.hasChanges(zone.zoneID) }
        for zoneID in outcome.event.deletedZoneIDs { ledger.isGone(zoneID) }
        tell(.sentDatabaseChanges(outcome.event))
        if !outcome.dropped.isEmpty { act(.notice(.changesDropped(database: outcome.dropped, recordZone: []))) }
        if outcome.isFruitful { sending?.isFruitful = true }
        if outcome.errors.isEmpty { sendZones() } else { endSend(whole, outcome.errors) }
    }

    /// A request failed as a whole: one that is too large goes in two, of any other each record failed.
    private mutating func recordsFailed(_ error: CKError, _ cycle: SendCycle) {
        guard error.code == .limitExceeded, let batch = cycle.parts.first, batch.count > 1, !batch.atomicByZone else {
            return recordsEnded([:], error, cycle)
        }
        let halves = batch.halves
        sending?.parts = halves + cycle.parts.dropFirst()
        askSend(.records(halves[0]))
    }

    private mutating func recordsEnded(
        _ results: [CKRecord.ID: Result<CKRecord?, CKError>],
        _ whole: CKError?,
        _ cycle: SendCycle
    ) {
        guard let batch = cycle.parts.first else { return }
        let outcome = ledger.resolve(batch, results, whole, stamp: cycle.stamp)
        touch()
        tell(.sentRecordZoneChanges(outcome.event))
        if !outcome.dropped.isEmpty { act(.notice(.changesDropped(database: [], recordZone: outcome.dropped))) }
        if outcome.isFruitful { sending?.isFruitful = true }
        guard outcome.errors.isEmpty else { return endSend(whole, outcome.errors) }
        sending?.parts.removeFirst()
        if let next = sending?.parts.first { askSend(.records(next)) } else { askBatch() }
    }

    // MARK: The end

    private mutating func endSend(_ whole: CKError?, _ errors: [AnyHashable: CKError]) {
        guard let cycle = sending else { return }
        close(cycle, whole ?? (errors.isEmpty ? nil : CKError.partial(errors)))
        if errors.values.contains(where: { $0.code.fate == .mergeAndSendAgain }) { needsFetch = true }
        // The rest goes on, unless the service would refuse it too.
        if !errors.isEmpty, whole?.code.endsTheWork != true { needsSend = true }
        let patient = whole.flatMap { $0.code.staysPending ? $0 : nil } ?? errors.values.mostPatient(\.staysPending)
        if let patient {
            needsSend = true
            failedSends += 1
            beginPause(after: patient, failures: failedSends)
        } else if let error = whole ?? errors.values.mostPatient({ _ in true }), !cycle.isFruitful {
            // A delegate that sends the same again at once is to do no harm; the first time it may.
            failedSends += 1
            if failedSends > 1 { beginPause(after: error, failures: failedSends - 1) }
        } else {
            failedSends = 0
            // Whoever took something can be asked for something, too.
            if cycle.isFruitful { endOwnPause() }
        }
    }

    /// Ends a send without an outcome.
    mutating func endSend(abandoned error: CKError) {
        guard let cycle = sending else { return }
        if let request = cycle.request { act(.abandon(request)) }
        close(cycle, error)
        needsSend = true
    }

    private mutating func close(_ cycle: SendCycle, _ error: CKError?) {
        sending = nil
        tell(.didSendChanges(.init(context: cycle.context)))
        tellState()
        resume(cycle.waiters, error)
    }
}
