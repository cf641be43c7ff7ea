#if CloudKitMirroring
import CloudKit
import Foundation

/// Mirrors one store: reads its history, drives a `CKSyncEngine`, and takes in what comes.
///
/// What is to be sent lies in the store. The engine's list stays empty: it is told that there is something, and asks for it.
actor MirrorWorker {
    let parts: MirrorParts
    private(set) var cloud: CKContainer
    private(set) weak var mirror: CloudMirror?
    let options: CloudMirrorOptions
    private weak var container: ModelContainer?
    private var ownership: StoreOwnership?
    private var isWaitingForOwnership = false
    var engine: CKSyncEngine?

    /// Pages that came, until the state that covers them comes: both are kept in one transaction.
    var pages: [CKSyncEngine.Event.FetchedRecordZoneChanges] = []
    var fetchedZone = false
    /// Whether a fetch ended well whose last state is still to come.
    var hasFetched = false
    /// Records that the service refused: they stay to be sent, and are left alone until the next start or change.
    var setAside: Set<String> = []
    /// What stands in the way of everything.
    var obstacle: CloudMirrorProblem?
    /// What went wrong since the last success.
    var problem: CloudMirrorProblem?
    /// Problems that were noted so far, and those before the send that is under way.
    var problemCount = 0
    var problemsBeforeSend = 0
    /// Whether the service took something of the send that is under way.
    var hasSent = false
    /// Whether something could not be stored: the engine's events are void until it begins anew.
    var isBroken = false
    /// The name of the store in stamps: another one says that the bookkeeping was erased meanwhile.
    private var device: String?
    var failures = 0
    var quotaTimer: Task<Void, Never>?
    var isOutOfRoom = false
    /// The last problem of each kind that records have: it stands for as long as some are refused, or find no room.
    private var refusals: [CloudMirrorProblem.Kind: CloudMirrorProblem] = [:]
    /// Why nothing goes up: the service was asked for the time and did not answer.
    var clockDoubt: CloudMirrorProblem?
    var clockFailures = 0
    var clockTimer: Task<Void, Never>?

    init(
        _ parts: MirrorParts,
        _ container: ModelContainer,
        _ cloud: CKContainer,
        _ mirror: CloudMirror,
        _ options: CloudMirrorOptions
    ) {
        self.parts = parts
        self.container = container
        self.cloud = cloud
        self.mirror = mirror
        self.options = options
    }

    deinit {
        quotaTimer?.cancel()
        clockTimer?.cancel()
    }

    var zoneID: CKRecordZone.ID {
        CKRecordZone.ID(zoneName: parts.layout.zoneName, ownerName: CKCurrentUserDefaultName)
    }

    // MARK: Beginning

    /// Begins, if this process is the one that mirrors the store.
    ///
    /// Where nobody has said where the service is, there is nothing to begin: the store is as one that is not mirrored.
    func begin() {
        guard cloud.endpoint != nil else {
            mirror?.change { $0.state = .signedOut }
            return
        }
        do {
            try start()
        } catch {
            // Where another process mirrors the store, nothing is wrong.
            if mirror?.status.state != .elsewhere { broke(error) }
        }
    }

    /// The engine; made where there is none.
    ///
    /// - Throws: ``CloudMirrorProblem`` where another process has the store, or what the store throws.
    @discardableResult
    func start() throws -> CKSyncEngine {
        if let engine, !isBroken, try !wasErased() { return engine }
        try takeOwnership()
        isBroken = false
        (engine, device) = (nil, nil)
        (pages, fetchedZone, hasFetched, setAside) = ([], false, false, [])
        trustClock()
        let state = try prepareStore()
        device = try parts.read { try $0.text(.device) }
        var configuration = CKSyncEngine.Configuration(
            database: cloud.privateCloudDatabase,
            stateSerialization: state,
            delegate: self
        )
        configuration.automaticallySync = options.isAutomatic
        let made = CKSyncEngine(configuration)
        engine = made
        if try parts.read({ try $0.text(.zone) }) == nil { addZone(made) }
        try scan()
        // What stood in the way before this process began.
        if let obstacle, mirror?.status.lastProblem == nil { note(obstacle) }
        showStanding()
        return made
    }

    private func addZone(_ engine: CKSyncEngine) {
        engine.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: zoneID))])
    }

    /// Makes sure that this process is the one that mirrors the store.
    ///
    /// - Throws: ``CloudMirrorProblem`` where another one is.
    func takeOwnership() throws {
        guard ownership == nil, let url = parts.store.connection.url else { return }
        if let taken = try StoreOwnership(of: url) {
            ownership = taken
            return
        }
        mirror?.change { $0.state = .elsewhere }
        waitForOwnership(url)
        throw CloudMirrorProblem(.misconfigured, "Another process mirrors this store.")
    }

    /// A thread waits in the system's own queue, without asking again and again.
    private func waitForOwnership(_ url: URL) {
        guard options.isAutomatic, !isWaitingForOwnership else { return }
        isWaitingForOwnership = true
        StoreOwnership.wait(for: url) { [weak self] ownership in
            guard let self else { return }
            Task { await self.owns(ownership) }
        }
    }

    private func owns(_ ownership: StoreOwnership?) {
        isWaitingForOwnership = false
        guard let ownership else { return }
        self.ownership = ownership
        begin()
    }

    /// Makes the bookkeeping ready.
    ///
    /// - Returns: The engine's state as it was kept; nil to begin anew.
    private func prepareStore() throws -> CKSyncEngine.State.Serialization? {
        parts.files.clear()
        try parts.store.connection.write { db in try MirrorBooks(store: parts.store, db: db).prepare() }
        var state: CKSyncEngine.State.Serialization?
        try work { work in
            try work.beginMirroring()
            if let known = try work.books.text(.layout), known != options.layout.rawValue {
                try work.sendEverythingAgain()
                try work.books.set(.engine, nil)
                try work.books.set(.zone, nil)
            }
            try work.books.set(.layout, .text(options.layout.rawValue))
            if let known = try work.books.text(.schema), known != work.schema.digest {
                // What was left aside before may be known by now: records of new types, and new fields of others.
                try work.books.set(.engine, nil)
                try work.readEverythingAgain()
            }
            try work.books.set(.schema, .text(work.schema.digest))
            if case .blob(let data) = try work.books.state(.engine) {
                state = try? JSONDecoder().decode(CKSyncEngine.State.Serialization.self, from: data)
            }
            // A fetch from the beginning does not tell of what was deleted before, not even of what is sent before it.
            if state == nil { try work.beginComparison() }
            if try work.books.number(.zoneGone) != nil { obstacle = Self.zoneDeleted }
        }
        while try !work({ try $0.adopt() }) {}
        return state
    }

    static let zoneDeleted = CloudMirrorProblem(
        .zoneDeleted,
        "The data were removed at the service. Send them again, or remove them here."
    )

    /// Goes on with another container, whose account may be another one.
    func use(_ cloud: CKContainer, adoptingAccount: Bool) throws {
        if adoptingAccount {
            try takeOwnership()
            try removeAccount()
        }
        beginAnew()
        self.cloud = cloud
        if options.isAutomatic { begin() }
    }

    // MARK: The store

    /// Runs a piece of work, and tells the contexts of the process.
    @discardableResult
    func work<Result>(_ body: (MirrorWork) throws -> Result) throws -> Result {
        let (result, notice) = try parts.work { [device] work in
            if let device, work.device != device { throw StoreWasErased() }
            return try body(work)
        }
        if !notice.isEmpty { container?.broadcast(notice) }
        return result
    }

    /// The rows were erased while the engine was at work: what it knows is about a store that is no more.
    private struct StoreWasErased: Error {}

    private func wasErased() throws -> Bool {
        try parts.read { books in try !books.isPresent() || books.text(.device) != device }
    }

    /// Takes in what was saved here, some at a time so that no save of the app waits long.
    func scan() throws {
        guard try hasNews() else { return }
        while try !work({ try $0.scan(MirrorWork.changesAtOnce) }) {}
    }

    private func hasNews() throws -> Bool {
        try parts.read { books in
            guard try parts.store.historyLog(on: books.db).isPresent() else { return false }
            let last =
                try books.integer(
                    "SELECT max(id + (pk_last - pk)) FROM _history WHERE id >= (SELECT max(id) FROM _history)"
                ) ?? 0
            return try books.number(.history) ?? 0 < last
        }
    }

    /// Something was saved here, or by another process.
    func localChange() {
        guard let engine, !isBroken else { return }
        do {
            try scan()
            setAside = []
            try wake(engine)
        } catch {
            broke(error)
        }
    }

    /// Tells the engine that there is something to send.
    func wake(_ engine: CKSyncEngine) throws {
        let (count, isThere) = try parts.read { books in (try books.pendingCount(), try hasUpload(books)) }
        mirror?.change { $0.pendingCount = count }
        removeRefusals(where: count)
        if isThere, obstacle == nil, clockDoubt == nil { engine.state.hasPendingUntrackedChanges = true }
        showStanding()
    }

    /// Where nothing is left to send, nothing waits for room and nothing is refused any more: it was deleted, or settled by what
    /// came.
    private func removeRefusals(where count: Int) {
        guard count == 0, isOutOfRoom || !setAside.isEmpty else { return }
        (isOutOfRoom, setAside, refusals) = (false, [], [:])
        quotaTimer?.cancel()
        quotaTimer = nil
        guard problem.map({ Self.isOfRecords($0.kind) }) == true else { return }
        problem = nil
        mirror?.change { ($0.lastProblem, $0.nextAttempt) = (nil, nil) }
    }

    private static func isOfRecords(_ kind: CloudMirrorProblem.Kind) -> Bool {
        kind == .quotaExceeded || kind == .recordRefused
    }

    func hasUpload(_ books: MirrorBooks) throws -> Bool {
        try books.hasUpload(without: setAside, savesToo: !isOutOfRoom)
    }

    /// The store cannot be read or written: what the engine tells from now on is void, and it begins anew after a while.
    func broke(_ error: any Error) {
        if error is StoreWasErased {
            beginAnew()
            if options.isAutomatic { begin() }
            return
        }
        if let problem = error as? CloudMirrorProblem, engine == nil { return note(problem) }
        isBroken = true
        engine = nil
        pages = []
        failures += 1
        note(CloudMirrorProblem(.storeFailed, "\(error)"))
        guard options.isAutomatic else { return }
        let seconds = min(300, Double(1 << min(failures, 8)))
        Task { [weak self, surroundings = cloud.surroundings] in
            guard (try? await surroundings.wait(seconds)) != nil else { return }
            await self?.begin()
        }
    }

    // MARK: Standing

    func note(_ problem: CloudMirrorProblem) {
        self.problem = problem
        if Self.isOfRecords(problem.kind) { refusals[problem.kind] = problem }
        problemCount += 1
        mirror?.change { $0.lastProblem = problem }
        mirror?.tell(.problem(problem))
        showStanding()
    }

    func showStanding() {
        let count = readPendingCount()
        mirror?.change { status in
            if let count { status.pendingCount = count }
            if obstacle != nil {
                status.state = .needsAttention
            } else if !cloud.isSignedIn {
                status.state = .signedOut
            } else if let problem {
                status.state = Self.needsPerson(problem.kind) ? .needsAttention : .waiting
            } else if status.lastSuccess == nil {
                status.state = .syncing
            } else if let count {
                status.state = count == 0 ? .upToDate : .syncing
            }
        }
    }

    /// How many records wait to be sent; nil where the store cannot be read, of which the next piece of work says more.
    private func readPendingCount() -> Int? {
        try? parts.read { try $0.isPresent() ? $0.pendingCount() : 0 }
    }

    private static func needsPerson(_ kind: CloudMirrorProblem.Kind) -> Bool {
        switch kind {
        case .signedOut, .serviceUnavailable: false
        case .accountChanged, .zoneDeleted, .quotaExceeded, .recordRefused, .storeFailed, .misconfigured: true
        }
    }

    func succeeded() {
        failures = 0
        trustClock()
        if let count = readPendingCount() { removeRefusals(where: count) }
        // What was refused, or found no room, is still there, whatever went wrong since.
        let standing = isOutOfRoom ? refusals[.quotaExceeded] : setAside.isEmpty ? nil : refusals[.recordRefused]
        let isWhole = setAside.isEmpty && !isOutOfRoom && obstacle == nil
        problem = isWhole ? nil : obstacle ?? standing ?? problem
        let left = problem
        let now = parts.store.environment.now()
        let error = cloud.serviceClockOffset ?? 0
        mirror?.change { status in
            status.clockError = abs(error) > Double(MirrorWork.toleratedError) / 1_000 ? error : 0
            status.lastSuccess = now
            status.nextAttempt = nil
            status.lastProblem = left
        }
        showStanding()
    }
}

#endif
