/// Hands out the records to send, and hears what the engine did.
///
/// Its methods are called one after the other, never two at once. None of them may wait for
/// ``CKSyncEngine/fetchChanges(_:)`` or ``CKSyncEngine/sendChanges(_:)``, which would wait for it.
public protocol CKSyncEngineDelegate: AnyObject, Sendable {
    /// Hears of an event. The engine goes on when it returns.
    func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async

    /// The next records to send; nil if there are none. Asked until it says so, or something failed.
    ///
    /// Only changes that `context.options.scope` contains: others make the send fail with `invalidArguments`.
    func nextRecordZoneChangeBatch(
        _ context: CKSyncEngine.SendChangesContext,
        syncEngine: CKSyncEngine
    ) async -> CKSyncEngine.RecordZoneChangeBatch?

    /// What to fetch next; asked before each request for the changes of a zone.
    func nextFetchChangesOptions(
        _ context: CKSyncEngine.FetchChangesContext,
        syncEngine: CKSyncEngine
    ) async -> CKSyncEngine.FetchChangesOptions
}

extension CKSyncEngineDelegate {
    /// The options of the context.
    public func nextFetchChangesOptions(
        _ context: CKSyncEngine.FetchChangesContext,
        syncEngine: CKSyncEngine
    ) async -> CKSyncEngine.FetchChangesOptions {
        context.options
    }
}
