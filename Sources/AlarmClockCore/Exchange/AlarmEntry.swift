import Foundation
import SwiftData

/// An alarm as files have it: what a person edits of it, and what else belongs to it.
struct AlarmEntry: Equatable, Sendable {
    /// What a file says of something.
    enum Word<Value: Equatable & Sendable>: Equatable, Sendable {
        /// It does not speak of it: what is there stays.
        case unsaid
        /// There is none.
        case none
        case some(Value)

        init(_ value: Value?) { self = value.map(Self.some) ?? .none }
    }

    /// A time that is left out of those on which it repeats.
    enum LeftOut: Hashable, Sendable {
        /// That of a day on its own clock.
        case day(CivilDay)
        /// The one that comes at a moment.
        case moment(Date)
    }

    /// What a person edits.
    var record: AlarmRecord
    /// The day on which it rings first; nil: as soon as its clock shows its time.
    var firstDay: CivilDay?
    /// What is left out of the times on which it repeats.
    var leftOut: Set<LeftOut> = []
    /// Up to when it is left out.
    var skipNextUntil = Word<Date>.unsaid
    /// When it was made; nil where the file does not say.
    var createdAt: Date?
    /// The template that it was made from.
    var template = Word<TemplateRecord>.unsaid

    init(_ record: AlarmRecord) { self.record = record }

    /// The alarm of the store.
    init(_ alarm: Alarm) {
        record = AlarmRecord(alarm)
        skipNextUntil = Word(alarm.skipNextUntil?.toTheSecond)
        createdAt = alarm.createdAt.toTheSecond
        template = Word(alarm.template.map(TemplateRecord.init))
    }

    /// Checks it against the rules.
    ///
    /// - Throws: ``AlarmClockError``.
    func check(_ zones: ZoneDatabase) throws {
        try record.check(zones)
        if case .some(let template) = template { try template.check() }
    }

    /// What becomes of it here and now: it leaves out what comes before its first day.
    ///
    /// - Throws: ``EntryProblem`` for an alarm that was to ring once, and is past, and for one that leaves out more than
    ///   what comes next.
    func resolved(at moment: ExchangeMoment) throws(EntryProblem) -> AlarmEntry {
        var entry = self
        guard record.isEnabled || !record.days.isEmpty else {
            // With a later moment it would count as one that has rung on another device.
            entry.skipNextUntil = .unsaid
            return entry
        }
        guard let firstDay else { return entry }
        let recurrence = moment.recurrence(of: record)
        guard let start = recurrence.zone.moment(of: record.time, on: firstDay) else { throw .field("DTSTART") }
        let first = Date(timeIntervalSince1970: Double(start))
        if record.days.isEmpty {
            guard first > moment.now else { throw .past("\(firstDay.text) \(record.time.text)") }
            if leftOut.contains(.day(firstDay)) || leftOut.contains(.moment(first)) { throw .field("EXDATE") }
        }
        if skipNextUntil == .unsaid, let next = recurrence.next(after: moment.now), next < first {
            entry.skipNextUntil = .some(first - 1)
        }
        return try entry.leavingOut(recurrence, after: max(moment.now, first - 1))
    }

    /// An alarm can leave out what comes next, and nothing beyond that.
    private func leavingOut(_ recurrence: Recurrence, after start: Date) throws(EntryProblem) -> AlarmEntry {
        var entry = self
        var after = start.wholeSecond
        if case .some(let date) = skipNextUntil { after = max(after, date.wholeSecond) }
        var coming = Set(leftOut.compactMap { recurrence.moment(of: $0) }).filter { $0 > after }
        while let next = recurrence.next(after: after), coming.remove(next) != nil {
            entry.skipNextUntil = .some(Date(timeIntervalSince1970: Double(next)))
            after = next
        }
        guard let rest = coming.min() else { return entry }
        throw .leavesOut("\(recurrence.zone.day(at: rest).text) \(record.time.text)")
    }

    /// Whether an alarm of the store is as the file says.
    func agrees(with alarm: Alarm) -> Bool {
        guard AlarmRecord(alarm) == record else { return false }
        if skipNextUntil != .unsaid, skipNextUntil != .init(alarm.skipNextUntil?.toTheSecond) { return false }
        return switch template {
        case .unsaid: true
        case .none: alarm.template == nil
        case .some(let template): alarm.template?.id == template.id
        }
    }

    /// Writes it into an alarm of the store; `model` finds or makes the model of a template.
    func write(to alarm: Alarm, days manager: AlarmManager, model: (TemplateRecord) -> AlarmTemplate) {
        record.write(to: alarm, days: manager)
        switch skipNextUntil {
        case .unsaid where record.days.isEmpty && !record.isEnabled:
            // A pause that was there would say that it is off because it rang.
            alarm.skipNextUntil = nil
        case .unsaid: break
        case .none: alarm.skipNextUntil = nil
        case .some(let date): alarm.skipNextUntil = date
        }
        switch template {
        case .unsaid: break
        case .none: alarm.template = nil
        case .some(let template): alarm.template = model(template)
        }
    }
}

extension Recurrence {
    /// The moment of a time that is left out; nil where there is none of these then.
    fileprivate func moment(of leftOut: AlarmEntry.LeftOut) -> Int? {
        let day =
            switch leftOut {
            case .day(let day): day
            case .moment(let date): zone.day(at: date)
            }
        guard days.contains(day.weekday), let second = zone.moment(of: time, on: day) else { return nil }
        if case .moment(let date) = leftOut, date.wholeSecond / 60 != second / 60 { return nil }
        return second
    }
}

/// When and where files are written and read.
struct ExchangeMoment: Sendable {
    let now: Date
    let plan: FiringPlan

    /// The moments at which the clock of an alarm shows its time.
    func recurrence(of record: AlarmRecord) -> Recurrence {
        let rule = AlarmRule(
            id: record.id ?? Self.nobody,
            time: record.time,
            days: record.days,
            zoneName: record.timeZoneIdentifier,
            setAt: now
        )
        return plan.recurrence(of: rule)
    }

    /// The id of no alarm: which one it is makes no difference to its moments.
    private static let nobody = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}

extension Date {
    /// As files write it: what is less than a second is left away.
    fileprivate var toTheSecond: Date { Date(timeIntervalSince1970: Double(wholeSecond)) }
}
