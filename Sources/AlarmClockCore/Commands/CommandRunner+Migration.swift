import AppCommons
import Foundation

extension CommandRunner {
    var legacy: MigrationManager {
        let zone = TimeZone(identifier: deviceZone.identifier) ?? .current
        return MigrationManager(defaults: folders.legacyDefaults, zone: zone, makeID: surroundings.makeID)
    }

    /// Takes the old app's alarms over before a store is used.
    ///
    /// A failure is said, and the app works on without them.
    func takeOver(into store: AlarmStore) {
        guard legacy.hasLegacyData else { return }
        do {
            tell(try take(into: store, isDryRun: false), isDryRun: false)
        } catch {
            note(phrases.text(for: error))
            if let error = error as? AlarmClockError { note(phrases.advice(for: error)) }
        }
    }

    func migrate(isDryRun: Bool) throws {
        guard legacy.hasLegacyData else {
            return try say(phrases.text(.nothingToMigrate, folders.legacyDefaults.path))
        }
        let store = try isDryRun && !AlarmStore.exists(folders) ? AlarmStore.inMemory() : AlarmStore.open(folders)
        tell(try take(into: store, isDryRun: isDryRun), isDryRun: isDryRun)
        if isDryRun { try say(phrases.text(.dryRun)) } else { changed() }
    }

    private func take(into store: AlarmStore, isDryRun: Bool) throws -> MigrationManager.Report {
        // Of two first starts one takes the alarms over, and the other waits and finds them.
        try POSIXFiles.makeFolder(folders.data, mode: 0o700)
        return try AdvisoryLock(file: folders.storeLock).exclusively {
            let start = surroundings.clocks().awake
            do {
                let report = try legacy.migrate(to: store.container, isDryRun: isDryRun)
                let seconds = surroundings.clocks().awake - start
                if !isDryRun {
                    log.note(.migrated(alarms: report.taken, rejected: report.rejected.count, seconds: seconds))
                }
                return report
            } catch {
                log.note(.migrationFailed(String(describing: error)))
                throw error
            }
        }
    }

    private func tell(_ report: MigrationManager.Report, isDryRun: Bool) {
        let file = folders.legacyDefaults.path
        note(phrases.text(isDryRun ? .wouldMigrate : .migrated, count: report.taken, file))
        for entry in report.rejected {
            note(phrases.text(.rejectedEntry, file, String(entry.index), phrases.text(for: entry.reason)))
        }
    }
}
