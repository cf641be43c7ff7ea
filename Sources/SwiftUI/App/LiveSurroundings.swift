import Foundation

/// The real clock.
enum LiveSurroundings {
    static let clock = ViewClock(now: { Date() }, wait: { try await Task.sleep(for: $0) })
}
