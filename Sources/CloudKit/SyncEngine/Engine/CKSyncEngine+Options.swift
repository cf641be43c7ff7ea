extension CKSyncEngine {
    /// Why the engine does something.
    public enum SyncReason: Hashable, Sendable {
        /// By its own schedule.
        case scheduled
        /// Because it was asked to.
        case manual
    }

    /// A fetch that is under way.
    public struct FetchChangesContext: Sendable {
        /// Why.
        public let reason: SyncReason
        /// What is fetched.
        public let options: FetchChangesOptions
    }

    /// What to fetch.
    public struct FetchChangesOptions: Sendable {
        /// The zones.
        public enum Scope: Hashable, Sendable {
            /// All zones.
            case all
            /// All zones but these.
            case allExcluding([CKRecordZone.ID])
            /// These zones.
            case zoneIDs([CKRecordZone.ID])

            /// Whether a zone is among them.
            public func contains(_ zoneID: CKRecordZone.ID) -> Bool {
                switch self {
                case .all: true
                case .allExcluding(let ids): !ids.contains(zoneID)
                case .zoneIDs(let ids): ids.contains(zoneID)
                }
            }
        }

        /// The zones.
        public var scope: Scope
        /// A label; without effect here.
        public var operationGroup: CKOperationGroup
        /// Zones that come before others, in this order.
        public var prioritizedZoneIDs: [CKRecordZone.ID] = []

        /// Options.
        public init(scope: Scope = .all, operationGroup: CKOperationGroup? = nil) {
            self.scope = scope
            self.operationGroup = operationGroup ?? CKOperationGroup()
        }
    }

    /// A send that is under way.
    public struct SendChangesContext: Sendable {
        /// Why.
        public let reason: SyncReason
        /// What is sent.
        public let options: SendChangesOptions
    }

    /// What to send.
    public struct SendChangesOptions: Sendable {
        /// The changes.
        public enum Scope: Hashable, Sendable {
            /// All.
            case all
            /// All but those of these zones.
            case allExcluding([CKRecordZone.ID])
            /// Those of these zones.
            case zoneIDs([CKRecordZone.ID])
            /// Those of these records, and of the zones that they are in.
            case recordIDs([CKRecord.ID])

            /// Whether a change is among them.
            public func contains(_ pendingChange: PendingRecordZoneChange) -> Bool {
                let id = pendingChange.recordID
                return switch self {
                case .all: true
                case .allExcluding(let ids): !ids.contains(id.zoneID)
                case .zoneIDs(let ids): ids.contains(id.zoneID)
                case .recordIDs(let ids): ids.contains(id)
                }
            }

            /// Whether a change of a zone is among them.
            func contains(_ pendingChange: PendingDatabaseChange) -> Bool {
                let id = pendingChange.zoneID
                return switch self {
                case .all: true
                case .allExcluding(let ids): !ids.contains(id)
                case .zoneIDs(let ids): ids.contains(id)
                case .recordIDs(let ids): ids.contains { $0.zoneID == id }
                }
            }
        }

        /// The changes.
        public var scope: Scope
        /// A label; without effect here.
        public var operationGroup: CKOperationGroup

        /// Options.
        public init(scope: Scope = .all, operationGroup: CKOperationGroup? = nil) {
            self.scope = scope
            self.operationGroup = operationGroup ?? CKOperationGroup()
        }
    }
}

extension CKSyncEngine.FetchChangesOptions: CustomStringConvertible {
    /// The scope, in words.
    public var description: String { "FetchChangesOptions(\(scope))" }
}

extension CKSyncEngine.SendChangesOptions: CustomStringConvertible {
    /// The scope, in words.
    public var description: String { "SendChangesOptions(\(scope))" }
}
