import Foundation

// Those who call the engine, and the account that it watches.

extension SyncRunner {
    /// Takes up the work for an engine.
    func begin(_ engine: CKSyncEngine) {
        let link = requests.database.link
        let observer = Observer(link) { [weak self] in self?.put(.standing(link.session.standing)) }
        change { inner in
            inner.engine = engine
            inner.observer = observer
            inner.hear(.standing(link.session.standing), link)
        }
    }

    /// Lets the machine hear of somebody who waits, and waits with them.
    ///
    /// - Throws: ``CKError``.
    func wait(_ input: @Sendable (SyncMachine.Waiter) -> SyncMachine.Input) async throws {
        let waiter = nextWaiter()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                enter(waiter, continuation, input(waiter))
            }
        } onCancel: {
            put(.abandon(waiter))
        }
    }

    /// Ends what is under way, and waits until the delegate knows, unless it is the delegate that wants it.
    func cancel() async {
        let waiter = nextWaiter()
        if isInsideOfDelegate {
            put(.cancel(waiter))
        } else {
            // It has no other outcome than that the engine is gone, and then nothing is under way either.
            try? await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                enter(waiter, continuation, .cancel(waiter))
            }
        }
    }

    private func nextWaiter() -> SyncMachine.Waiter {
        var waiter = 0
        change { inner in
            inner.lastWaiter += 1
            waiter = inner.lastWaiter
        }
        return waiter
    }

    private func enter(
        _ waiter: SyncMachine.Waiter,
        _ continuation: CheckedContinuation<Void, any Error>,
        _ input: SyncMachine.Input
    ) {
        let task = Self.currentTask
        var problem: CKError? = CKError(.operationCancelled, reason: "the engine is gone")
        change { inner in
            if case .cancel = input {
                problem = nil
            } else if let task, inner.delegateTask == task {
                let words = "the delegate must not wait for the engine, which waits for the delegate"
                problem = CKError(.invalidArguments, reason: words)
                return
            }
            problem = nil
            inner.waiting[waiter] = continuation
            inner.hear(input, link)
        }
        if let problem { return continuation.resume(throwing: problem) }
        // One that was cancelled before it was known here.
        if Task.isCancelled { put(.abandon(waiter)) }
    }

    /// Whether this task is the one that called the delegate.
    private var isInsideOfDelegate: Bool {
        var isInside = false
        let task = Self.currentTask
        change { inner in isInside = task != nil && inner.delegateTask == task }
        return isInside
    }

    /// What tells this task from all others that run now.
    static var currentTask: Int? {
        withUnsafeCurrentTask { $0?.hashValue }
    }

    /// Hears of changes of a container's account for as long as it lives.
    ///
    /// The notification centre's token is touched by nobody until it is given back.
    final class Observer: @unchecked Sendable {
        private let token: any NSObjectProtocol

        init(_ link: ContainerLink, _ changed: @escaping @Sendable () -> Void) {
            token = NotificationCenter.default.addObserver(forName: .CKAccountChanged, object: link, queue: nil) { _ in
                changed()
            }
        }

        deinit {
            NotificationCenter.default.removeObserver(token)
        }
    }
}
