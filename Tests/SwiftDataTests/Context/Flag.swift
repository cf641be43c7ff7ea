import Dispatch
import Synchronization

/// Counts calls that may come from any thread.
final class Flag: Sendable {
    private let raised = Atomic<Int>(0)

    var count: Int { raised.load(ordering: .acquiring) }
    var isRaised: Bool { count > 0 }

    func raise() { raised.wrappingAdd(1, ordering: .acquiringAndReleasing) }
}

/// Returns after everything that waits for the main actor now has run.
func finishMainActorTurn() async {
    await Task { @MainActor in }.value
}

/// Whether the caller runs where the main actor runs. (`Thread.isMainThread` does not tell: on Linux the main actor may
/// run on any thread.)
func isOnMainQueue() -> Bool { MainQueue.isCurrent }

private enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
