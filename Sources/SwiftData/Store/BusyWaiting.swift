import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// How a connection waits for another process that writes: in short steps, so that it goes on soon after the other's commit.
///
/// SQLite's own way is to sleep longer each time, for up to a tenth of a second: a process that writes again and again is then
/// seldom met between two commits.
enum BusyWaiting {
    /// How long in all, in seconds.
    static let limit: TimeInterval = 10
    /// Tries that follow each other after a short pause.
    private static let quickTries = 500
    /// Milliseconds of a pause, at first and later.
    private static let (quickPause, slowPause): (Int32, Int32) = (1, 10)

    /// Called before each pause that a thread of the current task makes.
    ///
    /// Tests learn by it who waits, and from when on.
    @TaskLocal static var willPause: (@Sendable () -> Void)?

    /// Whether statements of a connection fail at once where they would wait.
    ///
    /// Set and read on the connection's queue.
    final class Refusal: Sendable {
        let isOn = Atomic<Bool>(false)
    }

    /// The statements of a connection wait.
    static var alwaysWaiting: Database.BusyMode { .callback(pause) }

    /// They wait unless the refusal lets them fail at once.
    static func waiting(unless refusal: Refusal) -> Database.BusyMode {
        .callback { tries in !refusal.isOn.load(ordering: .relaxed) && pause(after: tries) }
    }

    /// Waits for one step; false where so many tries have waited long enough.
    static func pause(after tries: Int) -> Bool {
        guard seconds(after: tries) < limit else { return false }
        pause(milliseconds: tries < quickTries ? quickPause : slowPause)
        return true
    }

    static func pause(milliseconds: Int32) {
        willPause?()
        sqlite3_sleep(milliseconds)
    }

    /// The seconds that so many tries have waited.
    private static func seconds(after tries: Int) -> TimeInterval {
        let quick = min(tries, quickTries)
        let milliseconds = Double(quick) * Double(quickPause) + Double(tries - quick) * Double(slowPause)
        return milliseconds / 1_000
    }
}
