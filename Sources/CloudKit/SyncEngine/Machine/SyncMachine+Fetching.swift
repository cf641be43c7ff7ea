// From the service: the list of zones that changed, then each zone's records, page by page.

extension SyncMachine {
    /// A fetch that is under way.
    struct FetchCycle: Sendable {
        enum Step: Sendable {
            case subscribing, zones
            case records(CKRecordZone.ID)
        }

        let context: CKSyncEngine.FetchChangesContext
        var waiters: [Waiter]
        var step = Step.zones
        var request: RequestID?
        var question: Question?
        /// The zone between the words that its fetch begins and that it has ended.
        var zone: CKRecordZone.ID?
        /// Zones that failed, and are left alone for the rest of this fetch.
        var errors: [CKRecordZone.ID: CKError] = [:]
    }

    mutating func beginFetch(
        _ reason: CKSyncEngine.SyncReason,
        _ options: CKSyncEngine.FetchChangesOptions,
        _ waiters: [Waiter]
    ) {
        let context = CKSyncEngine.FetchChangesContext(reason: reason, options: options)
        fetching = FetchCycle(context: context, waiters: waiters)
        isReachedAgain = false
        // A push that comes from now on is a reason for the next one.
        if case .all = options.scope { needsFetch = false }
        tell(.willFetchChanges(.init(context: context)))
        askFirst()
    }

    /// Asks for the list of zones, after the subscription where there is none yet: what changes later is then told.
    private mutating func askFirst() {
        if isAutomatic, namedSubscription == nil, ledger.savedSubscription == nil, !cannotSubscribe {
            askFetch(.subscribing, .subscribe(Self.ownSubscription))
        } else {
            askZones()
        }
    }

    private mutating func askFetch(_ step: FetchCycle.Step, _ request: Request) {
        guard let signIn else { return }
        fetching?.step = step
        let id = ask(request, signIn)
        fetching?.request = id
    }

    private mutating func askZones() {
        askFetch(.zones, .databaseChanges(ledger.databaseToken))
    }

    /// Lets the delegate say which zone comes next.
    private mutating func askOptions() {
        guard let cycle = fetching else { return }
        let question = nextNumber()
        fetching?.question = question
        act(.askOptions(question, cycle.context))
    }

    mutating func choose(_ options: CKSyncEngine.FetchChangesOptions, for question: Question) {
        guard let cycle = fetching, cycle.question == question else { return }
        fetching?.question = nil
        if let zone = cycle.zone { return askRecords(of: zone) }
        let candidates = ledger.unfetchedZones.filter { zone in
            cycle.errors[zone] == nil && options.scope.contains(zone) && cycle.context.options.scope.contains(zone)
        }
        let first = options.prioritizedZoneIDs.first { candidates.contains($0) }
        guard let zone = first ?? candidates.first else { return endFetch(nil) }
        fetching?.zone = zone
        tell(.willFetchRecordZoneChanges(.init(zoneID: zone)))
        askRecords(of: zone)
    }

    private mutating func askRecords(of zone: CKRecordZone.ID) {
        askFetch(.records(zone), .zoneChanges(zone, ledger.zoneTokens[zone]))
    }

    // MARK: Answers

    mutating func fetchAnswered(_ answer: Answer) {
        guard let cycle = fetching else { return }
        switch (cycle.step, answer) {
        case (.subscribing, .subscribed):
            ledger.savedSubscription = Self.ownSubscription
            touch()
            askZones()
        case (.subscribing, .failed(let error)):
            if error.code.endsTheWork { return endFetch(error) }
            cannotSubscribe = true
            askZones()
        case (.zones, .databaseChanges(let page)): take(page)
        case (.zones, .failed(let error)):
            guard error.code == .changeTokenExpired, ledger.databaseToken != nil else { return endFetch(error) }
            ledger.databaseTokenExpired()
            // A service that was put back to an older copy may have lost it, and would never tell of anything again.
            ledger.savedSubscription = nil
            touch()
            act(.notice(.changeTokenExpired(zoneID: nil)))
            askFirst()
        case (.records(let zone), .zoneChanges(let page)): take(page, of: zone)
        case (.records(let zone), .failed(let error)): failed(zone, error)
        default: endFetch(CKError(.internalError, reason: "an answer of another kind came"))
        }
    }

    private mutating func take(_ page: DatabasePage) {
        let isStuck = page.moreComing && page.token == ledger.databaseToken
        ledger.databaseToken = page.token
        for change in page.modifications { ledger.hasChanges(change.zoneID) }
        for deletion in page.deletions { ledger.isGone(deletion.zoneID) }
        touch()
        if !page.modifications.isEmpty || !page.deletions.isEmpty {
            tell(.fetchedDatabaseChanges(.init(modifications: page.modifications, deletions: page.deletions)))
        }
        if isStuck { return endFetch(Self.stuck) }
        if page.moreComing { askZones() } else { askOptions() }
    }

    private mutating func take(_ page: ZonePage, of zone: CKRecordZone.ID) {
        let isStuck = page.moreComing && page.token == ledger.zoneTokens[zone]
        ledger.zoneTokens[zone] = page.token
        touch()
        if !page.modifications.isEmpty || !page.deletions.isEmpty {
            let modifications = page.modifications.map { CKDatabase.RecordZoneChange.Modification(record: $0) }
            tell(.fetchedRecordZoneChanges(.init(modifications: modifications, deletions: page.deletions)))
        }
        if !page.unreadable.isEmpty { act(.notice(.recordsUnreadable(page.unreadable))) }
        if isStuck { return failed(zone, Self.stuck) }
        if !page.moreComing {
            ledger.isFetched(zone)
            endZone(zone, nil)
        }
        askOptions()
    }

    private static let stuck = CKError(.internalError, reason: "the service promises more and does not go on")

    private mutating func failed(_ zone: CKRecordZone.ID, _ error: CKError) {
        if error.code == .changeTokenExpired, ledger.zoneTokens[zone] != nil {
            // The second time there is no token that could expire: this cannot go round in circles.
            ledger.zoneTokens[zone] = nil
            touch()
            act(.notice(.changeTokenExpired(zoneID: zone)))
            return askOptions()
        }
        fetching?.errors[zone] = error
        endZone(zone, error)
        if error.code.endsTheWork { return endFetch(error) }
        if error.code == .zoneNotFound || error.code == .userDeletedZone {
            ledger.isGone(zone)
            touch()
        }
        askOptions()
    }

    private mutating func endZone(_ zone: CKRecordZone.ID, _ error: CKError?) {
        fetching?.zone = nil
        tell(.didFetchRecordZoneChanges(.init(zoneID: zone, error: error)))
    }

    // MARK: The end

    private mutating func endFetch(_ error: CKError?) {
        guard let cycle = fetching else { return }
        let errors: [AnyHashable: any Error] = cycle.errors
        close(cycle, error ?? (errors.isEmpty ? nil : CKError.partial(errors)))
        let reason = error ?? cycle.errors.values.mostPatient { $0.fate == .later }
        guard let reason, reason.code.staysPending else {
            failedFetches = 0
            if error == nil { endOwnPause() }
            // What this fetch was told to leave out.
            if cycle.context.options.scope != .all, !ledger.unfetchedZones.isEmpty { needsFetch = true }
            return
        }
        needsFetch = true
        failedFetches += 1
        beginPause(after: reason, failures: failedFetches)
    }

    /// Ends a fetch without an outcome.
    mutating func endFetch(abandoned error: CKError) {
        guard let cycle = fetching else { return }
        if let request = cycle.request { act(.abandon(request)) }
        if let zone = cycle.zone { endZone(zone, error) }
        close(cycle, error)
    }

    private mutating func close(_ cycle: FetchCycle, _ error: CKError?) {
        fetching = nil
        tell(.didFetchChanges(.init(context: cycle.context, error: error)))
        tellState()
        resume(cycle.waiters, error)
    }
}
