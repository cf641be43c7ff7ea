import Foundation

@testable import CloudKit

/// A machine with a hand on everything around it: it keeps what is to be done, and answers as a test says.
struct MachineDriver {
    var machine: SyncMachine
    var now = Date(timeIntervalSince1970: 1_767_225_600)
    /// Seconds by the clock that nobody sets.
    var uptime: TimeInterval = 0
    /// Until when the service wants no requests of the container.
    var retryAfter: TimeInterval = 0
    var jitter = 0.5
    /// Everything that was to be done, in order.
    var log: [SyncMachine.Action] = []

    init(
        automatic: Bool = false,
        ledger: SyncLedger = SyncLedger(),
        user: String? = "_anna",
        subscription: CKSubscription.ID? = "named"
    ) {
        machine = SyncMachine(ledger: ledger, isAutomatic: automatic, subscription: subscription)
        if let user { hear(.standing(.user(user, signIn: 1))) }
    }

    @discardableResult
    mutating func hear(_ input: SyncMachine.Input) -> [SyncMachine.Action] {
        let rest = max(0, retryAfter - uptime)
        let moment = SyncMoment(now: now, uptime: uptime, jitter: jitter, retryAfter: rest)
        let actions = machine.handle(input, at: moment)
        log += actions
        // What the delegate would do at once.
        for case .tellState in actions { hear(.stateTold) }
        return actions
    }

    mutating func forget() { log = [] }

    // MARK: What is open

    var lastRequest: (id: SyncMachine.RequestID, request: SyncMachine.Request)? {
        for case .request(let id, let request) in log.reversed() where machine.isCurrent(id) { return (id, request) }
        return nil
    }

    /// Answers the last request.
    @discardableResult
    mutating func answer(_ answer: SyncMachine.Answer) -> [SyncMachine.Action] {
        guard let id = lastRequest?.id else { return [] }
        return hear(.answered(id, answer))
    }

    @discardableResult
    mutating func hand(_ batch: CKSyncEngine.RecordZoneChangeBatch?) -> [SyncMachine.Action] {
        guard let question = machine.sending?.question else { return [] }
        return hear(.batch(question, batch))
    }

    @discardableResult
    mutating func chooseAll() -> [SyncMachine.Action] {
        guard let question = machine.fetching?.question else { return [] }
        return hear(.options(question, CKSyncEngine.FetchChangesOptions()))
    }

    // MARK: What was said

    var events: [CKSyncEngine.Event] {
        log.compactMap { if case .tell(let event) = $0 { event } else { nil } }
    }

    /// The events in words, with the states among them.
    var words: [String] {
        log.compactMap { action in
            switch action {
            case .tell(let event): "\(event)".prefix { $0 != "(" }.description
            case .tellState: "stateUpdate"
            default: nil
            }
        }
    }

    var notices: [SyncEngineNotice] {
        log.compactMap { if case .notice(let notice) = $0 { notice } else { nil } }
    }

    /// The seconds of the pauses that were begun.
    var pauses: [TimeInterval] {
        log.compactMap { if case .wait(_, let seconds) = $0 { seconds } else { nil } }
    }

    /// What those who waited were told.
    var outcomes: [SyncMachine.Waiter: CKError?] {
        log.reduce(into: [:]) { result, action in
            if case .resume(let waiter, let error) = action { result.updateValue(error, forKey: waiter) }
        }
    }

    var pendingNames: [String] {
        machine.ledger.recordChanges.all.map(\.recordID.recordName)
    }

    // MARK: Things to send and to fetch

    static let zone = CKRecordZone.ID(zoneName: "Notes")

    static func id(_ name: String) -> CKRecord.ID {
        CKRecord.ID(recordName: name, zoneID: zone)
    }

    static func record(_ name: String) -> CKRecord {
        CKRecord(recordType: "Note", recordID: id(name))
    }

    static func save(_ names: String...) -> [CKSyncEngine.PendingRecordZoneChange] {
        names.map { .saveRecord(id($0)) }
    }

    static func batch(_ names: String..., deleting: [String] = []) -> CKSyncEngine.RecordZoneChangeBatch {
        .init(recordsToSave: names.map(record), recordIDsToDelete: deleting.map(id))
    }

    static func saved(_ names: String...) -> SyncMachine.Answer {
        .records(Dictionary(uniqueKeysWithValues: names.map { (id($0), .success(record($0))) }))
    }

    static func zones(_ ids: [CKRecordZone.ID], token: String = "d1", more: Bool = false) -> SyncMachine.Answer {
        .databaseChanges(
            .init(
                modifications: ids.map { .init(zoneID: $0) },
                deletions: [],
                token: CKServerChangeToken(text: token),
                moreComing: more
            )
        )
    }

    static func page(_ names: [String], token: String = "z1", more: Bool = false) -> SyncMachine.Answer {
        .zoneChanges(
            .init(
                modifications: names.map(record),
                deletions: [],
                token: CKServerChangeToken(text: token),
                moreComing: more
            )
        )
    }

    /// Brings the machine to where it waits for what became of records.
    mutating func sendRecords(_ names: String..., atomic: Bool = false) {
        hear(.addRecords(names.map { .saveRecord(Self.id($0)) }))
        hear(.send(7, CKSyncEngine.SendChangesOptions()))
        let batch = CKSyncEngine.RecordZoneChangeBatch(recordsToSave: names.map(Self.record), atomicByZone: atomic)
        hand(batch)
    }
}
