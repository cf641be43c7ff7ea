import Synchronization

/// Something that is over once it is, from whatever thread.
final class OneWaySwitch: Sendable {
    private let state = Atomic(false)

    var isSet: Bool { state.load(ordering: .acquiring) }

    func set() { state.store(true, ordering: .releasing) }
}
