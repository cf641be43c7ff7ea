import Foundation
import SwiftData

/// What this device has noted of the ringing of its alarms, for those who ask when they ring next.
struct RingNotes {
    /// Until when alarms are put off.
    let snoozedUntil: [UUID: Date]
    /// The alarms that were missed, the latest in front.
    let missed: [MissedRing]
    /// The alarms that ring or are put off for the only time that they have.
    private let busy: Set<UUID>

    /// Nothing was noted.
    static let none = RingNotes()

    private init() { (snoozedUntil, missed, busy) = ([:], [], []) }

    /// What a store says of its alarms.
    ///
    /// - Throws: ``AlarmClockError/fetchFailed(_:)``.
    init(of alarms: [Alarm], in context: ModelContext, _ plan: FiringPlan, now: Date) throws {
        let states = try context.read(AlarmQueries.notable)
        missed = MissedRing.unread(states, alarms)
        var (busy, snoozedUntil) = (Set<UUID>(), [UUID: Date]())
        for (state, rule) in Self.running(states, alarms) {
            // What was given another time since is about to fall silent.
            guard let occurrence = state.occurrence, !plan.hasMoved(rule, since: occurrence) else { continue }
            if rule.ends(with: occurrence) { busy.insert(rule.id) }
            // What is past already is the daemon's to say: it rings now, or was missed.
            if let until = state.snoozedUntil, until > now { snoozedUntil[rule.id] = until }
        }
        (self.busy, self.snoozedUntil) = (busy, snoozedUntil)
    }

    /// What is noted of alarms that ring or are put off; most of the time of none.
    private static func running(_ states: [RingState], _ alarms: [Alarm]) -> [(RingState, AlarmRule)] {
        let running = Dictionary(states.filter { $0.occurrence != nil }.map { ($0.alarmID, $0) }) { first, _ in first }
        guard !running.isEmpty else { return [] }
        return alarms.compactMap { alarm in running[alarm.id].map { ($0, AlarmRule(alarm)) } }
    }

    /// When an alarm rings next, put off or not.
    func next(of rule: AlarmRule, _ plan: FiringPlan, after now: Date) -> Date? {
        first(of: [rule], plan, after: now)?.date
    }

    /// The alarm that rings next, put off or not; the earlier in the list where several come together.
    func first(of rules: [AlarmRule], _ plan: FiringPlan, after now: Date) -> FiringPlan.Firing? {
        let free = busy.isEmpty ? rules : rules.filter { !busy.contains($0.id) }
        let snoozed = rules.compactMap { rule in
            snoozedUntil[rule.id].map { FiringPlan.Firing(alarmID: rule.id, date: $0) }
        }
        return ([plan.next(after: now, among: free)].compactMap(\.self) + snoozed).min { $0.date < $1.date }
    }
}
