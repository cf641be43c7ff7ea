import AppCommons
import Foundation

/// Takes the old app's alarms over, one process at a time, and notes what became of it.
struct LegacyTakeover: Sendable {
    let folders: AlarmFolders
    let surroundings: Surroundings

    /// The migration, with times read on a clock of the device's zone.
    var migration: MigrationManager {
        MigrationManager(
            defaults: folders.legacyDefaults,
            zone: surroundings.deviceZone,
            makeID: surroundings.makeID
        )
    }

    /// Takes them over; a dry run only says what would be done.
    ///
    /// - Throws: ``AlarmClockError/migrationFailed(_:)``, ``AlarmClockError/insufficientStorage(_:)``, `FileFailure`.
    func run(into store: AlarmStore, isDryRun: Bool) throws -> MigrationManager.Report {
        let journal = StoreJournal(folders, in: surroundings)
        // Of two first starts one takes the alarms over, and the other waits and finds them.
        try POSIXFiles.makeFolder(folders.data, mode: 0o700)
        return try AdvisoryLock(file: folders.storeLock).exclusively {
            let start = surroundings.clocks().awake
            do {
                let report = try migration.migrate(to: store.container, isDryRun: isDryRun)
                let seconds = surroundings.clocks().awake - start
                if !isDryRun {
                    journal.log.note(.migrated(alarms: report.taken, rejected: report.rejected.count, seconds: seconds))
                }
                return report
            } catch {
                // A dry run is no attempt.
                if !isDryRun { journal.log.note(.migrationFailed(Self.reason(error))) }
                throw journal.namingCache(error)
            }
        }
    }

    private static func reason(_ error: any Error) -> String {
        if case AlarmClockError.insufficientStorage(let use) = error { return use.inTheLog }
        return String(describing: error)
    }
}

/// What became of the old app's alarms on this device.
package struct LegacyStanding: Equatable, Sendable {
    /// Whether some wait to be taken over.
    package var waits = false
    /// When some were taken over last.
    package var takenAt: Date?
    /// How many that were.
    package var taken = 0
    /// How many of them were set aside.
    package var rejected = 0

    /// Nothing is known.
    package init() {}

    init(_ folders: AlarmFolders, _ log: OperationLog) {
        waits = LegacyDefaults(file: folders.legacyDefaults).hasAlarms
        guard let last = log.entries().last(where: { $0.name == "migrated" && ($0.alarms ?? 0) > 0 }) else { return }
        takenAt = last.date
        taken = last.alarms ?? 0
        rejected = last.rejected ?? 0
    }
}
