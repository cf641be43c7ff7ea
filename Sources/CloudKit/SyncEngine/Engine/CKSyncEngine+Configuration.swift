extension CKSyncEngine {
    /// What an engine needs to begin.
    public struct Configuration: Sendable {
        /// The database to sync.
        public var database: CKDatabase
        /// The state that the engine last handed out; nil begins from nothing.
        public var stateSerialization: State.Serialization?
        /// Who is told, and who hands out records; not kept alive.
        public weak var delegate: (any CKSyncEngineDelegate)?
        /// Whether the engine fetches and sends by itself.
        ///
        /// If not, it asks the service nothing but what ``CKSyncEngine/fetchChanges(_:)`` and
        /// ``CKSyncEngine/sendChanges(_:)`` need: it does not listen for pushes, and nothing is tried again.
        public var automaticallySync = true
        /// The subscription whose pushes tell of changes; nil lets the engine save one of its own.
        ///
        /// Difference from Apple: the engine does not look for one that is there, it saves its own under a fixed name.
        public var subscriptionID: CKSubscription.ID?

        /// A configuration.
        public init(
            database: CKDatabase,
            stateSerialization: State.Serialization?,
            delegate: any CKSyncEngineDelegate
        ) {
            self.database = database
            self.stateSerialization = stateSerialization
            self.delegate = delegate
        }
    }
}
