import CloudKit
import Foundation
import Observation
import SwiftData
import Synchronization

extension SyncCoordinator {
    /// Why a sync begins.
    enum Trigger: Sendable {
        /// The watch begins.
        case launch
        /// Somebody changed an idea, in this process or in another.
        case change
        /// The service has news.
        case push
        /// The connection to the service is there, for the first time or again.
        case connection
        /// The connection to the service is gone: how things stand is seen by asking.
        case outage
        /// Somebody signed in or out, in whatever process.
        case account
        /// The person looks at the ideas again.
        case foreground
        /// Another process wants a sync.
        case wish
        /// A long time has passed.
        case timer
    }

    /// Seconds after which the service is asked though nothing was heard: a last resort.
    static let lastResort: TimeInterval = 15 * 60

    /// Syncs whenever there is a reason to, until the task is cancelled or nobody is signed in any more.
    ///
    /// While everything is where it belongs, one request is parked at the service and nothing else happens. Throws
    /// ``SyncProblem`` of the kinds `signedOut` and `accountChanged`, and what the store throws.
    public func watch() async throws {
        let feed = TriggerLine()
        feed.add(.launch)
        triggers = feed
        let changes = try LocalChanges(parts.modelContainer) { feed.add(.change) }
        let account = try LocalChanges(parts.modelContainer, of: [SyncLog.self], by: [AccountNews.author]) {
            [weak self] in
            Task { await self?.accountChanged(feed) }
        }
        let wishes = try LocalChanges(parts.modelContainer, of: [SyncMemo.self], by: [SyncWish.author]) {
            [weak self] in
            Task { await self?.wished(feed) }
        }
        let parts = parts
        let connected: @Sendable () -> Void = { [weak self] in
            Task { await self?.connected(feed) }
        }
        let listener = Task { await Self.listen(parts.container, feed, onConnect: connected) }
        let timer = Task {
            while (try? await parts.surroundings.wait(Self.lastResort)) != nil { feed.add(.timer) }
        }
        defer {
            listener.cancel()
            timer.cancel()
            changes.end()
            account.end()
            wishes.end()
            feed.end()
            triggers = nil
            roomTimer?.cancel()
            roomTimer = nil
        }
        for await _ in feed.bell {
            while let trigger = feed.takeFirst() {
                try Task.checkCancellation()
                try await obey(trigger)
                try tryRoomLater(feed)
            }
        }
        try Task.checkCancellation()
    }

    /// Asks the service for news, where a watch is under way: the person looks at the ideas again.
    public func cameForward() {
        triggers?.add(.foreground)
    }

    /// Ends at once what is under way where the account is another one, or none.
    private func accountChanged(_ feed: TriggerLine) {
        if let kind = parts.standing() {
            round.problem = SyncProblem(kind)
            pause?.cancel()
        }
        feed.add(.account)
    }

    /// A person asked for a sync by another process: what holds the next attempt up is over.
    private func wished(_ feed: TriggerLine) {
        // A store that cannot be changed says so to the sync, too.
        try? endPauses()
        feed.add(.wish)
    }

    /// The service can be reached, for the first time or again: a pause that it did not want is over.
    private func connected(_ feed: TriggerLine) {
        connections += 1
        retry.reset()
        if isPauseOwn { pause?.cancel() }
        feed.add(.connection)
    }

    private func obey(_ trigger: Trigger) async throws {
        // The own work of sync is a change too.
        if trigger == .change, try store.pendingCount() == 0 { return }
        // A sync that was under way may have heard it.
        if trigger == .wish, try store.repository.isWishHeard() { return }
        // First of all, so that what changes after the fetch is told.
        if trigger == .connection || trigger == .timer { try await subscribe() }
        do {
            if trigger == .change { try await run() } else { try await sync() }
        } catch let problem as SyncProblem {
            // All others were told, and the next trigger tries again.
            if problem.kind == .signedOut || problem.kind == .accountChanged { throw problem }
        }
    }

    /// Sees to it that uploads are tried again that found no room, when that is due.
    private func tryRoomLater(_ feed: TriggerLine) throws {
        guard roomTimer == nil, let moment = try roomIsTriedAgain() else { return }
        let seconds = moment.timeIntervalSince(store.surroundings.now())
        roomTimer = Task { [weak self, parts] in
            guard (try? await parts.surroundings.wait(seconds)) != nil else { return }
            await self?.roomTimerEnded(feed)
        }
    }

    private func roomTimerEnded(_ feed: TriggerLine) {
        roomTimer = nil
        feed.add(.timer)
    }

    /// Sees to it that the service tells of changes; where it cannot be reached, the next connection tries again.
    private func subscribe() async throws {
        guard try store.repository.memo(.subscription, as: String.self) == nil else { return }
        let subscription = CKDatabaseSubscription(subscriptionID: Self.subscriptionID)
        let info = CKSubscription.NotificationInfo()
        info.shouldSendContentAvailable = true
        subscription.notificationInfo = info
        guard (try? await parts.container.privateCloudDatabase.save(subscription)) != nil else { return }
        try store.change { try store.repository.setMemo(.subscription, Self.subscriptionID) }
    }

    /// Hears the pushes of the service for as long as somebody is signed in.
    private static func listen(
        _ container: CKContainer,
        _ feed: TriggerLine,
        onConnect: @escaping @Sendable () -> Void
    ) async {
        let pushes = container.notifications(
            onConnect: onConnect,
            onDisconnect: { feed.add(.outage) }
        )
        do {
            for try await _ in pushes { feed.add(.push) }
        } catch {
            // The sign-in is over: the next sync says so.
            feed.add(.push)
        }
    }
}

/// Reasons for a sync that wait for their turn: each kind once, in the order in which they came.
///
/// None gives way to another: of news from the service that changes of this device pushed out, nobody else would tell.
final class TriggerLine: Sendable {
    /// Rings when there is something to take, at least once after the last addition.
    let bell: AsyncStream<Void>
    private let rope: AsyncStream<Void>.Continuation
    private let waiting = Mutex<[SyncCoordinator.Trigger]>([])

    init() {
        (bell, rope) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    func add(_ trigger: SyncCoordinator.Trigger) {
        waiting.withLock { waiting in
            if !waiting.contains(trigger) { waiting.append(trigger) }
        }
        rope.yield()
    }

    func takeFirst() -> SyncCoordinator.Trigger? {
        waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }

    func end() { rope.finish() }
}

/// Tells of changes of ideas, whoever makes them: this process or another one on the same store.
final class LocalChanges: Sendable {
    private let observer: HistoryObserver
    private let changed: @Sendable () -> Void
    private let isOver = OneWaySwitch()

    init(
        _ container: ModelContainer,
        of models: [any PersistentModel.Type] = [Idea.self],
        by authors: Set<String> = [],
        changed: @escaping @Sendable () -> Void
    ) throws {
        observer = try HistoryObserver(observedModels: models, authors: authors, modelContainer: container)
        self.changed = changed
        arm()
    }

    func end() { isOver.set() }

    private func arm() {
        withObservationTracking {
            _ = observer.eventCounter
        } onChange: { [weak self] in
            Task {
                guard let self, !self.isOver.isSet else { return }
                // First listen again, then tell: what comes in between is told by this.
                self.arm()
                self.changed()
            }
        }
    }
}
