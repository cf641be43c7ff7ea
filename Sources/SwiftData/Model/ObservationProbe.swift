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
    static var isTracking: Bool { shared?.notices() ?? true }

    /// Nil where the library works otherwise than expected.
    private static let shared: Probe? = {
        let probe = Probe()
        var seenInside = false
        withObservationTracking {
            seenInside = probe.notices()
        } onChange: {
        }
        return seenInside && !probe.notices() ? probe : nil
    }()
}

/// A registrar of its own, and a key path that tells when it is hashed.
private final class Probe: Sendable {
    private let registrar = ObservationRegistrar()
    private let subject = Subject()
    private let counter: Counter
    private nonisolated(unsafe) let keyPath: KeyPath<Subject, Int>

    init() {
        let counter = Counter()
        self.counter = counter
        keyPath = \Subject[Canary(counter: counter)]
    }

    func notices() -> Bool {
        let before = counter.value
        registrar.access(subject, keyPath: keyPath)
        return counter.value != before
    }

    private final class Subject: Observable, Sendable {
        subscript(_ canary: Canary) -> Int { 0 }
    }

    private final class Counter: Sendable {
        private let hashCount = Atomic<Int>(0)

        var value: Int { hashCount.load(ordering: .relaxed) }

        func increment() { hashCount.wrappingAdd(1, ordering: .relaxed) }
    }

    /// Counts how often it is hashed.
    private struct Canary: Hashable {
        let counter: Counter

        static func == (lhs: Canary, rhs: Canary) -> Bool { true }
        func hash(into hasher: inout Hasher) { counter.increment() }
    }
}
