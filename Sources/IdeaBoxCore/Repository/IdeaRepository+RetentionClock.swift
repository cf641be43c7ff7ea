import AppCommons
import Foundation
import SwiftData

extension IdeaRepository {
    /// Seconds for which a reading of the clocks says enough of the next ones.
    private static let readingLifetime: TimeInterval = 60
    /// Seconds by which the clock may be set for a reading to say enough of the next ones.
    private static let readingTolerance: TimeInterval = 1

    /// What is older than this is neither shown nor kept; the distant past where nothing may be called old.
    ///
    /// A store whose memo cannot be read says so at the next change.
    var retentionLimit: Date {
        guard let clock = try? confirmedClock(at: clockReading(), in: context) else { return .distantPast }
        return clock.limit(retention: Retention.seconds) ?? .distantPast
    }

    /// When what is in the trash now will be removed.
    ///
    /// Throws what reading the store throws.
    public func trashOutlook() throws -> TrashOutlook {
        let reading = try clockReading()
        return TrashOutlook(try confirmedClock(at: reading, in: context), at: reading)
    }

    /// Reads the clocks, and stores what they say about how much time has passed; saved by whoever calls.
    ///
    /// Each change calls it: the date of a change must not be later than the clock that measures its age.
    ///
    /// - Parameters:
    ///   - serviceDate: The time by the service, where it has just told it.
    ///   - context: The context of the change.
    /// - Throws: What the store throws.
    func observeClock(serviceDate: Date? = nil, in context: ModelContext) throws {
        if serviceDate == nil, isCovered() { return }
        let reading = try clockReading(serviceDate: serviceDate)
        let known: ConfirmedClock? = try memo(.retentionClock, in: context)
        let clock = try confirmedClock(at: reading, in: context)
        if known.map({ clock.isNews(after: $0) }) ?? true { try setMemo(.retentionClock, clock, in: context) }
        observedClocks = (surroundings.now(), reading.uptime)
    }

    /// Keeps what is old apart from dates that were all moved back by as much; saved by whoever calls.
    func moveRetentionClock(backBy milliseconds: Int64) throws {
        guard let known: ConfirmedClock = try memo(.retentionClock) else { return }
        try setMemo(.retentionClock, known.moved(back: TimeInterval(milliseconds) / 1_000))
        observedClocks = nil
    }

    private func clockReading(serviceDate: Date? = nil) throws -> ConfirmedClock.Reading {
        ConfirmedClock.Reading(date: try correctedNow, uptime: surroundings.uptime(), serviceDate: serviceDate)
    }

    private func confirmedClock(
        at reading: ConfirmedClock.Reading,
        in context: ModelContext
    ) throws -> ConfirmedClock {
        guard let known: ConfirmedClock = try memo(.retentionClock, in: context) else {
            return ConfirmedClock(reading)
        }
        return known.advanced(to: reading, retention: Retention.seconds)
    }

    /// Whether the clocks have only gone on a little since this repository last looked: most changes need not read the store.
    private func isCovered() -> Bool {
        guard let last = observedClocks, let passed = surroundings.uptime().seconds(since: last.uptime),
            passed < Self.readingLifetime
        else { return false }
        return abs(surroundings.now().timeIntervalSince(last.date) - passed) < Self.readingTolerance
    }
}
