import Observation

/// Waits until something that is observed is so, and leaves the processor to what makes it so.
///
/// - Throws: `CancellationError` where the test's time is over.
@MainActor
package func until(_ isTrue: () -> Bool) async throws {
    while true {
        let (changes, change) = AsyncStream<Void>.makeStream()
        if withObservationTracking(isTrue, onChange: { change.finish() }) { return }
        // The observers are in place only now: what another thread changed before has reached none of them.
        if isTrue() { return }
        for await _ in changes {}
        try Task.checkCancellation()
    }
}
