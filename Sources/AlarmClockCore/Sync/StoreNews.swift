import Observation
import SwiftData

/// Signs that alarms were changed: by this process, by another one, or by another device.
final class StoreNews: Sendable {
    private let observer: HistoryObserver
    private let signs: AsyncStream<Void>
    private let sign: AsyncStream<Void>.Continuation

    /// Listens to the stores of a container from now on.
    ///
    /// - Parameters:
    ///   - container: The container.
    ///   - rings: Whether what this device notes of ringing counts too.
    /// - Throws: `StoreError` where the history cannot be read.
    init(_ container: ModelContainer, rings: Bool = false) throws {
        let own: [any PersistentModel.Type] = rings ? [RingState.self] : []
        observer = try HistoryObserver(
            observedModels: [Alarm.self, AlarmRepeat.self] + own,
            modelContainer: container
        )
        (signs, sign) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        listen()
    }

    deinit { sign.finish() }

    /// Runs the body after changes, until the task is cancelled: once for all that came while it ran.
    func forEach(_ body: () async -> Void) async {
        for await _ in signs {
            // Before the body: what changes while it reads is told again.
            listen()
            await body()
        }
    }

    private func listen() {
        withObservationTracking {
            _ = observer.eventCounter
        } onChange: { [sign] in
            sign.yield()
        }
    }
}
