import Observation
import Synchronization

/// A value that other threads may change while a body reads it.
protocol VersionedValue: AnyObject, Sendable {
    /// Rises with each change, before observers hear of it.
    var version: Int { get }
}

/// The versions of values at the moments in which a body read them.
///
/// The Observation library installs its observers only after the body has run: a change by another thread before that
/// reaches nobody. So versions are compared once the observers are in place.
final class ReadLog: Sendable {
    /// That of the body that runs here.
    @TaskLocal private static var current: ReadLog?

    private struct Read {
        let value: any VersionedValue
        let version: Int
    }

    /// Nil after the body: tasks that it began have its log as well.
    private let reads = Mutex<[Read]?>([])

    /// Evaluates a body, and calls `onChange` at the first change of what it read: from the moment of the read on.
    static func observe<Value>(_ body: () -> Value, onChange: @escaping @Sendable () -> Void) -> Value {
        let log = ReadLog()
        let value = $current.withValue(log) { withObservationTracking(body, onChange: onChange) }
        let reads = log.close()
        // As the Observation library has it: what is read inside counts outside, too.
        current?.reads.withLock { $0? += reads }
        if reads.contains(where: { $0.value.version != $0.version }) { onChange() }
        return value
    }

    /// Remembers the version of a value that is about to be read.
    static func record(_ value: some VersionedValue) {
        guard let current else { return }
        let read = Read(value: value, version: value.version)
        current.reads.withLock { $0?.append(read) }
    }

    private func close() -> [Read] {
        reads.withLock { reads in
            defer { reads = nil }
            return reads ?? []
        }
    }
}
