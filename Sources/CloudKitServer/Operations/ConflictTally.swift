import CloudKitWebServices
import Synchronization

/// How many changes of one request were refused because somebody else was first.
final class ConflictTally: Sendable {
    private let conflicts = Mutex(0)

    /// Counts anew: a transaction may be run several times.
    func count(_ results: [OperationResult]) {
        let count = results.count { result in
            guard case .failed(let error) = result else { return false }
            return error.serverErrorCode == .conflict || error.serverErrorCode == .exists
        }
        conflicts.withLock { $0 = count }
    }

    func report(_ answer: StoredAnswer, to metrics: ServiceMetrics) {
        let count = conflicts.withLock { $0 }
        if answer.status == 200 { metrics.committed(conflicts: count) } else { metrics.refused(conflicts: count) }
    }
}
