import Foundation
import Synchronization

/// Work on a container or database, as one of Foundation's operations: it can be queued, depended on and cancelled.
///
/// Set everything before the operation starts; its blocks are called one after the other, on no particular thread.
open class CKOperation: Operation, @unchecked Sendable {
    /// The identifier of an operation.
    public typealias ID = String

    /// How an operation goes about its work.
    public final class Configuration: NSObject, NSCopying, @unchecked Sendable {
        /// The container; nil leaves it to the operation.
        public var container: CKContainer?
        /// How urgent it is.
        public var qualityOfService: QualityOfService = .default
        /// Whether it may use a mobile network; without effect here.
        public var allowsCellularAccess = true
        /// Whether it goes on after the app ended; without effect here.
        public var isLongLived = false
        /// Seconds to wait for the answer to one request.
        public var timeoutIntervalForRequest: TimeInterval = CloudKitLimits.timeout
        /// Seconds for the whole work; without effect here, where each request has its own time.
        public var timeoutIntervalForResource: TimeInterval = 7 * 24 * 60 * 60

        /// The usual configuration.
        public override init() {}

        /// A copy.
        public func copy(with zone: NSZone? = nil) -> Any {
            let copy = Configuration()
            copy.container = container
            copy.qualityOfService = qualityOfService
            copy.allowsCellularAccess = allowsCellularAccess
            copy.isLongLived = isLongLived
            copy.timeoutIntervalForRequest = timeoutIntervalForRequest
            copy.timeoutIntervalForResource = timeoutIntervalForResource
            return copy
        }

        var callOptions: CallOptions {
            CallOptions(timeout: timeoutIntervalForRequest)
        }
    }

    private struct Run {
        var isExecuting = false
        var isFinished = false
        var task: Task<Void, Never>?
    }

    /// How it goes about its work.
    public var configuration: Configuration {
        get { chosenConfiguration }
        set { chosenConfiguration = newValue }
    }
    /// The group that it belongs to.
    public var group: CKOperationGroup?
    /// What names the operation.
    public let operationID: ID = CloudKitSurroundings.live.newIdentifier()
    /// Called when the operation was written down to go on after the app ended: never, here.
    public var longLivedOperationWasPersistedBlock: (@Sendable () -> Void)?
    /// The container, as far as one was named.
    public var container: CKContainer? {
        get { chosenConfiguration.container }
        set { chosenConfiguration.container = newValue }
    }
    private var chosenConfiguration = Configuration()
    private let run = Mutex(Run())

    /// An operation.
    public override init() {
        super.init()
    }

    /// Does the work and calls the operation's blocks.
    func perform() async {}

    var callOptions: CallOptions {
        (group?.defaultConfiguration ?? chosenConfiguration).callOptions
    }

    // MARK: Foundation's operation

    /// Always true.
    open override var isAsynchronous: Bool { true }
    /// Whether it works now.
    open override var isExecuting: Bool { run.withLock(\.isExecuting) }
    /// Whether it has ended.
    open override var isFinished: Bool { run.withLock(\.isFinished) }

    /// Starts the work.
    ///
    /// One that was cancelled before still calls its blocks, with `operationCancelled`.
    open override func start() {
        willChangeValue(for: \.isExecuting)
        run.withLock { $0.isExecuting = true }
        didChangeValue(for: \.isExecuting)
        let task = Task(priority: priority) {
            // From inside: to cancel the task below may come when its work is done.
            if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
            await perform()
            finish()
        }
        run.withLock { $0.task = task }
        if isCancelled { task.cancel() }
    }

    /// Cancels the work: its blocks get `operationCancelled` for what was not done yet.
    open override func cancel() {
        super.cancel()
        run.withLock(\.task)?.cancel()
    }

    private func finish() {
        willChangeValue(for: \.isExecuting)
        willChangeValue(for: \.isFinished)
        run.withLock { run in
            run.isExecuting = false
            run.isFinished = true
            run.task = nil
        }
        didChangeValue(for: \.isExecuting)
        didChangeValue(for: \.isFinished)
    }

    private var priority: TaskPriority {
        switch chosenConfiguration.qualityOfService {
        case .userInteractive, .userInitiated: .userInitiated
        case .utility: .utility
        case .background: .background
        default: .medium
        }
    }
}

/// A name for operations that belong together.
public final class CKOperationGroup: NSObject, @unchecked Sendable {
    /// What names the group.
    public let operationGroupID: String = CloudKitSurroundings.live.newIdentifier()
    /// The configuration of its operations; nil leaves them theirs.
    public var defaultConfiguration: CKOperation.Configuration?
    /// A name for people.
    public var name: String?
    /// How many operations there will be; for the developer's own use.
    public var quantity = 0

    /// A group.
    public override init() {}
}

/// An operation on a database.
open class CKDatabaseOperation: CKOperation, @unchecked Sendable {
    /// The database; nil means the private one of the operation's container.
    public var database: CKDatabase?

    /// The database to work on, with the operation's options.
    var target: CKDatabase {
        let database = database ?? (container ?? .default()).privateCloudDatabase
        return database.with(callOptions)
    }
}

extension Result where Failure == any Error {
    /// What an operation's work comes to, with errors of CloudKit only.
    static func ofWork(_ body: () async throws -> Success) async -> Result<Success, any Error> {
        do {
            return .success(try await body())
        } catch {
            return .failure(CKError(failure: error))
        }
    }
}

/// The overall result of work on several items: `partialFailure` if some failed.
func overall(_ errors: [AnyHashable: any Error]) -> Result<Void, any Error> {
    errors.isEmpty ? .success(()) : .failure(CKError.partial(errors))
}
