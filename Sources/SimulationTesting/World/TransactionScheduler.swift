import CloudKitServer
import Foundation

/// Lets the transactions of the service's store begin when a world says so.
///
/// Each is run to its end while nothing else happens, so a seed decides their order. Between two of one request the world goes
/// on: other requests have their transactions, devices work, time passes.
final class TransactionScheduler: TransactionGate, @unchecked Sendable {
    /// The world; nil while its template is made.
    weak var world: World?
    private let line: JobLine
    /// Transactions that wait, by number, and what ends their wait.
    private var waiting: [Int: () -> Void] = [:]
    private var lastNumber = 0

    init(line: JobLine) { self.line = line }

    func run<Value: Sendable>(
        changes: @escaping @Sendable (Value) -> [CommittedChange],
        _ transaction: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        // Whoever has the service to himself is in the middle of nothing.
        guard let world, !line.isExclusive else { return try await transaction() }
        let request = InFlightRequest.current
        return try await withCheckedThrowingContinuation { continuation in
            lastNumber += 1
            let number = lastNumber
            waiting[number] = { continuation.resume(throwing: CancellationError()) }
            world.after(request.map { world.drawPause(of: $0) } ?? 0) { [self] in
                guard waiting.removeValue(forKey: number) != nil else { return }
                guard request?.isOver != true else { return continuation.resume(throwing: CancellationError()) }
                let result = Result { try line.exclusively(transaction) }
                // At once: the service may end before the request goes on.
                if case .success(let value) = result { for change in changes(value) { world.record(change) } }
                request?.recordRead(of: world.books)
                continuation.resume(with: result)
            }
        }
    }

    /// Runs none of those that wait: the service has ended.
    func endAll() {
        let ended = waiting.sorted { $0.key < $1.key }.map(\.value)
        waiting = [:]
        for end in ended { end() }
    }
}
