import Foundation

/// Decides what an engine does: something is heard, and what is to be done about it comes out.
///
/// A value without effects. At most one request is under way for fetching, one for sending and one that asks who is
/// signed in; an answer to any other request changes nothing.
struct SyncMachine: Sendable {
    /// Whether it fetches and sends by itself.
    let isAutomatic: Bool
    /// The subscription that the app named; nil lets the machine see to its own.
    let namedSubscription: CKSubscription.ID?
    /// The name of its own subscription.
    static let ownSubscription = "CKSyncEngine"

    var ledger: SyncLedger
    /// Who is signed in; nil until that was heard for the first time.
    var standing: Standing?
    var fetching: FetchCycle?
    var sending: SendCycle?
    /// The question who is signed in.
    var asking: RequestID?
    var waitingFetches: [Waiting<CKSyncEngine.FetchChangesOptions>] = []
    var waitingSends: [Waiting<CKSyncEngine.SendChangesOptions>] = []

    /// Whether a fetch, or a send, is due by itself.
    var needsFetch = false
    var needsSend = false
    /// Fetches, and sends, in a row that came to nothing.
    var failedFetches = 0
    var failedSends = 0
    var pause = SyncPause()
    /// Whether the service was reached again while a request was under way: its failure is then out of date.
    var isReachedAgain = false
    /// The timer that is running.
    var timer: Int?
    /// Whether the service refused the subscription: then this process goes without.
    var cannotSubscribe = false

    /// Whether the ledger has changed since a state was last told, and how many states wait to be told.
    private var isStale = false
    private var statesInLine = 0
    private var lastNumber = 0
    private(set) var moment = SyncMoment(now: .distantPast, uptime: 0, jitter: 0)
    private var actions: [Action] = []

    /// Those who wait for the same thing, which has not begun.
    struct Waiting<Options: Sendable>: Sendable {
        var waiters: [Waiter]
        let options: Options
    }

    init(ledger: SyncLedger, isAutomatic: Bool, subscription: CKSubscription.ID? = nil) {
        self.ledger = ledger
        self.isAutomatic = isAutomatic
        namedSubscription = subscription
        // What a former process left.
        needsSend = ledger.hasPending
    }

    /// Hears something.
    ///
    /// - Returns: What is to be done, in this order.
    mutating func handle(_ input: Input, at moment: SyncMoment) -> [Action] {
        self.moment = moment
        take(input)
        proceed()
        // One at a time: while the app stores a state, changes gather for the next.
        if statesInLine == 0 { tellState() }
        defer { actions = [] }
        return actions
    }

    private mutating func take(_ input: Input) {
        switch input {
        case .standing(let standing): heard(standing)
        case .addZones, .removeZones, .addRecords, .removeRecords, .untracked: change(input)
        case .fetch(let waiter, let options): wants(waiter, options)
        case .send(let waiter, let options): wants(waiter, options)
        case .cancel(let waiter): cancel(waiter)
        case .abandon(let waiter): abandon(waiter)
        case .options(let question, let options): choose(options, for: question)
        case .batch(let question, let batch): take(batch, for: question)
        case .answered(let id, let answer): take(answer, to: id)
        case .stateTold: statesInLine -= 1
        case .pushed: hearPush()
        case .listening, .returned: comeBack()
        // How things stand is seen by asking: who has nothing to send would not know that nothing can come.
        case .lost: needsFetch = true
        case .timer(let number): timerEnded(number)
        }
    }

    private mutating func hearPush() {
        needsFetch = true
    }

    private mutating func change(_ input: Input) {
        switch input {
        case .addZones(let changes): ledger.add(changes)
        case .addRecords(let changes): ledger.add(changes)
        case .removeZones(let changes): for change in changes { ledger.databaseChanges.remove(change) }
        case .removeRecords(let changes): for change in changes { ledger.recordChanges.remove(change) }
        case .untracked(let isThere): ledger.setUntracked(isThere)
        default: return
        }
        needsSend = true
        touch()
    }

    private mutating func take(_ answer: Answer, to id: RequestID) {
        // Answers that nobody waits for any more, such as those for another account, change nothing.
        if asking == id {
            asking = nil
            userAnswered(answer, signIn: id.signIn)
        } else if fetching?.request == id {
            fetching?.request = nil
            fetchAnswered(answer)
        } else if sending?.request == id {
            sending?.request = nil
            sendAnswered(answer)
        }
    }

    /// Whether somebody still waits for the answer to a request.
    func isCurrent(_ id: RequestID) -> Bool {
        asking == id || fetching?.request == id || sending?.request == id
    }

    // MARK: For the parts

    mutating func act(_ action: Action) {
        actions.append(action)
    }

    mutating func tell(_ event: CKSyncEngine.Event) {
        actions.append(.tell(event))
    }

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Asks the service for something, in the name of whoever is signed in now.
    mutating func ask(_ request: Request, _ signIn: Int) -> RequestID {
        let id = RequestID(number: nextNumber(), signIn: signIn)
        actions.append(.request(id, request))
        return id
    }

    /// Notes that the ledger has changed.
    mutating func touch() {
        isStale = true
    }

    /// Tells the state if it has changed; what it covers was told before.
    mutating func tellState() {
        guard isStale else { return }
        isStale = false
        statesInLine += 1
        actions.append(.tellState(CKSyncEngine.State.Serialization(ledger)))
    }

    mutating func resume(_ waiters: [Waiter], _ error: CKError?) {
        for waiter in waiters { actions.append(.resume(waiter, error)) }
    }
}
