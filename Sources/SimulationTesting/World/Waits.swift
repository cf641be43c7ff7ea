import Foundation

/// Lets tasks wait in virtual time.
final class Waits: @unchecked Sendable {
    private unowned let world: World
    private var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
    private var lastNumber = 0

    init(_ world: World) { self.world = world }

    /// Waits so many seconds; ends at once for a process that is gone.
    func wait(_ seconds: TimeInterval, _ life: Life) async throws {
        lastNumber += 1
        let number = lastNumber
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                guard !life.isOver, !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
                waiting[number] = continuation
                let time = Int64(min(seconds, 1_000_000_000) * 1_000)
                world.after(time) { self.waiting.removeValue(forKey: number)?.resume() }
            }
        } onCancel: {
            waiting.removeValue(forKey: number)?.resume(throwing: CancellationError())
        }
    }

    /// Ends all waits: time does not go on.
    func endAll() {
        for number in waiting.keys.sorted() {
            waiting.removeValue(forKey: number)?.resume(throwing: CancellationError())
        }
    }
}
