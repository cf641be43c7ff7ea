import CRuntimeHooks
import Dispatch
import Foundation
import Synchronization

/// All that Swift concurrency wants to run in this process, in the hands of one thread.
///
/// The runtime asks a hook before it hands a job to its threads. With ours, jobs wait here, and whoever drives takes
/// them in an order of its own: so a seed decides how tasks take turns. Jobs of the main actor go through the main queue
/// of Dispatch, which is emptied after every job. Not caught: `Task.yield()` and `Task.sleep`, which the code under
/// test does not call, but for PostgreSQL's pool between two attempts; and threads on which the server's store works. Both are
/// waited for.
package final class JobLine: Sendable {
    /// The one of the process, since the hooks are the process's.
    package static let shared = JobLine()

    /// Seconds after which work on another thread counts as stuck.
    private static let patience = 600

    private typealias Original = @convention(thin) (UnownedJob) -> Void
    private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

    private let jobs = Mutex<[UnownedJob]>([])
    private let arrival = DispatchSemaphore(value: 0)
    /// How many times over something is done while nothing else goes on.
    private let exclusions = Mutex(0)

    /// Catches all jobs from now on, for as long as the process lives.
    package func catchJobs() {
        let catchJob: Hook = { job, _ in JobLine.shared.add(job) }
        cruntime_enqueue_hook().assumingMemoryBound(to: Hook?.self).pointee = catchJob
    }

    private func add(_ job: UnownedJob) {
        jobs.withLock { $0.append(job) }
        if !Thread.isMainThread { arrival.signal() }
    }

    /// Whether something is done to its end, before anything else goes on.
    var isExclusive: Bool { exclusions.withLock { $0 > 0 } }

    /// How many jobs could run now.
    var count: Int { jobs.withLock { $0.count } }

    /// Runs the job at a place of the line, and what it left for the main actor.
    func run(at place: Int) {
        let job = jobs.withLock { $0.remove(at: place) }
        job.runSynchronously(on: unsafeBitCast((0, 0), to: UnownedSerialExecutor.self))
        runMainQueue()
    }

    /// Runs what waits for the main actor.
    func runMainQueue() {
        cruntime_run_main_queue()
    }

    /// Does something to its end, with all that it starts, before anything else goes on.
    ///
    /// - Throws: What it throws; ``Stuck`` if nothing more happens and it is not done.
    func exclusively<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
        let others = jobs.withLock { jobs in
            defer { jobs = [] }
            return jobs
        }
        exclusions.withLock { $0 += 1 }
        defer {
            exclusions.withLock { $0 -= 1 }
            jobs.withLock { $0.insert(contentsOf: others, at: 0) }
        }
        let box = Box<Value>()
        Task.detached {
            do {
                let value = try await body()
                box.result.withLock { $0 = .success(value) }
            } catch {
                box.result.withLock { $0 = .failure(error) }
            }
        }
        while true {
            while count > 0 { run(at: 0) }
            if let outcome = box.result.withLock({ $0 }) { return try outcome.get() }
            guard arrival.wait(timeout: .now() + .seconds(Self.patience)) == .success else { throw Stuck() }
        }
    }

    /// Something waits for what never comes.
    struct Stuck: Error {}

    private final class Box<Value: Sendable>: Sendable {
        let result = Mutex<Result<Value, any Error>?>(nil)
    }
}
