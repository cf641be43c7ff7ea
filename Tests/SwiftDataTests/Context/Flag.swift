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
