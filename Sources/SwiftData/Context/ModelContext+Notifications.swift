import Foundation

extension ModelContext {
    /// Posted before a save; the object is the context.
    public static let willSave = Notification.Name("NSModelContextWillSaveNotification")
    /// Posted after a save; the object is the context, the keys are ``NotificationKey``s.
    public static let didSave = Notification.Name("NSModelContextDidSaveNotification")
    /// Posted when a save of the context by itself failed; the error is under ``autosaveErrorKey``.
    ///
    /// An addition of this package.
    public static let autosaveDidFail = Notification.Name("ModelContextAutosaveDidFail")
    /// The error in ``autosaveDidFail``.
    ///
    /// An addition of this package.
    public static let autosaveErrorKey = "error"

    /// The keys of a ``didSave`` notification's `userInfo`, by raw value.
    public enum NotificationKey: String, Hashable, Sendable {
        /// A number that grows with each save of the process.
        case queryGeneration
        /// Meant for an erased store; never set here, since erasing a container posts no notification.
        case invalidatedAllIdentifiers
        /// `[PersistentIdentifier]` of new instances.
        case insertedIdentifiers
        /// `[PersistentIdentifier]` of changed instances.
        case updatedIdentifiers
        /// `[PersistentIdentifier]` of deleted instances.
        case deletedIdentifiers
        /// `[any HistoryToken]` of the transactions written: a `DefaultHistoryToken` of each built-in store, and what
        /// custom stores gave with their save's result.
        case historyTokens
    }

    func userInfo(_ saved: SavedChanges) -> [String: Any] {
        let tokens: [any HistoryToken] = saved.historyTokens.map {
            DefaultHistoryToken(storeIdentifier: $0.key, transaction: $0.value)
        }
        return [
            NotificationKey.insertedIdentifiers.rawValue: saved.inserted,
            NotificationKey.updatedIdentifiers.rawValue: saved.updated,
            NotificationKey.deletedIdentifiers.rawValue: saved.deleted,
            NotificationKey.queryGeneration.rawValue: Int(SaveEpoch.current),
            NotificationKey.historyTokens.rawValue: tokens + saved.customTokens,
        ]
    }
}
