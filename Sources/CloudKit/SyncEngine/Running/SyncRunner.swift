import Foundation
import Synchronization

/// Does what a machine decides: talks to the delegate, one thing after the other, and to the service beside that.
///
/// What the machine wants done waits in one line. A request begins when its turn comes, so the next page is asked for only
/// when the delegate has handled the last one, and the line stays short.
final class SyncRunner: Sendable {
    struct Inner: Sendable {
        var machine: SyncMachine
        var line: [SyncMachine.Action] = []
        var isWorking = false
        var isOver = false
        weak var engine: CKSyncEngine?
        var requests: [SyncMachine.RequestID: Task<Void, Never>] = [:]
        var timer: Task<Void, Never>?
        var listener: Task<Void, Never>?
        var observer: Observer?
        var lastWaiter = 0
        var waiting: [SyncMachine.Waiter: CheckedContinuation<Void, any Error>] = [:]
        /// The task that is inside of a method of the delegate.
        var delegateTask: Int?
    }

    private let inner: Mutex<Inner>
    private let delegate: Delegate
    let requests: SyncRequests
    var link: ContainerLink { requests.database.link }
    var surroundings: CloudKitSurroundings { link.configuration.surroundings }

    /// The delegate, which is not kept alive.
    private struct Delegate: Sendable {
        weak var value: (any CKSyncEngineDelegate)?
    }

    init(_ configuration: CKSyncEngine.Configuration) {
        delegate = Delegate(value: configuration.delegate)
        requests = SyncRequests(database: configuration.database)
        inner = Mutex(
            Inner(
                machine: SyncMachine(
                    ledger: configuration.stateSerialization?.ledger ?? SyncLedger(),
                    isAutomatic: configuration.automaticallySync,
                    subscription: configuration.subscriptionID
                )
            )
        )
    }

    func read<Value: Sendable>(_ body: (SyncMachine) -> Value) -> Value {
        inner.withLock { body($0.machine) }
    }

    /// Lets the machine hear something, and sees to what it decides.
    func put(_ input: SyncMachine.Input) {
        change { inner in inner.hear(input, link) }
    }

    /// Changes what is here, and starts the work if there is some and nobody does it.
    func change(_ body: (inout Inner) -> Void) {
        let starts = inner.withLock { inner in
            guard !inner.isOver else { return false }
            body(&inner)
            defer { inner.isWorking = inner.isWorking || !inner.line.isEmpty }
            return !inner.isWorking && !inner.line.isEmpty
        }
        if starts { Task { await work() } }
    }

    private func work() async {
        while let action = next() { await perform(action) }
    }

    private func next() -> SyncMachine.Action? {
        inner.withLock { inner in
            if inner.line.isEmpty {
                inner.isWorking = false
                return nil
            }
            return inner.line.removeFirst()
        }
    }

    /// Ends everything: the engine is gone.
    func stop() {
        let waiting = inner.withLock { inner in
            inner.isOver = true
            inner.line = []
            for task in inner.requests.values { task.cancel() }
            inner.timer?.cancel()
            inner.listener?.cancel()
            inner.observer = nil
            defer { inner.waiting = [:] }
            return inner.waiting
        }
        for continuation in waiting.values {
            continuation.resume(throwing: CKError(.operationCancelled, reason: "the engine is gone"))
        }
    }

    // MARK: One action

    private func perform(_ action: SyncMachine.Action) async {
        switch action {
        case .tell(let event): await withDelegate { await $0.handleEvent(event, syncEngine: $1) }
        case .tellState(let state):
            await withDelegate {
                await $0.handleEvent(.stateUpdate(.init(stateSerialization: state)), syncEngine: $1)
            }
            put(.stateTold)
        case .notice(let notice):
            await withDelegate { delegate, engine in
                if let delegate = delegate as? any SyncEngineNoticeDelegate {
                    await delegate.handleNotice(notice, syncEngine: engine)
                }
            }
        case .askOptions(let question, let context):
            let options = await withDelegate { await $0.nextFetchChangesOptions(context, syncEngine: $1) }
            put(.options(question, options ?? context.options))
        case .askBatch(let question, let context):
            let batch = await withDelegate { await $0.nextRecordZoneChangeBatch(context, syncEngine: $1) }
            put(.batch(question, batch ?? nil))
        case .request(let id, let request): begin(id, request)
        case .abandon(let id): inner.withLock { $0.requests.removeValue(forKey: id) }?.cancel()
        case .wait(let number, let seconds): startTimer(number, seconds)
        case .stopWaiting: startTimer(nil, 0)
        case .listen(let signIn): listen(signIn)
        case .stopListening: listen(nil)
        case .resume(let waiter, let error):
            let continuation = inner.withLock { $0.waiting.removeValue(forKey: waiter) }
            if let error { continuation?.resume(throwing: error) } else { continuation?.resume() }
        }
    }

    private func withDelegate<Value>(
        _ body: (any CKSyncEngineDelegate, CKSyncEngine) async -> Value
    ) async -> Value? {
        guard let engine = inner.withLock({ $0.engine }), let delegate = delegate.value else { return nil }
        let task = Self.currentTask
        inner.withLock { $0.delegateTask = task }
        defer { inner.withLock { $0.delegateTask = nil } }
        return await body(delegate, engine)
    }

    private func begin(_ id: SyncMachine.RequestID, _ request: SyncMachine.Request) {
        inner.withLock { inner in
            guard !inner.isOver, inner.machine.isCurrent(id) else { return }
            inner.requests[id] = Task {
                let answer = await requests.answer(to: request, signIn: id.signIn)
                change { inner in
                    inner.requests[id] = nil
                    inner.hear(.answered(id, answer), link)
                }
            }
        }
    }

    private func startTimer(_ number: Int?, _ seconds: TimeInterval) {
        inner.withLock { inner in
            inner.timer?.cancel()
            inner.timer = nil
            guard let number, !inner.isOver else { return }
            inner.timer = Task { [weak self, surroundings] in
                guard (try? await surroundings.wait(seconds)) != nil else { return }
                self?.put(.timer(number))
            }
        }
    }

    private func listen(_ signIn: Int?) {
        let link = link
        let scope = requests.database.databaseScope
        inner.withLock { inner in
            inner.listener?.cancel()
            inner.listener = nil
            guard let signIn, !inner.isOver else { return }
            inner.listener = Task { [weak self] in
                let options = CallOptions(signIn: signIn)
                let listener = CourierListener(link: link, options: options) { $0.concerns(scope) }
                // Where it ends for good, the sign-in is over, and that is heard elsewhere.
                try? await listener.run { [weak self] news in
                    switch news {
                    case .connected: self?.put(.listening)
                    case .disconnected: self?.put(.lost)
                    case .notified(let notification): if notification.concerns(scope) { self?.put(.pushed) }
                    case .quiet: self?.put(.pushed)
                    }
                }
            }
        }
    }
}

extension SyncRunner.Inner {
    /// Lets the machine hear something; what cannot wait is done at once.
    mutating func hear(_ input: SyncMachine.Input, _ link: ContainerLink) {
        let surroundings = link.configuration.surroundings
        let uptime = surroundings.uptime()
        let moment = SyncMoment(
            now: surroundings.now(),
            uptime: uptime,
            jitter: surroundings.chance(),
            retryAfter: link.retryAfter.remaining(at: uptime)
        )
        for action in machine.handle(input, at: moment) {
            if case .abandon(let id) = action {
                requests.removeValue(forKey: id)?.cancel()
            } else {
                line.append(action)
            }
        }
    }
}

extension CKNotification {
    /// Whether it tells of a change in a database.
    fileprivate func concerns(_ scope: CKDatabase.Scope) -> Bool {
        switch self {
        case let notification as CKDatabaseNotification: notification.databaseScope == scope
        case let notification as CKRecordZoneNotification: notification.databaseScope == scope
        case let notification as CKQueryNotification: notification.databaseScope == scope
        default: true
        }
    }
}
