import CloudKitWebServices

/// Operations on the records of one zone, by somebody, now.
public struct ModifyCommand: Sendable {
    /// The zone.
    public let zone: ZoneKey
    /// What to do, in this order; every record has a name, and none twice.
    public let operations: [RecordOperation]
    /// All or nothing.
    public let isAtomic: Bool
    /// Who asks.
    public let author: Author
    /// The service's clock, in milliseconds since 1970.
    public let now: Int64
    /// What the account may hold.
    public let quota: Quota
    /// What proves that files were uploaded.
    public let assets: AssetReceipts
    /// What names the request; nil if the client did not.
    public let request: RequestKey?
    /// Bytes of records that the answer may have.
    let answerBytes: Int64
    /// The records that deletes may take along.
    let dependents: Usage
    /// The name of an account's user, for records that only their creators may read; nil has nobody told of them.
    var userName: (@Sendable (AccountID) -> String)?
    /// Makes the answer, which is kept with the effect.
    public let answer: @Sendable ([OperationResult], ZoneState) -> StoredAnswer

    /// A command.
    public init(
        zone: ZoneKey,
        operations: [RecordOperation],
        isAtomic: Bool,
        author: Author,
        now: Int64,
        quota: Quota,
        assets: AssetReceipts = .none,
        request: RequestKey?,
        answer: @escaping @Sendable ([OperationResult], ZoneState) -> StoredAnswer
    ) {
        self.init(
            zone: zone,
            operations: operations,
            isAtomic: isAtomic,
            author: author,
            now: now,
            quota: quota,
            assets: assets,
            request: request,
            answerBytes: Int64(ServiceLimits.answerBytes),
            dependents: Usage(
                bytes: Int64(ServiceLimits.dependentBytesPerRequest),
                records: Int64(ServiceLimits.dependentsPerRequest)
            ),
            answer: answer
        )
    }

    init(
        zone: ZoneKey,
        operations: [RecordOperation],
        isAtomic: Bool,
        author: Author,
        now: Int64,
        quota: Quota,
        assets: AssetReceipts,
        request: RequestKey?,
        answerBytes: Int64,
        dependents: Usage,
        answer: @escaping @Sendable ([OperationResult], ZoneState) -> StoredAnswer
    ) {
        self.zone = zone
        self.operations = operations
        self.isAtomic = isAtomic
        self.author = author
        self.now = now
        self.quota = quota
        self.assets = assets
        self.request = request
        self.answerBytes = answerBytes
        self.dependents = dependents
        self.answer = answer
    }
}

/// What became of one operation.
public enum OperationResult: Hashable, Sendable {
    /// The record as it is now.
    case saved(StoredRecord)
    /// The record is gone.
    case deleted(name: String)
    /// What went wrong.
    case failed(WireError)
}

/// What a modify did.
public struct ModifyOutcome: Sendable {
    /// The answer; that of the first time, if this was a retry.
    public let answer: StoredAnswer
    /// What subscribers are to be told, once.
    public let hints: [ChangeHint]
}

/// What an account may hold; nil is no limit.
public struct Quota: Hashable, Sendable {
    /// Bytes of records.
    public var bytes: Int64?
    /// Records.
    public var records: Int64?

    /// A quota.
    public init(bytes: Int64? = nil, records: Int64? = nil) {
        self.bytes = bytes
        self.records = records
    }

    /// Nothing is limited.
    public static let unlimited = Quota()
}

/// Zones to create and delete.
public struct ModifyZonesCommand: Sendable {
    /// One zone to create or delete.
    public struct Operation: Hashable, Sendable {
        /// Create or delete.
        public let kind: ZoneOperation.Kind
        /// The zone's name, already found to be allowed.
        public let name: String
    }

    /// The database.
    public let database: DatabaseKey
    /// What to do, in this order; refusals that need no store are among them.
    public let operations: [Result<Operation, WireError>]
    /// What names the request.
    public let request: RequestKey?
    /// The device that asks; nil if the client named none.
    public let deviceID: String?
    /// The service's clock, in milliseconds since 1970.
    public let now: Int64
    /// Makes the answer.
    public let answer: @Sendable ([Result<ZoneState, WireError>]) -> StoredAnswer

    /// What a database says that has as many zones as it may.
    static func full(_ name: String) -> WireError {
        let reason = "a database has at most \(ServiceLimits.zonesPerDatabase) zones"
        return WireError(.badRequest, reason: reason, zoneID: WireZoneID(zoneName: name))
    }

    /// What a delete of nothing is answered with.
    static func missing(_ name: String) -> WireError {
        WireError(.zoneNotFound, reason: ErrorReason.zoneNotFound(name), zoneID: WireZoneID(zoneName: name))
    }
}

/// What a change of zones did.
public struct ModifyZonesOutcome: Sendable {
    /// The answer.
    public let answer: StoredAnswer
    /// What subscribers are to be told.
    public let hints: [ChangeHint]
}

/// A subscription as it is kept.
public struct StoredSubscription: Hashable, Sendable {
    /// What names it in its database.
    public let id: String
    /// The subscription.
    public let subscription: WireSubscription
    /// In a public database, who is told; nil in a private one, which has one owner.
    public var subscriber: AccountID?

    /// The type of the records that it is about; empty if of any type.
    var recordType: String {
        subscription.subscriptionType == .query ? subscription.query?.recordType ?? "" : ""
    }
}

/// Subscriptions to save and delete.
public struct ModifySubscriptionsCommand: Sendable {
    /// One subscription to save or delete.
    public enum Operation: Hashable, Sendable {
        /// Saves it, over one of the same ID.
        case save(StoredSubscription)
        /// Deletes it.
        case delete(id: String)
    }

    /// The database.
    public let database: DatabaseKey
    /// In a public database, whose subscriptions these are; nil in a private one.
    public var subscriber: AccountID?
    /// What to do.
    public let operations: [Result<Operation, WireError>]
    /// What names the request.
    public let request: RequestKey?
    /// The service's clock, in milliseconds since 1970.
    public let now: Int64
    /// Makes the answer.
    public let answer: @Sendable ([Result<Operation, WireError>]) -> StoredAnswer

    /// Subscriptions that a public database may have, of all who use it.
    static let publicSubscriptions = 10_000

    /// What a public database says that is full.
    static func full(_ id: String) -> WireError {
        let reason = "the public database has at most \(publicSubscriptions) subscriptions"
        return WireError(.badRequest, reason: reason, subscriptionID: id)
    }

    /// What is said where there is no room for a subscription beside the others of its owner; nil if there is.
    static func refusal(of new: StoredSubscription, besides count: Int, bytes: Int) -> WireError? {
        guard count < ServiceLimits.subscriptionsPerDatabase else {
            let reason = "a database has at most \(ServiceLimits.subscriptionsPerDatabase) subscriptions"
            return WireError(.badRequest, reason: reason, subscriptionID: new.id)
        }
        guard bytes + new.subscription.json().count <= ServiceLimits.subscriptionBytesPerDatabase else {
            let most = ServiceLimits.subscriptionBytesPerDatabase
            let reason = "the subscriptions of a database have at most \(most) bytes"
            return WireError(.badRequest, reason: reason, subscriptionID: new.id)
        }
        return nil
    }

    /// What a delete of nothing is answered with.
    static func missing(_ id: String) -> WireError {
        WireError(.notFound, reason: "Subscription not found", subscriptionID: id)
    }
}

/// Something happened that a subscriber may want to know: look there.
public struct ChangeHint: Hashable, Sendable {
    /// The database in which it happened.
    public let database: DatabaseKey
    /// The zone.
    public let zone: String
    /// The zone's head after it.
    public let head: Int64
    /// The device that did it, which need not be told; nil if that is not known.
    public var deviceID: String?
    /// The subscription that it concerns.
    public let subscription: StoredSubscription
    /// Who owns the zone, as records name people; nil in a public database.
    public var zoneOwner: String?
    /// The record, for a subscription to a query.
    public var news: RecordNews?

    /// The database at whose devices it is directed: those of its owner, or of who subscribed to a public one.
    public var audience: DatabaseKey {
        guard let subscriber = subscription.subscriber else { return database }
        return DatabaseKey(account: subscriber, container: database.container, environment: database.environment)
    }
}

/// What happened to a record, as a subscriber to a query is told.
public struct RecordNews: Hashable, Sendable {
    /// The record's name.
    public let recordName: String
    /// What happened.
    public let reason: WireChangeNotice.Reason
    /// The values of the fields that the subscription wants sent along, as JSON; nil if it wants none.
    public var additionalFields: RawJSON?
    /// What goes into the text that the subscription shows; nil if it shows none with gaps.
    public var alertArguments: [String]?
}
