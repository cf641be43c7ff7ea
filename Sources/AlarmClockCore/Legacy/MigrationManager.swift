import AppCommons
import Foundation
import SwiftData

/// Takes over the alarms that the old app kept in its user defaults: reads, checks, inserts all in one transaction,
/// counts them, and only then takes them out of the defaults.
///
/// Repeating it changes nothing, and a process may end at any point: an alarm that is there already is not inserted
/// again, nor one that was there and was deleted while the defaults could not be written. The old storage is read and
/// emptied, and never written for alarms: versions of systems that have no SwiftData are not served.
public final class MigrationManager {
    /// An alarm that was set aside.
    public struct Rejected: Sendable {
        /// Its place in the old list, from 1.
        public let index: Int
        /// Why.
        public let reason: Reason

        /// Why an alarm was set aside.
        public enum Reason: Sendable {
            /// It is no object of fields.
            case notAnObject
            /// A field is missing or cannot be read.
            case field(String)
            /// It breaks a rule.
            case rule(AlarmRuleViolation)
        }
    }

    /// What was done.
    public struct Report: Sendable {
        /// Alarms in the old list that were brought into the store, now or before.
        public var taken = 0
        /// Those among them that were not there before.
        public var added = 0
        /// Alarms that were set aside.
        public var rejected: [Rejected] = []
    }

    private let defaults: LegacyDefaults
    private let zone: ZoneTable
    private let makeID: @Sendable () -> UUID
    /// Is called at each step, where a test may end the process.
    private let atStep: @Sendable (String) -> Void

    /// A migration from a file of defaults; times were read on a clock of the zone.
    init(
        defaults: URL,
        zone: ZoneTable,
        makeID: @escaping @Sendable () -> UUID,
        atStep: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.defaults = LegacyDefaults(file: defaults)
        self.zone = zone
        self.makeID = makeID
        self.atStep = atStep
    }

    private static var live: MigrationManager {
        let surroundings = Surroundings.live
        let folders = AlarmFolders(store: nil, in: surroundings)
        return LegacyTakeover(folders: folders, surroundings: surroundings).migration
    }

    /// Whether the old app left alarms.
    public static func hasLegacyData() -> Bool { live.hasLegacyData }

    /// Takes the old app's alarms over.
    ///
    /// - Throws: ``AlarmClockError/migrationFailed(_:)`` or ``AlarmClockError/insufficientStorage(_:)``; then the old alarms
    ///   are where they were; they are in the store too where only the defaults could not be written.
    public static func migrateFromUserDefaults(to context: ModelContext) async throws {
        _ = try live.migrate(to: context.container, isDryRun: false)
    }

    /// Takes the alarms out of the old app's defaults, without a look at the store.
    public static func cleanupLegacyData() {
        // What cannot be removed is found again at the next start, and is in the store already.
        _ = try? live.defaults.retire(nil, rejected: nil, draft: live.makeID())
    }

    /// Whether the old app left alarms here.
    var hasLegacyData: Bool { defaults.hasAlarms }

    /// Takes the alarms over; a dry run only says what would be done.
    func migrate(to container: ModelContainer, isDryRun: Bool) throws -> Report {
        let taken = LegacyTaken(into: container)
        do {
            guard let (data, list) = try read() else { return Report() }
            let (alarms, rejected) = sort(list)
            var report = Report(taken: alarms.count, rejected: rejected.map(\.what))
            atStep("read")
            let before = taken?.ids ?? []
            let new = alarms.filter { !before.contains($0.id) }
            let context = ModelContext(container)
            context.autosaveEnabled = false
            report.added = try insert(new, into: context)
            if isDryRun { return report }
            atStep("inserted")
            try taken?.prepare(before.union(new.map(\.id)))
            try context.save()
            atStep("saved")
            try verify(new, in: container)
            atStep("verified")
            try taken?.confirm()
            if try clear(data, rejected.map(\.entry)) { taken?.remove() }
            atStep("retired")
            return report
        } catch let error as LegacyNotCleared {
            throw AlarmClockError.migrationFailed(error)
        } catch {
            if !isDryRun { taken?.discard() }
            let reason = AlarmClockError.saving(error, in: container)
            if case .insufficientStorage = reason { throw reason }
            throw AlarmClockError.migrationFailed(error)
        }
    }

    // MARK: - Reading

    private func read() throws -> (data: Data, list: [Any])? {
        guard defaults.hasAlarms else { return nil }
        guard try defaults.isReadable() else {
            throw MigrationError.unreadableDefaults(copy: try defaults.copyUnreadable().path)
        }
        guard let data = try defaults.alarms() else { return nil }
        guard let list = try? JSONSerialization.jsonObject(with: data) as? [Any] else {
            throw MigrationError.invalidLegacyData
        }
        guard list.count <= AlarmRules.maximumAlarms else {
            throw MigrationError.tooLarge(limit: AlarmRules.maximumAlarms)
        }
        return (data, list)
    }

    private func sort(_ list: [Any]) -> (alarms: [LegacyAlarm], rejected: [(what: Rejected, entry: Any)]) {
        var alarms: [LegacyAlarm] = []
        var rejected: [(what: Rejected, entry: Any)] = []
        var used: Set<UUID> = []
        for (index, entry) in list.enumerated() {
            do throws(LegacyAlarm.Problem) {
                var alarm = try LegacyAlarm(entry, zone: zone)
                // A second alarm with a known id is another alarm; it gets an id that is the same each time.
                while !used.insert(alarm.id).inserted { alarm.id = alarm.id.successor }
                alarms.append(alarm)
            } catch {
                rejected.append((Rejected(index: index + 1, reason: error.reason), entry))
            }
        }
        return (alarms, rejected)
    }

    /// Those that were rejected before and now, as JSON; an entry that is known is not added again.
    private func kept(_ entries: [Any]) throws -> Data? {
        guard !entries.isEmpty else { return nil }
        let before = try defaults.rejected().flatMap { try JSONSerialization.jsonObject(with: $0) as? [Any] } ?? []
        let known = Set(before.compactMap(Self.text))
        let new = entries.filter { entry in Self.text(entry).map { !known.contains($0) } ?? true }
        return try JSONSerialization.data(withJSONObject: before + new, options: [.sortedKeys])
    }

    private static func text(_ entry: Any) -> Data? {
        try? JSONSerialization.data(withJSONObject: [entry], options: [.sortedKeys])
    }

    // MARK: - Writing

    private func insert(_ alarms: [LegacyAlarm], into context: ModelContext) throws -> Int {
        let known = Set(try context.fetch(FetchDescriptor<Alarm>()).map(\.id))
        var templates = try LegacyTemplates(context, makeID: makeID)
        var added = 0
        for old in alarms where !known.contains(old.id) {
            let alarm = Alarm(
                id: old.id,
                time: old.time.date,
                label: old.label,
                isEnabled: old.isEnabled,
                sound: old.sound,
                snoozeEnabled: old.snoozeEnabled,
                vibrationEnabled: old.vibrationEnabled
            )
            context.insert(alarm)
            alarm.repeatDays = old.repeatDays.map { AlarmRepeat(id: makeID(), weekday: $0) }
            if let template = old.template { alarm.template = templates.model(of: template) }
            added += 1
        }
        return added
    }

    /// Empties the old list of what was taken; what the old app has written meanwhile is for the next start.
    private func clear(_ taken: Data, _ rejected: [Any]) throws -> Bool {
        do {
            return try defaults.retire(taken, rejected: kept(rejected), draft: makeID())
        } catch {
            throw LegacyNotCleared(file: defaults.file.path, reason: error)
        }
    }

    /// Looks the alarms up again, past everything that the context of the insertion knows.
    private func verify(_ alarms: [LegacyAlarm], in container: ModelContainer) throws {
        let found = Set(try ModelContext(container).fetch(FetchDescriptor<Alarm>()).map(\.id))
        let count = alarms.count { found.contains($0.id) }
        guard count == alarms.count else { throw MigrationError.incomplete(found: count, of: alarms.count) }
    }
}

/// The templates that old alarms name, each made once.
private struct LegacyTemplates {
    private let context: ModelContext
    private let makeID: @Sendable () -> UUID
    private var byID: [UUID: AlarmTemplate] = [:]
    private var made: [LegacyAlarm.LegacyTemplate: AlarmTemplate] = [:]

    init(_ context: ModelContext, makeID: @escaping @Sendable () -> UUID) throws {
        self.context = context
        self.makeID = makeID
        for template in try context.fetch(FetchDescriptor<AlarmTemplate>()) { byID[template.id] = template }
    }

    mutating func model(of old: LegacyAlarm.LegacyTemplate) -> AlarmTemplate {
        if let known = old.id.flatMap({ byID[$0] }) ?? made[old] { return known }
        let template = AlarmTemplate(
            name: old.text("name"),
            category: old.text("category"),
            icon: old.text("icon"),
            templateDescription: old.text("templateDescription"),
            time: old.text("time"),
            frequency: old.text("frequency"),
            defaultTime: old.text("defaultTime", or: "07:00"),
            repeatType: old.text("repeatType", or: "once"),
            scenario: old.text("scenario")
        )
        if let id = old.id { template.id = id }
        context.insert(template)
        byID[template.id] = template
        made[old] = template
        return template
    }
}

extension LegacyAlarm.Problem {
    fileprivate var reason: MigrationManager.Rejected.Reason {
        switch self {
        case .notAnObject: .notAnObject
        case .field(let name): .field(name)
        case .rule(let violation): .rule(violation)
        }
    }
}

extension UUID {
    /// The id with the next number.
    fileprivate var successor: UUID {
        var bytes = uuid
        withUnsafeMutableBytes(of: &bytes) { bytes in
            for index in bytes.indices.reversed() {
                bytes[index] &+= 1
                if bytes[index] != 0 { return }
            }
        }
        return UUID(uuid: bytes)
    }
}
