import Dispatch
import Synchronization
import Testing

@testable import SwiftData

/// Runs `body` on four threads at once, each with its number and a context of its own; no error may come of it.
func onFourThreads(
    _ container: ModelContainer,
    _ comment: Comment? = nil,
    _ body: @Sendable (Int, ModelContext) throws -> Void
) {
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
        do {
            try body(thread, ModelContext(container))
        } catch {
            failures.withLock { $0.append("\(error)") }
        }
    }
    #expect(failures.withLock { $0 } == [], comment)
}
