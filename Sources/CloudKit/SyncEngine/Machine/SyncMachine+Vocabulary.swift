import Foundation

// What a machine hears, and what it wants done.

extension SyncMachine {
    /// A request, and the sign-in that it is for.
    struct RequestID: Hashable, Sendable {
        let number: Int
        let signIn: Int
    }

    /// Somebody who waits for an outcome.
    typealias Waiter = Int
    /// A question to the delegate.
    typealias Question = Int

    /// What the sign-in of this device looks like.
    enum Standing: Hashable, Sendable {
        /// Nobody is signed in.
        case nobody
        /// The service has ended the sign-in.
        case refused
        /// Somebody is signed in whose name is not known yet.
        case somebody(signIn: Int)
        /// That user is signed in.
        case user(String, signIn: Int)
    }

    /// What a machine hears.
    enum Input: Sendable {
        /// What the sign-in looks like now: at the start, and after each change.
        case standing(Standing)
        case addZones([CKSyncEngine.PendingDatabaseChange])
        case removeZones([CKSyncEngine.PendingDatabaseChange])
        case addRecords([CKSyncEngine.PendingRecordZoneChange])
        case removeRecords([CKSyncEngine.PendingRecordZoneChange])
        case untracked(Bool)
        /// Somebody wants a fetch.
        case fetch(Waiter, CKSyncEngine.FetchChangesOptions)
        /// Somebody wants a send.
        case send(Waiter, CKSyncEngine.SendChangesOptions)
        /// Everything is to end.
        case cancel(Waiter)
        /// Somebody does not want to wait any more.
        case abandon(Waiter)
        /// The delegate says what to fetch next.
        case options(Question, CKSyncEngine.FetchChangesOptions)
        /// The delegate hands out the next batch.
        case batch(Question, CKSyncEngine.RecordZoneChangeBatch?)
        /// A request has ended.
        case answered(RequestID, Answer)
        /// The delegate has stored a state.
        case stateTold
        /// A push came.
        case pushed
        /// From now on pushes are kept for this device; some may have been missed before.
        case listening
        /// Pushes cannot be heard any more, since the service cannot be reached.
        case lost
        /// The app came back, or the network did.
        case returned
        /// A pause is over.
        case timer(Int)
    }

    /// What a machine wants done, in this order.
    enum Action: Sendable {
        case tell(CKSyncEngine.Event)
        /// Told like an event, and answered with `stateTold`.
        case tellState(CKSyncEngine.State.Serialization)
        case notice(SyncEngineNotice)
        case askOptions(Question, CKSyncEngine.FetchChangesContext)
        case askBatch(Question, CKSyncEngine.SendChangesContext)
        case request(RequestID, Request)
        /// Nobody wants that answer any more: at once, before what waits in line.
        case abandon(RequestID)
        case wait(Int, TimeInterval)
        case stopWaiting
        case listen(signIn: Int)
        case stopListening
        case resume(Waiter, CKError?)
    }

    /// What is asked of the service.
    enum Request: Sendable {
        case user
        case subscribe(CKSubscription.ID)
        case databaseChanges(CKServerChangeToken?)
        case zoneChanges(CKRecordZone.ID, CKServerChangeToken?)
        case zones([CKSyncEngine.PendingDatabaseChange])
        case records(CKSyncEngine.RecordZoneChangeBatch)
    }

    /// What came of it.
    enum Answer: Sendable {
        case failed(CKError)
        case user(String)
        case subscribed
        case databaseChanges(DatabasePage)
        case zoneChanges(ZonePage)
        case zones([CKRecordZone.ID: Result<CKRecordZone?, CKError>])
        case records([CKRecord.ID: Result<CKRecord?, CKError>])
    }

    /// A page of the zones that changed.
    struct DatabasePage: Sendable {
        var modifications: [CKDatabase.DatabaseChange.Modification]
        var deletions: [CKDatabase.DatabaseChange.Deletion]
        var token: CKServerChangeToken
        var moreComing: Bool
    }

    /// A page of a zone's changes.
    struct ZonePage: Sendable {
        var modifications: [CKRecord]
        var unreadable: [CKRecord.ID: CKError] = [:]
        var deletions: [CKDatabase.RecordZoneChange.Deletion]
        var token: CKServerChangeToken
        var moreComing: Bool

        var isEmpty: Bool { modifications.isEmpty && deletions.isEmpty && unreadable.isEmpty }
    }
}
