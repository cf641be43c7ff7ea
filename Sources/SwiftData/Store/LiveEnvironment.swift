import Foundation

/// How long somebody has been waiting: no test sets this clock, since what it ends is a wait for another process.
struct WaitingTime {
    private let start = ContinuousClock.now

    func isOver(_ seconds: TimeInterval) -> Bool { ContinuousClock.now - start >= .seconds(seconds) }
}

/// The numbers of temporary identifiers in this process.
enum TemporaryNumbers {
    /// A number that leaves room for as many as a process can make.
    static let first = Int64.random(in: 0..<1 << 40) << 20
}

extension StoreEnvironment {
    /// The one place where the framework reads the clock and makes random names.
    static let live = StoreEnvironment(
        now: { Date() },
        makeUUID: { UUID() },
        processName: { ProcessInfo.processInfo.processName },
        bundleIdentifier: { Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName }
    )
}
