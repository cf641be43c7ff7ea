import Foundation
import Observation
import SwiftData

/// All that is done with alarms.
///
/// Each call is one transaction: it is kept whole, or the error says why not and the context is as it was.
@Observable
public final class AlarmManager {
    private let modelContext: ModelContext
    private let now: @Sendable () -> Date
    private let zones: ZoneDatabase
    /// Where it is noted how long reading takes; nil where nobody asks.
    private let journal: StoreJournal?

    /// A manager over a context.
    public convenience init(modelContext: ModelContext) {
        self.init(modelContext: modelContext, now: Surroundings.live.now)
    }

    /// A manager with a clock and zones of the caller's.
    public convenience init(
        modelContext: ModelContext,
        now: @escaping @Sendable () -> Date,
        zones: ZoneDatabase = ZoneDatabase()
    ) {
        self.init(modelContext: modelContext, now: now, zones: zones, journal: nil)
    }

    /// A manager that also notes how long reading takes.
    init(
        modelContext: ModelContext,
        now: @escaping @Sendable () -> Date,
        zones: ZoneDatabase,
        journal: StoreJournal?
    ) {
        self.modelContext = modelContext
        self.now = now
        self.zones = zones
        self.journal = journal
    }

    // MARK: - Reading

    /// All alarms by their time, with their days.
    ///
    /// - Throws: ``AlarmClockError/fetchFailed(_:)``.
    public func alarms() throws -> [Alarm] {
        try fetch(AlarmQueries.list)
    }

    /// The alarms made from templates of a scenario.
    ///
    /// - Throws: ``AlarmClockError/fetchFailed(_:)``.
    public func alarms(scenario: String) throws -> [Alarm] {
        let predicate = #Predicate<Alarm> { alarm in alarm.template?.scenario == scenario }
        return try fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.time)]))
    }

    /// All alarms by their time, with their days and templates.
    ///
    /// - Throws: ``AlarmClockError/fetchFailed(_:)``.
    func wholeAlarms() throws -> [Alarm] {
        try fetch(AlarmQueries.whole)
    }

    private func fetch<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>) throws -> [Model] {
        func read() throws -> [Model] { try modelContext.read(descriptor) }
        guard let journal else { return try read() }
        return try journal.fetching({ $0.count }, read)
    }

    // MARK: - Changing

    /// Adds an alarm.
    ///
    /// - Throws: ``AlarmClockError``; then nothing was added.
    public func addAlarm(_ alarm: Alarm) throws { try addAlarms([alarm]) }

    /// Adds alarms, all or none.
    ///
    /// - Throws: ``AlarmClockError``; then nothing was added.
    public func addAlarms(_ alarms: [Alarm]) throws {
        for alarm in alarms {
            try AlarmRules.check(alarm, zones: zones)
            alarm.time = ClockTime(showing: alarm.time, in: .current).date
        }
        try change { for alarm in alarms { modelContext.insert(alarm) } }
    }

    /// Keeps what was changed in an alarm, as of now.
    ///
    /// - Throws: ``AlarmClockError``; then the alarm is as it was before.
    public func updateAlarm(_ alarm: Alarm) throws {
        removeRepeatedDays(of: alarm)
        do {
            try AlarmRules.check(alarm, zones: zones)
        } catch {
            modelContext.rollback()
            throw error
        }
        alarm.time = ClockTime(showing: alarm.time, in: .current).date
        try change { alarm.updatedAt = now() }
    }

    /// Removes an alarm with its days.
    ///
    /// - Throws: ``AlarmClockError``; then it is still there.
    public func deleteAlarm(_ alarm: Alarm) throws { try deleteAlarms([alarm]) }

    /// Removes alarms with their days, all or none.
    ///
    /// - Throws: ``AlarmClockError``; then they are still there.
    public func deleteAlarms(_ alarms: [Alarm]) throws {
        try change { for alarm in alarms { modelContext.delete(alarm) } }
    }

    /// Turns an alarm on or off.
    ///
    /// Turned on, it rings from its next time on, also where it was paused. Turned off, it rings nowhere: nothing is noted
    /// with it any more that would say that it was off because it rang.
    ///
    /// - Throws: ``AlarmClockError``; then it is as it was.
    public func toggleAlarm(_ alarm: Alarm, enabled: Bool) throws {
        try change {
            alarm.isEnabled = enabled
            alarm.skipNextUntil = nil
            alarm.updatedAt = now()
        }
    }

    /// Sets the days of an alarm; rows of days that stay are kept.
    ///
    /// What is set here is saved with the next ``updateAlarm(_:)`` or ``addAlarm(_:)``.
    public func setDays(_ days: WeekdaySet, of alarm: Alarm) {
        var kept = WeekdaySet()
        for row in alarm.repeatDays {
            if days.contains(row.weekday), !kept.contains(row.weekday) {
                kept.insert(row.weekday)
            } else {
                alarm.repeatDays.removeAll { $0 === row }
                modelContext.delete(row)
            }
        }
        for day in days.days where !kept.contains(day) {
            alarm.repeatDays.append(AlarmRepeat(weekday: day))
        }
    }

    /// Removes the rows but one of each day that were saved: two devices may have added one each.
    private func removeRepeatedDays(of alarm: Alarm) {
        guard alarm.repeatDays.count > 1 else { return }
        let new = Set(modelContext.insertedModelsArray.map(\.persistentModelID))
        var days: Set<Int> = []
        for row in alarm.repeatDays where !days.insert(row.weekday).inserted && !new.contains(row.persistentModelID) {
            alarm.repeatDays.removeAll { $0 === row }
            modelContext.delete(row)
        }
    }

    // MARK: - When it rings

    /// When the alarm rings next; nil for one that is off and has rung here, or was turned off.
    public func nextFire(of alarm: Alarm, plan: FiringPlan) -> Date? {
        plan.next(after: now(), among: [AlarmRule(alarm)])?.date
    }

    /// Leaves out the next time.
    ///
    /// An alarm that rings once does not ring at all. One that repeats and is put off rings again today all the same.
    ///
    /// - Throws: ``AlarmClockError``; then it rings as before.
    /// - Returns: The time that is left out; nil where there is none.
    public func skipNext(_ alarm: Alarm, plan: FiringPlan) throws -> Date? {
        guard let next = try running(alarm) ?? nextFire(of: alarm, plan: plan) else { return nil }
        try change {
            if alarm.repeatDays.isEmpty {
                (alarm.isEnabled, alarm.skipNextUntil) = (false, nil)
            } else {
                alarm.skipNextUntil = next
            }
            alarm.updatedAt = now()
        }
        return next
    }

    /// The time that is all there is of an alarm that rings once and rings here already, or is put off.
    ///
    /// - Throws: ``AlarmClockError``.
    private func running(_ alarm: Alarm) throws -> Date? {
        guard alarm.isEnabled, alarm.repeatDays.isEmpty,
            let state = try modelContext.read(AlarmQueries.ringState(alarm.id)).first,
            let occurrence = state.occurrence, AlarmRule(alarm).ends(with: occurrence)
        else { return nil }
        return state.snoozedUntil ?? occurrence
    }

    /// Leaves out everything up to a moment; nil ends the pause.
    ///
    /// - Throws: ``AlarmClockError``; then it rings as before.
    /// - Returns: Whether it was done: of an alarm that is off there is nothing to leave out, and what was noted with it
    ///   would say that it was off because it rang.
    @discardableResult
    public func pause(_ alarm: Alarm, until date: Date?) throws -> Bool {
        guard alarm.isEnabled || date == nil else { return false }
        try change {
            alarm.skipNextUntil = date
            alarm.updatedAt = now()
        }
        return true
    }

    // MARK: - Templates

    /// An alarm as the template says, which is not added yet: the person may change it before.
    ///
    /// - Throws: ``AlarmClockError/constraintViolation(_:)`` for a template whose time or days cannot be read.
    public func alarm(from template: AlarmTemplate) throws -> Alarm {
        try AlarmRules.check(template)
        let time = ClockTime(template.defaultTime) ?? ClockTime(minutes: 0)
        let days = WeekdaySet(template.repeatType) ?? WeekdaySet()
        let alarm = Alarm(time: time.date, label: AlarmRules.label(of: template.name))
        (alarm.createdAt, alarm.updatedAt) = (now(), now())
        alarm.repeatDays = days.days.map { AlarmRepeat(weekday: $0) }
        alarm.template = template
        return alarm
    }

    /// Adds an alarm for each template, all together and as one step for undo.
    ///
    /// - Parameters:
    ///   - templates: The templates.
    ///   - adjust: May change each alarm before it is checked and kept.
    /// - Throws: ``AlarmClockError``; then none was added.
    /// - Returns: The alarms, in the order of the templates.
    public func addAlarms(from templates: [AlarmTemplate], adjust: (Alarm) -> Void = { _ in }) throws -> [Alarm] {
        let undo = modelContext.undoManager
        undo?.beginUndoGrouping()
        defer { undo?.endUndoGrouping() }
        var alarms: [Alarm] = []
        do {
            for template in templates {
                let alarm = try alarm(from: template)
                adjust(alarm)
                try AlarmRules.check(alarm, zones: zones)
                modelContext.insert(alarm)
                alarms.append(alarm)
            }
        } catch {
            modelContext.rollback()
            throw error
        }
        try change {}
        return alarms
    }

    /// One transaction; a failed one leaves nothing behind in the context.
    private func change(_ body: () -> Void) throws {
        body()
        do {
            try modelContext.save()
        } catch {
            let reason = AlarmClockError.saving(error, in: modelContext.container)
            modelContext.rollback()
            throw reason
        }
    }
}
