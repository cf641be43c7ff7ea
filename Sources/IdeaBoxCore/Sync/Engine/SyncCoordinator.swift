import AppCommons
import CloudKit
import Foundation
import SwiftData

/// Keeps the ideas of one store in step with an account.
///
/// It drives a `CKSyncEngine` that does nothing by itself, so that there is one rule for triggers and retries. Pending
/// work lies in the store, as counters that are saved together with the ideas; nothing that must not be lost is in
/// memory.
///
/// One coordinator works on a store at a time: see ``SyncOwnership``.
public actor SyncCoordinator {
    /// What a coordinator works on.
    public struct Parts: Sendable {
        let makeRepository: @Sendable () -> IdeaRepository
        let modelContainer: ModelContainer
        let container: CKContainer
        let clock: ServerClock?
        let surroundings: SyncSurroundings
        let user: String?
        let zoneID: CKRecordZone.ID?
        let standing: @Sendable () -> SyncProblem.Kind?

        /// - Parameters:
        ///   - modelContainer: The store.
        ///   - container: The account's container.
        ///   - clock: What measures the server's clock; nil where nothing does.
        ///   - surroundings: Waiting and chance.
        ///   - user: The record name of the user whose ideas the store holds; nil takes whoever is signed in.
        ///   - zoneID: The zone; nil takes the one that the service can sync.
        ///   - standing: What has become of the account since, as other processes left it; nil where nothing has.
        ///   - makeRepository: Makes the repository that the coordinator works with.
        package init(
            modelContainer: ModelContainer,
            container: CKContainer,
            clock: ServerClock? = nil,
            surroundings: SyncSurroundings,
            user: String? = nil,
            zoneID: CKRecordZone.ID? = nil,
            standing: @escaping @Sendable () -> SyncProblem.Kind? = { nil },
            makeRepository: @escaping @Sendable () -> IdeaRepository
        ) {
            self.makeRepository = makeRepository
            self.modelContainer = modelContainer
            self.container = container
            self.clock = clock
            self.surroundings = surroundings
            self.user = user
            self.zoneID = zoneID
            self.standing = standing
        }
    }

    /// How sync stands.
    public nonisolated let status: SyncStatus
    let parts: Parts
    let store: SyncStore
    let heard: @Sendable (SyncEvent) -> Void
    var engine: CKSyncEngine?
    var zoneID: CKRecordZone.ID?
    var report = SyncReport()
    /// The engine's last state that was not kept yet, and what was kept.
    var newState: CKSyncEngine.State.Serialization?
    var keptState: Data?

    // The attempt that is under way.
    var current: Task<Void, any Error>?
    var isWantedAgain = false
    var pause: Task<Void, any Error>?
    /// Whether the pause is one of the retry rule, and not one that the service wants.
    var isPauseOwn = false
    /// How often the service was reached anew.
    var connections = 0
    /// Ends when the service may be asked again that wanted to be left alone; nil where it may be.
    ///
    /// A task and not a moment: a clock that is set changes nothing about it.
    var silence: Task<Void, any Error>?
    /// Ends when uploads are tried again that found no room.
    var roomTimer: Task<Void, Never>?
    var retry = RetryPolicy()
    var round = Round()
    /// Whether the service has said that the user is the one whose ideas these are; asked for once, and after everything
    /// that may have changed it.
    var isUserKnown = false
    /// Whether the service may have news that no push will tell of.
    var mustFetch = true
    /// The reasons for a sync that wait, while a watch is under way.
    var triggers: TriggerLine?

    /// What one attempt has come upon so far.
    struct Round {
        /// Ideas that the service refused: they stay pending, and are left alone until the next trigger.
        var setAside: Set<UUID> = []
        /// What stands in the way of the rest.
        var problem: SyncProblem?
        /// Whether the service has news that explain a refusal.
        var needsFetch = false
        var download = Download()
        var total = 0
        /// Whether the store has the total of this attempt, and not of one that came to no end.
        var isTotalNoted = false
        var isFruitful = false
        /// Whether a page was applied that the kept state of the engine does not cover.
        var hasNewPage = false
        /// Whether the zone was fetched to its end for the first time, which is not kept yet.
        var isZoneFetched = false
        /// How wrong the clock is by which what goes up was dated.
        var offset = ClockOffset()
        /// Whether the clock was looked at just before the next batch.
        var isFirstBatch = false
        /// Whether something could not be stored.
        var isStoreBroken = false
        /// Whether the service has brought or taken something.
        var isAnswered = false
        /// The last wish of another process before the service is asked for news; nil where it is not.
        var wish: Int?

        /// Whether nothing else can be sent: where there is no room, what makes room can, and a record that was refused is
        /// set aside.
        var problemEndsWork: Bool {
            problem.map { $0.kind != .quotaExceeded && $0.kind != .refused } ?? false
        }
    }

    /// A coordinator, which begins when it is told to.
    ///
    /// - Parameters:
    ///   - parts: What it works on.
    ///   - status: What shows how sync stands.
    ///   - heard: Told of each event as it happens, on any thread.
    public init(
        _ parts: Parts,
        status: SyncStatus,
        heard: @escaping @Sendable (SyncEvent) -> Void = { _ in }
    ) {
        self.parts = parts
        self.status = status
        self.heard = heard
        store = SyncStore(parts.makeRepository())
    }

    // MARK: What callers want

    /// Syncs now, and returns when everything is where it belongs.
    ///
    /// A sync that is under way is followed by another one. Throws ``SyncProblem`` where it could not, after the
    /// retries that the rule allows, and what the store throws.
    public func sync() async throws {
        mustFetch = true
        try await run()
    }

    /// Sends what is pending; fetches first only where no push could have told of news.
    package func run() async throws {
        isWantedAgain = true
        if let current { return try await current.value }
        retry.reset()
        let task = Task { try await work() }
        current = task
        try await task.value
    }

    /// Waits until everything is where it belongs; throws ``SyncProblem`` where that cannot be.
    ///
    /// The service is asked at least once after the call.
    public func caughtUp() async throws {
        try await sync()
    }

    /// Tries again at once, since the person wants it: no pause of the retry rule holds it up, and uploads that found
    /// no room are tried too.
    public func retryNow() async throws {
        try endPauses()
        try await sync()
    }

    /// Ends what holds the next attempt up, since a person wants it now.
    func endPauses() throws {
        try store.change { try store.repository.setMemo(.quota, Date?.none) }
        silence?.cancel()
        silence = nil
        pause?.cancel()
    }

    /// Deletes the ideas whose deletion was held; answers how many.
    public func acceptDeletions() throws -> Int { try store.acceptDeletions() }

    /// Keeps the ideas whose deletion was held, and sends them again; answers how many.
    public func refuseDeletions() throws -> Int { try store.refuseDeletions() }

    /// Sends everything again after the ideas were removed from the service as a whole.
    public func uploadAgain() throws {
        try store.uploadAgain()
        discardEngine()
    }

    /// Removes everything here after the ideas were removed from the service as a whole.
    public func startEmpty() throws {
        try store.startEmpty()
        discardEngine()
    }

    private func discardEngine() {
        engine = nil
        zoneID = nil
        (newState, keptState) = (nil, nil)
    }

    // MARK: Attempts

    private func work() async throws {
        // Without a pause after the last look at what is wanted, so that nobody waits for a work that is over.
        defer { current = nil }
        while isWantedAgain {
            try await waitOutSilence()
            isWantedAgain = false
            let connections = connections
            do {
                try await attempt()
                retry.reset()
            } catch {
                mustFetch = true
                isUserKnown = false
                // What could not be stored is told again by an engine that begins from what was.
                if round.isStoreBroken { (engine, newState, keptState) = (nil, nil, nil) }
                if let error = error as? StoreError { throw error }
                let problem = SyncProblem(error)
                if problem.kind == .unreachable, connections != self.connections {
                    // The service was reached since: this tells of before.
                    isWantedAgain = true
                } else {
                    try await stopOrWait(after: problem)
                }
            }
        }
    }

    private func stopOrWait(after problem: SyncProblem) async throws {
        if round.isFruitful { retry.reset() }
        // However it was heard of: the feed may have forgotten the end of the zone. The service's own zone never ends.
        if problem.kind == .zoneGone, zoneID?.isDefault == false { try store.noteZoneGone() }
        let chance = parts.surroundings.chance()
        let seconds = retry.pause(after: problem, chance: chance)
        try log(problem, isRetry: seconds != nil)
        guard let seconds else {
            let silence = RetryPolicy.silence(after: problem, chance: chance)
            if silence > 0 { beginSilence(silence) }
            try await tell(problem: problem, nextAttempt: nextAttempt(after: problem, silence))
            heard(.stopped(problem))
            throw problem
        }
        let next = store.surroundings.now().addingTimeInterval(seconds)
        try await tell(problem: problem, nextAttempt: next, isOver: false)
        heard(.retry(seconds: seconds, problem))
        let wait = Task { [parts] in try await parts.surroundings.wait(seconds) }
        isPauseOwn = RetryPolicy.silence(after: problem, chance: chance) == 0
        defer { isPauseOwn = false }
        try await waitOut(wait)
        isWantedAgain = true
    }

    private func nextAttempt(after problem: SyncProblem, _ silence: TimeInterval) -> Date? {
        if problem.kind == .quotaExceeded { return (try? roomIsTriedAgain()) ?? nil }
        return silence > 0 ? store.surroundings.now().addingTimeInterval(silence) : nil
    }

    /// Leaves the service alone for as long as it wants, whatever happens meanwhile, but where a person wants it now.
    private func beginSilence(_ seconds: TimeInterval) {
        silence = Task { [weak self, parts] in
            try await parts.surroundings.wait(seconds)
            await self?.silenceEnded()
        }
    }

    private func silenceEnded() {
        silence = nil
        if current == nil { triggers?.add(.timer) }
    }

    private func waitOutSilence() async throws {
        guard let silence else { return }
        defer { self.silence = nil }
        try await waitOut(silence)
    }

    /// Waits for the end of a pause; one that somebody ended is over all the same.
    private func waitOut(_ wait: Task<Void, any Error>) async throws {
        pause = wait
        defer { pause = nil }
        try? await withTaskCancellationHandler {
            try await wait.value
        } onCancel: {
            wait.cancel()
        }
        try Task.checkCancellation()
    }

    private func log(_ problem: SyncProblem, isRetry: Bool) throws {
        try store.change {
            var details = JSONText()
            details.add("kind", problem.kind.rawValue)
            details.add("reason", problem.reason)
            try store.log(isRetry ? .retry : .syncFailure, nil, details, code: problem.code)
        }
    }

    // MARK: Telling

    /// Shows how sync stands now, and keeps it for other processes; one that is not over says nothing to who asked for it.
    func tell(problem: SyncProblem?, nextAttempt: Date?, isOver: Bool = true) async throws {
        let pending = try store.pendingCount()
        var new = try store.repository.memo(.report, as: SyncReport.self) ?? SyncReport()
        new.pending = pending
        new.problem = problem
        new.nextAttempt = nextAttempt
        if isOver { new.wish = round.wish ?? new.wish }
        if let problem {
            new.state = problem.kind == .signedOut ? .signedOut : problem.needsAttention ? .needsAttention : .offline
        } else {
            new.state = pending == 0 ? .upToDate : .waiting
            new.lastSuccess = store.surroundings.now().cutToMilliseconds
        }
        let minutes = try store.repository.memo(.clock, as: ClockOffset.self)
            .flatMap { $0.isAlarming ? Int($0.milliseconds / 60_000) : nil }
        new.clockMinutes = minutes
        let serviceDate = problem == nil ? parts.clock?.confirmedDate : nil
        try store.change {
            if let serviceDate { try store.repository.observeClock(serviceDate: serviceDate, in: store.context) }
            try store.repository.setMemo(.report, new)
            try store.repository.setMemo(.total, Int?.none)
        }
        report = new
        let status = status
        let shown = new
        await MainActor.run { status.take(shown, done: 0, total: 0) }
    }

    /// Shows how far a sync has come.
    func tellProgress() async throws {
        let pending = try store.pendingCount()
        round.total = max(round.total, pending)
        try noteTotal()
        var shown = report
        shown.state = .syncing
        shown.pending = pending
        let (status, total) = (status, round.total)
        let report = shown
        await MainActor.run { status.take(report, done: total - pending, total: total) }
    }

    /// Lets other processes see how large a sync is: what is left of it they count themselves.
    ///
    /// One that is over after a batch is spared the commit. Of more that is added meanwhile is told by the batch, so not more
    /// than once for each batch that goes up.
    private func noteTotal() throws {
        let known = try store.repository.memo(.total, as: Int.self)
        let wanted = round.total > SyncStore.uploadLimit ? round.total : nil
        if let known, let wanted, round.isTotalNoted, wanted <= known + SyncStore.uploadLimit { return }
        round.isTotalNoted = true
        guard wanted != known else { return }
        try store.change { try store.repository.setMemo(.total, wanted) }
    }
}
