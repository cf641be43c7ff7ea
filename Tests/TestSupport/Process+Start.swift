import Foundation

extension Process {
    private static let starting = NSLock()

    /// Starts it while no other is being started.
    ///
    /// Foundation learns of the end of a process by a socket that closes with it. One that is started in the same moment by
    /// another test inherits that socket, and the first seems to run as long as the second.
    package func start() throws {
        try Self.starting.withLock { try run() }
    }
}
