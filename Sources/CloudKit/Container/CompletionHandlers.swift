import Foundation

/// Runs some work and hands its outcome to a completion handler, on no particular thread.
func handing<Value: Sendable>(
    _ handler: @escaping @Sendable (Value?, (any Error)?) -> Void,
    _ work: @escaping @Sendable () async throws -> Value
) {
    Task {
        do {
            handler(try await work(), nil)
        } catch {
            handler(nil, CKError(failure: error))
        }
    }
}

/// Runs some work and hands its outcome to a completion handler, on no particular thread.
func handing<Value: Sendable>(
    _ handler: @escaping @Sendable (Result<Value, any Error>) -> Void,
    _ work: @escaping @Sendable () async throws -> Value
) {
    Task { handler(await Result.ofWork { try await work() }) }
}
