import CloudKitWebServices

/// Where the records of all accounts are kept, in order.
///
/// What every implementation must hold, and what the conformance suite asks of it:
/// - A zone's changes are numbered from the zone's own row, inside the transaction that makes them; they become visible
///   at commit, in order. Nobody can see number n + 1 and be given n later.
/// - A call that changes something returns after its commit is on the disk; what it returns is what was committed.
/// - A page of changes, its rows and its token come from one snapshot.
/// - Nothing crosses accounts.
///
/// All methods throw ``ServiceFault`` for what the protocol has an error for, and other errors where the store itself
/// is at fault; then nothing of the call was applied.
public protocol RecordStore: Sendable {
    /// Applies operations to the records of one zone.
    func modify(_ command: ModifyCommand) async throws -> ModifyOutcome
    /// Gets records by name, in the order asked for, as far as they fit into so many bytes; nil where there is none.
    ///
    /// One record always fits. What comes behind the first that does not is not looked at, so the answer ends there.
    func lookUp(_ names: [String], in zone: ZoneKey, bytes: Int64) async throws -> [StoredRecord?]
    /// The deletions of these records, by name; what was never deleted, or is there, is missing.
    ///
    /// The store remembers them for good, unless it was put back to a copy from before.
    func deletions(of names: [String], in zone: ZoneKey) async throws -> [String: StoredDeletion]
    /// Gets a page of the records of a type that match.
    func query(_ query: RecordQuery) async throws -> QueryPage
    /// Gets a page of the changes of a zone.
    func changes(of zone: ZoneKey, _ request: FeedRequest) async throws -> ZonePage
    /// Gets a page of the zones that changed.
    func changedZones(of database: DatabaseKey, since start: FeedStart, limit: Int) async throws -> DatabasePage

    /// All zones, by name; the default zone is always there.
    func zones(of database: DatabaseKey) async throws -> [ZoneState]
    /// Creates and deletes zones.
    func modifyZones(_ command: ModifyZonesCommand) async throws -> ModifyZonesOutcome

    /// All subscriptions in a database of one who subscribed, by ID; nil in a private one, where all are its owner's.
    func subscriptions(of database: DatabaseKey, subscriber: AccountID?) async throws -> [StoredSubscription]
    /// Saves and deletes subscriptions.
    func modifySubscriptions(_ command: ModifySubscriptionsCommand) async throws -> StoredAnswer
    /// Removes subscriptions to public databases of people who have no account any more.
    func removeLostSubscriptions() async throws

    /// Gets a page of the files that the records of an account hold, in all its databases.
    ///
    /// The order is that of zones and names. What the records hold at the first page and at the last must be on some.
    func assets(of account: AccountID, after position: AssetPage.Position?, limit: Int) async throws -> AssetPage

    /// Removes answers to requests that are older, a bounded number at a time; says how many it forgot.
    func removeAnswers(before milliseconds: Int64, limit: Int) async throws -> Int

    /// The private databases that an account has written to.
    func databases(of account: AccountID) async throws -> [DatabaseKey]
    /// The public databases that anybody has written to.
    func publicDatabases() async throws -> [DatabaseKey]
    /// Writes something of no meaning, durably, and looks whether the tables are those of this version.
    ///
    /// It throws if either fails: the service is not ready then.
    func checkReady() async throws
    /// Writes that wait for their turn.
    var queueLength: Int { get }
    /// Takes tombstones of deletions that are older out of the feed, a bounded number at a time; says how many.
    ///
    /// Their names and stamps go to the graveyard, and the zone's `prunedBelow` rises to the last of them.
    func pruneTombstones(before milliseconds: Int64, limit: Int) async throws -> Int

    /// The schema of a container in an environment.
    func schema(of key: SchemaKey) async throws -> RecordSchema
    /// The grants of record types, by type; those that have none are missing.
    func grants(of recordTypes: Set<String>, in key: SchemaKey) async throws -> [String: [SchemaGrant]]
    /// Replaces a schema by what a change makes of it, in one transaction; what the change throws leaves it as it was.
    func changeSchema(
        of key: SchemaKey,
        _ change: @escaping @Sendable (RecordSchema) throws -> RecordSchema
    ) async throws

    /// Looks through everything for what must not be, from one snapshot.
    func verify() async throws -> StoreReport
    /// Begins a new life of every zone and database, so that all tokens given out so far expire.
    ///
    /// Epochs become at least the present time, so that two stores put back from one backup never share one. The numbers of
    /// records' changes go on behind all that can have been given out, also in zones that the store does not know: a change
    /// tag from the life before never fits another version.
    func raiseEpochs(now milliseconds: Int64) async throws
}

extension RecordStore {
    /// All subscriptions of a private database, by ID.
    public func subscriptions(of database: DatabaseKey) async throws -> [StoredSubscription] {
        try await subscriptions(of: database, subscriber: nil)
    }

    /// Gets records by name, however large they are together.
    func lookUp(_ names: [String], in zone: ZoneKey) async throws -> [StoredRecord?] {
        try await lookUp(names, in: zone, bytes: .max)
    }

    /// Gets a page of the changes of a zone, oldest first, as large as an answer may be.
    public func changes(of zone: ZoneKey, since start: FeedStart, limit: Int) async throws -> ZonePage {
        try await changes(of: zone, FeedRequest(start, room: AnswerBudget(records: limit)))
    }
}

/// A whole-request error of the protocol, on its way to the answer.
public struct ServiceFault: Error, Hashable, Sendable {
    /// The error.
    public let error: WireError
    /// The HTTP status, which usually follows from the code.
    public let status: Int

    /// A fault.
    public init(_ error: WireError, status: Int? = nil) {
        self.error = error
        self.status = status ?? error.serverErrorCode.httpStatus
    }

    /// A fault from its code and reason.
    public init(_ code: ServerErrorCode, _ reason: String) {
        self.init(WireError(code, reason: reason))
    }
}

/// Which zone of which database.
public struct ZoneKey: Hashable, Sendable {
    /// The database.
    public let database: DatabaseKey
    /// The zone's name.
    public let name: String

    /// A zone.
    public init(_ database: DatabaseKey, _ name: String) {
        self.database = database
        self.name = name
    }

    /// Whether this is the default zone, which exists without having been created.
    public var isDefault: Bool {
        name == WireZoneID.defaultName
    }

    /// A whole-request error: there is no such zone.
    var missing: ServiceFault {
        ServiceFault(.zoneNotFound, ErrorReason.zoneNotFound(name))
    }
}

/// The state of a zone.
public struct ZoneState: Hashable, Sendable {
    /// The zone's name.
    public var name: String
    /// The number of the zone in its account; a zone that is created anew keeps it.
    public var number: Int64
    /// The last sequence number given out.
    public var head: Int64
    /// The life of the zone: raised when it is created anew, restored or found to have lost something.
    public var epoch: Int64
    /// Tombstones up to here are gone from the feed.
    public var prunedBelow: Int64
    /// Whether the zone was deleted.
    public var isDeleted: Bool

    /// A zone's state.
    public init(name: String, number: Int64, head: Int64, epoch: Int64, prunedBelow: Int64, isDeleted: Bool) {
        self.name = name
        self.number = number
        self.head = head
        self.epoch = epoch
        self.prunedBelow = prunedBelow
        self.isDeleted = isDeleted
    }

    /// A default zone that nobody has written to.
    static let untouchedDefault = ZoneState(
        name: WireZoneID.defaultName,
        number: 0,
        head: 0,
        epoch: SyncToken.untouchedEpoch,
        prunedBelow: 0,
        isDeleted: false
    )
}
