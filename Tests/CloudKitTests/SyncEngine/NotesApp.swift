import Foundation
import Synchronization
import TestSupport

@testable import CloudKit

/// A small app that syncs its notes: what an app's delegate looks like, with a store in memory.
///
/// Of two titles the greater one wins, on every device.
final class NotesApp: SyncEngineNoticeDelegate {
    struct Store: Sendable {
        var notes: [String: String] = [:]
        /// The records as the service last had them.
        var known: [String: CKRecord] = [:]
        var state: Data?
        /// Events and notices in words.
        var log: [String] = []
        var accounts: [CKSyncEngine.Event.AccountChange.ChangeType] = []
    }

    private struct Inner: Sendable {
        var store = Store()
        var engine: CKSyncEngine?
        var waiting: [(condition: @Sendable (Store) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
        var during: (@Sendable (CKSyncEngine.Event, CKSyncEngine) async -> Void)?
    }

    let container: CKContainer
    private let inner = Mutex(Inner())

    init(_ container: CKContainer) {
        self.container = container
    }

    var store: Store { inner.withLock { $0.store } }
    var notes: [String: String] { store.notes }
    var titles: [String] { notes.values.sorted() }

    /// The engine; begun if there is none.
    @discardableResult
    func start(automatically: Bool = false) throws -> CKSyncEngine {
        let state = try store.state.map { try JSONDecoder().decode(CKSyncEngine.State.Serialization.self, from: $0) }
        var configuration = CKSyncEngine.Configuration(
            database: container.privateCloudDatabase,
            stateSerialization: state,
            delegate: self
        )
        configuration.automaticallySync = automatically
        let engine = CKSyncEngine(configuration)
        inner.withLock { $0.engine = engine }
        return engine
    }

    /// Ends the engine, as the end of a process does.
    func stop() {
        inner.withLock { $0.engine = nil }
    }

    /// Does something in the midst of an event.
    func during(_ body: @escaping @Sendable (CKSyncEngine.Event, CKSyncEngine) async -> Void) {
        inner.withLock { $0.during = body }
    }

    func change(_ body: (inout Store) -> Void) {
        let ready = inner.withLock { inner in
            body(&inner.store)
            let store = inner.store
            let ready = inner.waiting.filter { $0.condition(store) }.map(\.continuation)
            inner.waiting.removeAll { $0.condition(store) }
            return ready
        }
        for continuation in ready { continuation.resume() }
    }

    /// Waits until the store looks so.
    func until(_ condition: @escaping @Sendable (Store) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isReady = inner.withLock { inner in
                if condition(inner.store) { return true }
                inner.waiting.append((condition, continuation))
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    // MARK: The user

    func write(_ notes: [String: String], to engine: CKSyncEngine) {
        change { $0.notes.merge(notes) { $1 } }
        engine.state.add(pendingRecordZoneChanges: notes.keys.sorted().map { .saveRecord(Self.id($0)) })
    }

    func delete(_ name: String, from engine: CKSyncEngine) {
        change { $0.notes[name] = nil }
        engine.state.add(pendingRecordZoneChanges: [.deleteRecord(Self.id(name))])
    }

    static func id(_ name: String) -> CKRecord.ID {
        CKRecord.ID(recordName: name, zoneID: World.notes)
    }

    // MARK: The engine

    func nextRecordZoneChangeBatch(
        _ context: CKSyncEngine.SendChangesContext,
        syncEngine: CKSyncEngine
    ) async -> CKSyncEngine.RecordZoneChangeBatch? {
        let changes = syncEngine.state.pendingRecordZoneChanges.filter { context.options.scope.contains($0) }
        return await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: changes) { id in
            let store = self.store
            guard let title = store.notes[id.recordName] else {
                syncEngine.state.remove(pendingRecordZoneChanges: [.saveRecord(id)])
                return nil
            }
            let record = store.known[id.recordName]?.copy() as? CKRecord
            let fresh = record ?? CKRecord(recordType: "Note", recordID: id)
            fresh["title"] = title
            return fresh
        }
    }

    func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
        if let during = inner.withLock({ $0.during }) { await during(event, syncEngine) }
        switch event {
        case .stateUpdate(let update):
            let data = try? JSONEncoder().encode(update.stateSerialization)
            change { $0.state = data }
        case .accountChange(let change): self.change { $0.accounts.append(change.changeType) }
        case .fetchedRecordZoneChanges(let page): take(page, syncEngine)
        case .sentRecordZoneChanges(let sent): take(sent, syncEngine)
        default: break
        }
        change { $0.log.append("\(event)") }
    }

    func handleNotice(_ notice: SyncEngineNotice, syncEngine: CKSyncEngine) async {
        let words =
            switch notice {
            case .changeTokenExpired(let zone): "changeTokenExpired(\(zone?.zoneName ?? "all"))"
            case .changesDropped(_, let records): "changesDropped(\(records.count))"
            case .recordsUnreadable(let records): "recordsUnreadable(\(records.count))"
            case .retryScheduled(_, let error): "retryScheduled(\(error.code))"
            case .signInEnded: "signInEnded"
            }
        change { $0.log.append(words) }
    }

    private func take(_ page: CKSyncEngine.Event.FetchedRecordZoneChanges, _ engine: CKSyncEngine) {
        let pending = Set(engine.state.pendingRecordZoneChanges)
        change { store in
            for record in page.modifications.map(\.record) {
                let name = record.recordID.recordName
                store.known[name] = record
                let title = record["title"] as? String ?? ""
                if pending.contains(.deleteRecord(record.recordID)) { continue }
                let isPending = pending.contains(.saveRecord(record.recordID))
                store.notes[name] = isPending ? max(title, store.notes[name] ?? "") : title
            }
            for deletion in page.deletions {
                store.known[deletion.recordID.recordName] = nil
                store.notes[deletion.recordID.recordName] = nil
            }
        }
    }

    private func take(_ sent: CKSyncEngine.Event.SentRecordZoneChanges, _ engine: CKSyncEngine) {
        change { store in
            for record in sent.savedRecords { store.known[record.recordID.recordName] = record }
            for id in sent.deletedRecordIDs { store.known[id.recordName] = nil }
        }
        for failure in sent.failedRecordSaves {
            let (id, name) = (failure.record.recordID, failure.record.recordID.recordName)
            switch failure.error.code {
            case .serverRecordChanged:
                guard let server = failure.error.serverRecord else { continue }
                let theirs = server["title"] as? String ?? ""
                let mine = notes[name] ?? ""
                change { store in
                    store.known[name] = server
                    store.notes[name] = max(mine, theirs)
                }
                if mine > theirs { engine.state.add(pendingRecordZoneChanges: [.saveRecord(id)]) }
            case .zoneNotFound:
                change { $0.known[name] = nil }
                engine.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: id.zoneID))])
                engine.state.add(pendingRecordZoneChanges: [.saveRecord(id)])
            case .unknownItem, .batchRequestFailed:
                change { $0.known[name] = nil }
                engine.state.add(pendingRecordZoneChanges: [.saveRecord(id)])
            default: continue
            }
        }
    }
}

extension World {
    /// The app on a device of a person.
    func app(
        _ name: String = "anna",
        device: String,
        transport: (any CloudKitTransport)? = nil,
        waits: VirtualWaits? = nil
    ) async throws -> NotesApp {
        NotesApp(try await container(name, device: device, transport: transport, waits: waits))
    }
}

extension Way {
    /// Runs something with two devices of one person, which nothing syncs but the test; the zone is there.
    func withTwoDevices(
        _ body:
            @Sendable (World, (app: NotesApp, engine: CKSyncEngine), (app: NotesApp, engine: CKSyncEngine)) async throws
            -> Void
    ) async throws {
        try await run { world in
            let phone = try await world.app(device: "phone")
            let laptop = try await world.app(device: "laptop")
            let (first, second) = (try phone.start(), try laptop.start())
            first.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: World.notes))])
            try await first.sendChanges()
            try await body(world, (phone, first), (laptop, second))
        }
    }
}
