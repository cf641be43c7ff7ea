import CloudKit
import Synchronization

/// A device whose engine carries what is written on it by itself, whatever becomes of the service meanwhile.
final class Tablet: CKSyncEngineDelegate {
    private let engine = Mutex<CKSyncEngine?>(nil)
    private let written = Mutex<Set<String>>([])
    private let saved = Mutex<[String: String]>([:])
    private let signs: AsyncStream<Void>
    private let sign: AsyncStream<Void>.Continuation

    init(_ container: CKContainer) {
        (signs, sign) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        let configuration = CKSyncEngine.Configuration(
            database: container.privateCloudDatabase,
            stateSerialization: nil,
            delegate: self
        )
        let new = CKSyncEngine(configuration)
        engine.withLock { $0 = new }
    }

    /// The change tags of what was saved, by name.
    var tags: [String: String] { saved.withLock { $0 } }

    /// Writes a note, and leaves all else to the engine.
    func write(_ name: String) {
        written.withLock { _ = $0.insert(name) }
        let id = CKRecord.ID(recordName: name, zoneID: Laptop.zone)
        engine.withLock { $0 }?.state.add(pendingRecordZoneChanges: [.saveRecord(id)])
    }

    /// Waits until all that was written is saved, and the engine has nothing left to do.
    func waitUntilIdle() async {
        for await _ in signs where isSettled { return }
    }

    private var isSettled: Bool {
        let isEmpty = engine.withLock { $0 }?.state.pendingRecordZoneChanges.isEmpty ?? true
        return isEmpty && written.withLock { $0 } == Set(tags.keys)
    }

    func nextRecordZoneChangeBatch(
        _ context: CKSyncEngine.SendChangesContext,
        syncEngine: CKSyncEngine
    ) async -> CKSyncEngine.RecordZoneChangeBatch? {
        let changes = syncEngine.state.pendingRecordZoneChanges.filter { context.options.scope.contains($0) }
        return await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: changes) { id in
            CKRecord(recordType: "Note", recordID: id)
        }
    }

    func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
        if case .sentRecordZoneChanges(let sent) = event {
            note(sent.savedRecords)
            for failure in sent.failedRecordSaves {
                // What was saved while its answer was lost is there already; what failed with it has to go again.
                if let there = failure.error.serverRecord {
                    note([there])
                } else {
                    syncEngine.state.add(pendingRecordZoneChanges: [.saveRecord(failure.record.recordID)])
                }
            }
        }
        sign.yield()
    }

    private func note(_ records: [CKRecord]) {
        saved.withLock { saved in
            for record in records { saved[record.recordID.recordName] = record.recordChangeTag }
        }
    }
}
