import Observation
import Synchronization

/// Tells whether a read happens inside `withObservationTracking`, without a registrar for every instance.
///
/// The Observation library keeps the list of accesses in a place that it does not show. But it puts the key path of
/// every tracked access into a set, and so hashes it. The probe reads through a registrar of its own with a key path
/// whose subscript argument notices being hashed. A self-test at first use falls back to "always tracked" should the
/// library ever work otherwise.
enum ObservationProbe {
    /// Whether an observer listens to reads made now on this thread.
    static var isTracking: Bool {
        guard works else { return true }
        return probe()
    }

    private static let registrar = ObservationRegistrar()
    private static let subject = Subject()
    private nonisolated(unsafe) static let keyPath: KeyPath<Subject, Int> = \Subject[Canary()]
    private static let hashCount = Atomic<Int>(0)

    private static let works: Bool = {
        var seenInside = false
        withObservationTracking {
            seenInside = probe()
        } onChange: {
        }
        return seenInside && !probe()
    }()

    private static func probe() -> Bool {
        let before = hashCount.load(ordering: .relaxed)
        registrar.access(subject, keyPath: keyPath)
        return hashCount.load(ordering: .relaxed) != before
    }

    private final class Subject: Observable, Sendable {
        subscript(_ canary: Canary) -> Int { 0 }
    }

    /// Counts how often it is hashed.
    private struct Canary: Hashable {
        static func == (lhs: Canary, rhs: Canary) -> Bool { true }
        func hash(into hasher: inout Hasher) {
            ObservationProbe.hashCount.wrappingAdd(1, ordering: .relaxed)
        }
    }
}
