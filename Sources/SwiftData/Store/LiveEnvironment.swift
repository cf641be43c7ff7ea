import Foundation

extension StoreEnvironment {
    /// The one place where the framework reads the clock and makes random names.
    static let live = StoreEnvironment(
        now: { Date() },
        makeUUID: { UUID() },
        processName: { ProcessInfo.processInfo.processName },
        bundleIdentifier: { Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName }
    )
}
