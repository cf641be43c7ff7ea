import Foundation

// When something begins: by itself, because somebody asked, or after a pause.

extension SyncMachine {
    /// Begins what can begin now.
    mutating func proceed() {
        switch standing {
        case nil: return
        case .nobody, .refused: refuseAll()
        case .somebody(let signIn):
            let isAsked = !waitingFetches.isEmpty || !waitingSends.isEmpty
            guard asking == nil, isAsked || mayBeginByItself() else { return }
            asking = ask(.user, signIn)
        case .user:
            if fetching == nil, !waitingFetches.isEmpty {
                let first = waitingFetches.removeFirst()
                beginFetch(.manual, first.options, first.waiters)
            }
            if sending == nil, !waitingSends.isEmpty {
                let first = waitingSends.removeFirst()
                beginSend(.manual, first.options, first.waiters)
            }
            guard fetching == nil, sending == nil else { return }
            // What the service has may settle what there is to send.
            if needsFetch {
                if mayBeginByItself() { beginFetch(.scheduled, CKSyncEngine.FetchChangesOptions(), []) }
            } else if needsSend, ledger.hasPending, mayBeginByItself() {
                beginSend(.scheduled, CKSyncEngine.SendChangesOptions(), [])
            }
        }
    }

    /// Whether automatic sync may begin now; where the service asked for a pause, a timer for its end begins.
    ///
    /// Any request of the container may have been told so, also one that the engine did not make.
    private mutating func mayBeginByItself() -> Bool {
        guard isAutomatic, timer == nil else { return false }
        guard moment.retryAfter > 0 else { return true }
        let reason = "the service wants to be left alone"
        startPause(after: CKError(.requestRateLimited, reason: reason, retryAfter: moment.retryAfter), failures: 1)
        return false
    }

    private mutating func refuseAll() {
        let error = CKError(.notAuthenticated, reason: "nobody is signed in")
        sendAway(error)
    }

    // MARK: Those who ask

    mutating func wants(_ waiter: Waiter, _ options: CKSyncEngine.FetchChangesOptions) {
        if refuses(waiter, of: waitingFetches.reduce(0) { $0 + $1.waiters.count }) { return }
        if let last = waitingFetches.last, last.options.scope == options.scope,
            last.options.prioritizedZoneIDs == options.prioritizedZoneIDs
        {
            waitingFetches[waitingFetches.count - 1].waiters.append(waiter)
        } else {
            waitingFetches.append(Waiting(waiters: [waiter], options: options))
        }
    }

    mutating func wants(_ waiter: Waiter, _ options: CKSyncEngine.SendChangesOptions) {
        if refuses(waiter, of: waitingSends.reduce(0) { $0 + $1.waiters.count }) { return }
        if let last = waitingSends.last, last.options.scope == options.scope {
            waitingSends[waitingSends.count - 1].waiters.append(waiter)
        } else {
            waitingSends.append(Waiting(waiters: [waiter], options: options))
        }
    }

    /// Sends somebody away where too many wait already.
    private mutating func refuses(_ waiter: Waiter, of count: Int) -> Bool {
        guard count >= CloudKitLimits.waitingCallers else { return false }
        resume([waiter], CKError(.requestRateLimited, reason: "too many wait for the engine", retryAfter: 1))
        return true
    }

    mutating func abandon(_ waiter: Waiter) {
        var isThere = fetching?.waiters.contains(waiter) == true || sending?.waiters.contains(waiter) == true
        isThere = isThere || waitingFetches.contains { $0.waiters.contains(waiter) }
        isThere = isThere || waitingSends.contains { $0.waiters.contains(waiter) }
        guard isThere else { return }
        for index in waitingFetches.indices { waitingFetches[index].waiters.removeAll { $0 == waiter } }
        for index in waitingSends.indices { waitingSends[index].waiters.removeAll { $0 == waiter } }
        // What nobody wants any more need not begin.
        waitingFetches.removeAll(where: \.waiters.isEmpty)
        waitingSends.removeAll(where: \.waiters.isEmpty)
        fetching?.waiters.removeAll { $0 == waiter }
        sending?.waiters.removeAll { $0 == waiter }
        resume([waiter], CKError(.operationCancelled, reason: "the caller was cancelled"))
    }

    /// Ends everything that is under way or due; a new trigger begins anew.
    mutating func cancel(_ waiter: Waiter) {
        endAll(CKError(.operationCancelled, reason: "the operations were cancelled"))
        (needsFetch, needsSend) = (false, false)
        resume([waiter], nil)
    }

    /// Ends what is under way without an outcome; what was being sent is still pending.
    mutating func endAll(_ error: CKError) {
        if let asked = asking { act(.abandon(asked)) }
        asking = nil
        endFetch(abandoned: error)
        endSend(abandoned: error)
        sendAway(error)
        stopTimer()
    }

    // MARK: Pauses

    /// Waits before the next attempt, if there is one by itself.
    mutating func beginPause(after error: CKError, failures: Int) {
        // Who has not begun yet would not be heard either.
        if error.retryAfterSeconds ?? 0 > 0 { sendAway(error) }
        guard isAutomatic else { return }
        if isReachedAgain, error.code.isOfNetwork {
            isReachedAgain = false
            return
        }
        startPause(after: error, failures: failures)
    }

    private mutating func startPause(after error: CKError, failures: Int) {
        // Before it is known who is signed in, nothing listens that would find out that the service is back.
        let isAlone = signIn == nil && error.code.isOfNetwork
        let longest = isAlone ? CourierListener.longestPause : SyncPause.longest
        let seconds = pause.begin(after: error, failures: failures, atMost: longest, at: moment)
        let number = nextNumber()
        timer = number
        act(.wait(number, seconds))
        act(.notice(.retryScheduled(at: moment.now + seconds, after: error)))
    }

    /// Ends the waiting of all who have not begun.
    private mutating func sendAway(_ error: CKError) {
        for waiting in waitingFetches { resume(waiting.waiters, error) }
        for waiting in waitingSends { resume(waiting.waiters, error) }
        (waitingFetches, waitingSends) = ([], [])
    }

    mutating func timerEnded(_ number: Int) {
        guard timer == number else { return }
        timer = nil
        pause.end()
    }

    /// Catches up, and forgets pauses that the service did not ask for.
    mutating func comeBack() {
        needsFetch = true
        needsSend = needsSend || ledger.hasPending
        (failedFetches, failedSends) = (0, 0)
        isReachedAgain = asking != nil || fetching != nil || sending != nil
        endOwnPause()
    }

    /// Ends a pause that the service did not ask for.
    mutating func endOwnPause() {
        if timer != nil, pause.isOwn(at: moment) { stopTimer() }
    }

    private mutating func stopTimer() {
        if timer != nil { act(.stopWaiting) }
        timer = nil
        pause.end()
    }
}
