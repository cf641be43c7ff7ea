import Foundation

extension CloudKitSurroundings {
    /// The one place where the client reads the clock and makes random numbers and names.
    public static let live = CloudKitSurroundings(
        now: { Date() },
        randomBytes: { count in
            var generator = SystemRandomNumberGenerator()
            return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        },
        environment: ProcessInfo.processInfo.environment,
        processName: ProcessInfo.processInfo.processName
    )
}
