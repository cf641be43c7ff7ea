import AppCommons
import Foundation

extension CommandRunner {
    private var takeover: LegacyTakeover { LegacyTakeover(folders: folders, surroundings: surroundings) }
    var legacy: MigrationManager { takeover.migration }

    /// Takes the old app's alarms over before a store is used.
    ///
    /// A failure is said, and the app works on without them.
    func takeOver(into store: AlarmStore) {
        guard legacy.hasLegacyData else { return }
        do {
            tell(try takeover.run(into: store, isDryRun: false), isDryRun: false)
        } catch {
            note(phrases.text(for: error))
            if let error = error as? AlarmClockError { note(phrases.advice(for: error)) }
        }
    }

    func migrate(isDryRun: Bool) throws {
        guard legacy.hasLegacyData else {
            return try say(phrases.text(.nothingToMigrate, folders.legacyDefaults.path))
        }
        let store =
            try isDryRun && !AlarmStore.exists(folders)
            ? AlarmStore.inMemory() : AlarmStore.open(folders, zone: deviceZone, log: log)
        tell(try takeover.run(into: store, isDryRun: isDryRun), isDryRun: isDryRun)
        if isDryRun { try say(phrases.text(.dryRun)) } else { changed() }
    }

    private func tell(_ report: MigrationManager.Report, isDryRun: Bool) {
        let file = folders.legacyDefaults.path
        note(phrases.text(isDryRun ? .wouldMigrate : .migrated, count: report.taken, file))
        for entry in report.rejected {
            note(phrases.text(.rejectedEntry, file, String(entry.index), phrases.text(for: entry.reason)))
        }
    }
}
