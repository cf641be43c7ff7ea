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

    /// The seconds since a moment of this process.
    static var continuousUptime: TimeInterval {
        let (seconds, attoseconds) = firstInstant.duration(to: .now).components
        return Double(seconds) + Double(attoseconds) / 1e18
    }

    private static let firstInstant = ContinuousClock.now
}
