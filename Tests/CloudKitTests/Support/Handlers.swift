import Foundation
import Testing

@testable import CloudKit

/// What a completion handler got: a value or an error, and never both.
struct Handed<Value: Sendable>: Sendable {
    let value: Value?
    let error: (any Error)?

    /// Calls something with a completion handler, and waits for it.
    init(_ call: (@escaping @Sendable (Value?, (any Error)?) -> Void) -> Void) async {
        self = await withCheckedContinuation { continuation in
            call { continuation.resume(returning: Handed(value: $0, error: $1)) }
        }
    }

    /// The same for a completion handler that takes a result.
    init(_ call: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> Void) async {
        self = await withCheckedContinuation { continuation in
            call { result in
                switch result {
                case .success(let value): continuation.resume(returning: Handed(value: value, error: nil))
                case .failure(let error): continuation.resume(returning: Handed(value: nil, error: error))
                }
            }
        }
    }

    private init(value: Value?, error: (any Error)?) {
        (self.value, self.error) = (value, error)
    }

    /// The value; a test fails if there is none, or an error too.
    func get(_ location: SourceLocation = #_sourceLocation) throws -> Value {
        #expect(error == nil, sourceLocation: location)
        return try #require(value, sourceLocation: location)
    }

    /// The code of the error; nil where there is none, or a value too.
    var code: CKError.Code? {
        value == nil ? (error as? CKError)?.code : nil
    }
}

/// The code of the error that something throws; nil if it throws none, or none of CloudKit's.
func thrownCode<Value>(_ work: () async throws -> Value) async -> CKError.Code? {
    do {
        _ = try await work()
        return nil
    } catch {
        return (error as? CKError)?.code
    }
}
