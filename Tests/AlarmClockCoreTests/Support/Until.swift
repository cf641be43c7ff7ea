import Observation

/// Returns once the condition holds, or when the test has taken too long; what the condition reads is observed.
@MainActor
func until(_ condition: @escaping @MainActor () -> Bool) async {
    while !condition(), !Task.isCancelled {
        let (changes, continuation) = AsyncStream<Void>.makeStream()
        withObservationTracking {
            _ = condition()
        } onChange: {
            continuation.finish()
        }
        // The observers are in place only now: what another thread changed before has reached none of them.
        if condition() { return }
        for await _ in changes {}
    }
}
