import Foundation
import SwiftData

extension IdeaRepository {
    /// Whether the clock can be trusted to say how old things are, so that they may be removed for their age.
    ///
    /// To a clock that jumped a year ahead everything is old. So where more time has passed since the last tidying than an
    /// app stays closed, and the service has not told the time, what is here is kept for another thirty days. By then the
    /// clock is either set right, or was right.
    ///
    /// - Parameters:
    ///   - now: The time, as far as it is known.
    ///   - last: The last tidying; nil takes the newest line of the history.
    /// - Returns: Whether what is old by the clock may be taken for old.
    /// - Throws: What the store throws.
    func isAgeKnown(at now: Date, since last: Date?) throws -> Bool {
        let held = try memo(.clockJump, as: Date.self)
        let isOver = held.map { $0 <= now } ?? false
        if let held, !isOver, held.timeIntervalSince(now) <= Retention.seconds, try !isClockConfirmed() { return false }
        // What was held once is not held again: the trash must not grow without end where gaps are the rule.
        guard try isOver || !hasJumped(to: now, since: last) || isClockConfirmed() else {
            try change { try setMemo(.clockJump, now.addingTimeInterval(Retention.seconds)) }
            return false
        }
        if held != nil { try change { try setMemo(.clockJump, Date?.none) } }
        return true
    }

    private func hasJumped(to now: Date, since last: Date?) throws -> Bool {
        guard let last = try last ?? newestLine() else { return false }
        return now.timeIntervalSince(last) > Retention.longestGap
    }

    private func newestLine() throws -> Date? {
        var newest = FetchDescriptor<SyncLog>(sortBy: [SortDescriptor(\SyncLog.timestamp, order: .reverse)])
        newest.fetchLimit = 1
        return try context.fetch(newest).first?.timestamp
    }

    /// Whether the service has told the time, and the clock cannot have jumped since.
    private func isClockConfirmed() throws -> Bool {
        guard try memo(.clock, as: ClockOffset.self)?.isKnown == true,
            let heard = try memo(.report, as: SyncReport.self)?.lastSuccess
        else { return false }
        // By the device's own clock, as the report has it.
        return abs(surroundings.now().timeIntervalSince(heard)) < Retention.confirmation
    }
}
