import Foundation
import SwiftData

/// An alarm that was missed on this device, or rang to its end unheard, until somebody puts that away.
public struct MissedRing: Equatable, Sendable {
    /// The alarm.
    public let alarmID: UUID
    /// What it is for.
    public let label: String
    /// The last moment for which it should have rung.
    public let occurrence: Date
    /// Whether the desktop's notification service has shown it.
    public let isTold: Bool
    /// Whether it rang, and nobody stopped it.
    public var rang = false
}

extension MissedRing {
    /// Those of which nobody has put it away, the latest in front.
    ///
    /// What somebody stopped on another device was not missed, and an alarm that is gone is missed by nobody.
    static func unread(in context: ModelContext) throws -> [MissedRing] {
        let states = try context.fetch(AlarmQueries.missed)
        // Most of the time there is none, and nothing else is read then.
        return states.isEmpty ? [] : unread(states, try context.fetch(AlarmQueries.list))
    }

    /// The same of alarms that were read already.
    static func unread(_ states: [RingState], _ alarms: [Alarm]) -> [MissedRing] {
        let states = Dictionary(states.map { ($0.alarmID, $0) }) { first, _ in first }
        guard !states.isEmpty else { return [] }
        let rings = alarms.compactMap { alarm -> MissedRing? in
            guard let state = states[alarm.id], let occurrence = state.missedAt,
                !AlarmRule(alarm).isStopped(for: occurrence)
            else { return nil }
            return MissedRing(
                alarmID: alarm.id,
                label: alarm.label,
                occurrence: occurrence,
                isTold: state.missedIsTold,
                rang: state.missedRang
            )
        }
        return rings.sorted { $0.occurrence > $1.occurrence }
    }

    /// Puts away what is said of some of them.
    ///
    /// - Throws: ``AlarmClockError``; then it is still said.
    static func putAway(_ rings: [MissedRing], in context: ModelContext) throws {
        do {
            for ring in rings {
                let state = try context.fetch(AlarmQueries.ringState(ring.alarmID)).first
                // What was missed since is not what the person has seen.
                if let state, state.missedAt == ring.occurrence { state.missedAt = nil }
            }
            if context.hasChanges { try context.save() }
        } catch {
            let reason = AlarmClockError.saving(error, in: context.container)
            context.rollback()
            throw reason
        }
    }
}
