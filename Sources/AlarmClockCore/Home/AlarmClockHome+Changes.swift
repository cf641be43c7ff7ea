import AppCommons
import Foundation
import SwiftData

/// An alarm that was deleted, with all that brings it back.
package struct DeletedAlarm: Equatable, Sendable {
    package let record: AlarmRecord
    let createdAt: Date
    let skipNextUntil: Date?
    let templateID: UUID?
}

extension AlarmClockHome {
    private var context: ModelContext { container.mainContext }
    private var manager: AlarmManager { AlarmManager(modelContext: context, now: surroundings.now, zones: zones) }

    private var journal: StoreJournal { StoreJournal(folders, in: surroundings) }

    private func alarm(_ id: UUID) throws -> Alarm {
        guard let alarm = try known(id) else {
            throw CommandProblem.notFound(String(id.uuidString.lowercased().prefix(8)))
        }
        return alarm
    }

    private func known(_ id: UUID) throws -> Alarm? { try context.read(AlarmQueries.alarm(id)).first }

    private func template(_ id: UUID) throws -> AlarmTemplate? {
        try context.read(FetchDescriptor<AlarmTemplate>(predicate: #Predicate { $0.id == id })).first
    }

    /// One change: measured, and told to the daemon.
    private func changing<Result>(_ body: () throws -> Result) throws -> Result {
        let result = try journal.saving(body)
        tellDaemon()
        refresh()
        return result
    }

    // MARK: One alarm

    /// When an alarm rings next; nil for one that is off and has rung here, or was turned off.
    package func nextFire(of alarm: Alarm) -> Date? {
        plan.next(after: now, among: [AlarmRule(alarm)])?.date
    }

    /// Adds an alarm.
    ///
    /// - Throws: ``AlarmClockError``; then nothing was added.
    /// - Returns: When it rings next.
    package func add(_ record: AlarmRecord, template id: UUID? = nil) throws -> Date? {
        try record.check(zones)
        return try changing {
            let template = try id.flatMap(template)
            let alarm = made(record, createdAt: now)
            alarm.template = template
            try manager.addAlarm(alarm)
            return nextFire(of: alarm)
        }
    }

    private func made(_ record: AlarmRecord, createdAt: Date) -> Alarm {
        let alarm = Alarm(time: record.time.date, label: record.label)
        alarm.id = record.id ?? surroundings.makeID()
        (alarm.createdAt, alarm.updatedAt) = (createdAt, now)
        record.write(to: alarm, days: manager)
        return alarm
    }

    /// Writes what a person changed in an alarm, and leaves what others changed meanwhile.
    ///
    /// - Parameters:
    ///   - record: The alarm as the person wants it.
    ///   - base: The alarm as the person began with it.
    /// - Throws: ``AlarmClockError``; then the alarm is as it was. An alarm that was deleted meanwhile comes back.
    /// - Returns: When it rings next.
    package func edit(_ record: AlarmRecord, since base: AlarmRecord) throws -> Date? {
        guard let id = base.id else { return try add(record) }
        try record.check(zones)
        guard let alarm = try known(id) else { return try add(record) }
        return try changing {
            record.merged(into: AlarmRecord(alarm), since: base).write(to: alarm, days: manager)
            try manager.updateAlarm(alarm)
            return nextFire(of: alarm)
        }
    }

    /// Turns an alarm on or off.
    ///
    /// - Throws: ``AlarmClockError``, and an error with words for an alarm that is gone.
    /// - Returns: When it rings next.
    package func turn(_ id: UUID, on: Bool) throws -> Date? {
        let alarm = try alarm(id)
        return try changing {
            try manager.toggleAlarm(alarm, enabled: on)
            return nextFire(of: alarm)
        }
    }

    /// Removes alarms.
    ///
    /// - Throws: ``AlarmClockError``; an alarm that is gone already is no error.
    /// - Returns: What brings them back.
    package func delete(_ ids: [UUID]) throws -> [DeletedAlarm] {
        let alarms = try ids.compactMap(known)
        guard !alarms.isEmpty else { return [] }
        let deleted = alarms.map { alarm in
            DeletedAlarm(
                record: AlarmRecord(alarm),
                createdAt: alarm.createdAt,
                skipNextUntil: alarm.skipNextUntil,
                templateID: alarm.template?.id
            )
        }
        return try changing {
            try manager.deleteAlarms(alarms)
            return deleted
        }
    }

    /// Brings deleted alarms back.
    ///
    /// - Throws: ``AlarmClockError``; then none came back.
    package func restore(_ deleted: [DeletedAlarm]) throws {
        try changing {
            // Before the first alarm is made: a link makes it known to the context.
            let templates = try deleted.map { try $0.templateID.flatMap(template) }
            let alarms = zip(deleted, templates).map { old, template in
                let alarm = made(old.record, createdAt: old.createdAt)
                alarm.skipNextUntil = old.skipNextUntil
                alarm.template = template
                return alarm
            }
            try manager.addAlarms(alarms)
        }
    }

    /// Leaves out the next time of an alarm.
    ///
    /// - Throws: ``AlarmClockError``, and an error with words for an alarm that is gone.
    /// - Returns: The moment that is left out; nil for an alarm that is off.
    package func skipNext(_ id: UUID) throws -> Date? {
        let alarm = try alarm(id)
        return try changing { try manager.skipNext(alarm, plan: plan) }
    }

    /// Leaves out everything up to a moment; nil ends that.
    ///
    /// - Throws: ``AlarmClockError``, and an error with words for an alarm that is gone.
    /// - Returns: Whether it was done; an alarm that is off stays as it is.
    @discardableResult
    package func pause(_ id: UUID, until date: Date?) throws -> Bool {
        let alarm = try alarm(id)
        return try changing { try manager.pause(alarm, until: date) }
    }

    /// Puts away what is said of missed alarms.
    ///
    /// - Throws: ``AlarmClockError``; then it is still said.
    package func putAway(_ rings: [MissedRing]) throws {
        try changing { try MissedRing.putAway(rings, in: context) }
    }

    /// The moment before a day begins on the device's clock, for the date as a calendar shows it there.
    package func momentBefore(_ day: CivilDay) -> Date? {
        zone.moment(of: ClockTime(minutes: 0), on: day).map { Date(timeIntervalSince1970: Double($0 - 1)) }
    }

    // MARK: Templates

    /// Puts the catalogue of templates into a store that has nothing of it.
    ///
    /// - Throws: ``AlarmClockError``.
    package func loadTemplates(_ catalogue: TemplateCatalogue) throws {
        do {
            try catalogue.loadOnce(into: context)
        } catch {
            throw journal.namingCache(error)
        }
    }

    /// An alarm as a template says, to be looked at before it is added.
    ///
    /// - Throws: ``AlarmClockError`` for a template whose time or days cannot be read.
    package func draft(from template: AlarmTemplate, name: String) throws -> AlarmRecord {
        try AlarmRules.check(template)
        return AlarmRecord(
            time: ClockTime(template.defaultTime) ?? ClockTime(minutes: 0),
            days: WeekdaySet(template.repeatType) ?? WeekdaySet(),
            label: AlarmRules.label(of: name)
        )
    }

    /// Adds an alarm for each template, all or none.
    ///
    /// - Throws: ``AlarmClockError``; then none was added.
    /// - Returns: The ids of the new alarms.
    package func addAlarms(from templates: [AlarmTemplate], names: [UUID: String]) throws -> [UUID] {
        try changing {
            try manager.addAlarms(from: templates) { alarm in
                alarm.id = surroundings.makeID()
                alarm.sound = Tone.standard.rawValue
                if let name = alarm.template.flatMap({ names[$0.id] }) {
                    alarm.label = AlarmRules.label(of: name)
                }
            }.map(\.id)
        }
    }
}
