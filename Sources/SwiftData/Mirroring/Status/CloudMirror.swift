#if CloudKitMirroring
import CloudKit
import Foundation
import Observation
import Synchronization

/// The mirroring of one store to the account's other devices.
///
/// A container with a configuration that names a CloudKit database makes it; nothing has to be done with it. It tells how
/// things stand, and waits until everything is where it belongs. An addition of this package: Apple's framework has no such
/// thing.
public final class CloudMirror: Observable, Sendable {
    /// The name of the configuration whose store is mirrored.
    public let configurationName: String
    private let registrar = ObservationRegistrar()
    private let current = Mutex(CloudMirrorStatus())
    private let listeners = Mutex<[Int: AsyncStream<CloudMirrorEvent>.Continuation]>([:])
    private let followers = Mutex<[Int: AsyncStream<CloudMirrorStatus>.Continuation]>([:])
    private let lastListener = Mutex(0)
    private let workerBox = Mutex<MirrorWorker?>(nil)
    private let observation = Mutex<Observation?>(nil)

    /// Lets go of the observation of saves when the mirror goes; nobody else touches it.
    private struct Observation: @unchecked Sendable {
        let token: AnyObject
    }

    init(configurationName: String) {
        self.configurationName = configurationName
    }

    deinit {
        listeners.withLock { $0.values.forEach { $0.finish() } }
        followers.withLock { $0.values.forEach { $0.finish() } }
    }

    /// How it stands; changes can be observed.
    public var status: CloudMirrorStatus {
        registrar.access(self, keyPath: \.status)
        return current.withLock { $0 }
    }

    /// What happens from now on.
    ///
    /// Bounded: who does not listen for long misses the oldest events.
    public var events: AsyncStream<CloudMirrorEvent> {
        let number = nextListener()
        return AsyncStream(bufferingPolicy: .bufferingNewest(Self.waitingEvents)) { continuation in
            listeners.withLock { $0[number] = continuation }
            continuation.onTermination = { [weak self] _ in
                self?.listeners.withLock { _ = $0.removeValue(forKey: number) }
            }
        }
    }

    private static let waitingEvents = 256

    /// The status now, and each one after it; who does not listen for a while hears only the last.
    package var statuses: AsyncStream<CloudMirrorStatus> {
        let number = nextListener()
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            followers.withLock { $0[number] = continuation }
            continuation.onTermination = { [weak self] _ in
                self?.followers.withLock { _ = $0.removeValue(forKey: number) }
            }
            continuation.yield(current.withLock { $0 })
        }
    }

    private func nextListener() -> Int {
        lastListener.withLock { last in
            last += 1
            return last
        }
    }

    /// Waits until the store has what the service has, and the service what the store has.
    ///
    /// The service is asked at least once after the call.
    ///
    /// - Throws: ``CloudMirrorProblem`` where that cannot be; changes are kept all the same.
    public func caughtUp() async throws {
        try await worker().caughtUp()
    }

    /// Takes in what the service has.
    ///
    /// - Throws: ``CloudMirrorProblem``.
    public func fetch() async throws {
        try await worker().fetch()
    }

    /// Sends what is newer here.
    ///
    /// - Throws: ``CloudMirrorProblem``.
    public func send() async throws {
        try await worker().send()
    }

    /// Sends everything again, after the data were removed at the service as a whole.
    ///
    /// - Throws: ``CloudMirrorProblem``.
    public func uploadAgain() async throws {
        try await worker().uploadAgain()
    }

    /// Begins anew with whoever is signed in now; the rows of the store go up to that account too.
    ///
    /// - Throws: ``CloudMirrorProblem``.
    public func adoptCurrentAccount() async throws {
        try await worker().adoptCurrentAccount()
    }

    /// Goes on with another container: for an app that learns while it runs where the service is, or who is signed in.
    ///
    /// Does not wait for the service; where mirroring works by itself, it goes on by itself.
    ///
    /// - Parameters:
    ///   - container: The container.
    ///   - adoptingAccount: Whether the rows of the store go to the account, whosever they were before.
    /// - Throws: ``CloudMirrorProblem``, where another process mirrors the store and the account was to be adopted.
    public func use(_ container: CKContainer, adoptingAccount: Bool = false) async throws {
        try await worker().use(container, adoptingAccount: adoptingAccount)
    }

    /// Says that a person looks at the app again, or that the network is back: asks for what a push may have missed, and ends
    /// a pause that the service did not ask for.
    ///
    /// Apple's framework hears of it from the system. Without effect where mirroring does not work by itself.
    public func appDidReturn() {
        guard let worker = workerBox.withLock({ $0 }) else { return }
        Task { await worker.appDidReturn() }
    }

    private func worker() throws -> MirrorWorker {
        guard let worker = workerBox.withLock({ $0 }) else {
            throw CloudMirrorProblem(.misconfigured, "The store is not mirrored any more.")
        }
        return worker
    }

    // MARK: For the worker

    func begin(_ worker: MirrorWorker, observing token: AnyObject?) {
        workerBox.withLock { $0 = worker }
        let kept = token.map(Observation.init)
        observation.withLock { $0 = kept }
    }

    func change(_ body: (inout CloudMirrorStatus) -> Void) {
        let before = current.withLock { $0 }
        var after = before
        body(&after)
        guard after != before else { return }
        current.withLock { $0 = after }
        // Afterwards: whoever hears of it on another thread reads at once.
        registrar.withMutation(of: self, keyPath: \.status) {}
        for follower in followers.withLock({ Array($0.values) }) { follower.yield(after) }
        if after.state != before.state { tell(.state(after.state)) }
    }

    func tell(_ event: CloudMirrorEvent) {
        let all = listeners.withLock { Array($0.values) }
        for continuation in all { continuation.yield(event) }
    }
}

extension ModelContainer {
    /// The mirrors of the container's stores, in the order of its configurations.
    ///
    /// An addition of this package.
    public var cloudMirrors: [CloudMirror] { mirrors.withLock { $0 } }

    /// The mirror of the container's only mirrored store, or of the first.
    ///
    /// An addition of this package.
    public var cloudMirror: CloudMirror? { cloudMirrors.first }

    /// Begins to mirror the stores whose configurations say so.
    func beginMirroring() {
        for store in sqliteStores where store.allowsSave {
            guard let cloud = store.configuration.mirroredContainer else { continue }
            store.isMirrored = true
            let mirror = CloudMirror(configurationName: store.configuration.name)
            let options = store.configuration.mirroring
            let schema = MirrorSchema(plans: store.plans, schema: self.schema)
            let parts = MirrorParts(store: store, schema: schema, options: options)
            let worker = MirrorWorker(parts, self, cloud, mirror, options)
            let own = ObjectIdentifier(parts)
            let token =
                options.isAutomatic
                ? observeSaves { [weak worker] notice in
                    guard notice.origin != own, let worker else { return }
                    Task { await worker.localChange() }
                } : nil
            mirror.begin(worker, observing: token)
            mirrors.withLock { $0.append(mirror) }
            if options.isAutomatic { Task { await worker.begin() } }
        }
    }
}

extension ModelConfiguration {
    /// The container that the store is mirrored to; nil for none.
    var mirroredContainer: CKContainer? { mirroredContainer(in: .live) }

    /// The same in given surroundings, which say whether a container is configured.
    func mirroredContainer(in surroundings: CloudKitSurroundings) -> CKContainer? {
        switch cloudKitDatabase.choice {
        case .none: nil
        case .named(let identifier): mirroring.container ?? CKContainer(identifier: identifier)
        case .automatic: mirroring.container ?? CKContainer.configured(surroundings)
        }
    }
}

#endif
