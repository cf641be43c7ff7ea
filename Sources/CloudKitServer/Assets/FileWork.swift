import Dispatch

/// Runs what waits for the disk on threads of its own, so that nothing else has to wait for them.
enum FileWork {
    private static let queue = DispatchQueue(label: "CloudKitServer.files", attributes: .concurrent)

    /// Runs some work and returns what it returned.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try work() }) }
        }
    }
}

/// A call of the system failed on a file.
struct FileError: Error, CustomStringConvertible {
    /// The call.
    let call: String
    /// The system's error number.
    let number: Int32

    var description: String { "\(call) failed with error \(number)" }
}
