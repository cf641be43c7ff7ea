import AppCommons
import CloudKit
import Foundation
import SwiftData

/// The stores of a person's alarms, opened: one that travels between their devices, and one of this device.
public struct AlarmStore: Sendable {
    /// The container of both.
    public let container: ModelContainer
    /// Whether this process carries the alarms to the person's other devices by itself.
    let mirrors: Bool

    /// The container in the cloud that carries the alarms to the person's other devices.
    public static let cloudContainer = "iCloud.com.buildwithharry.AlarmClock"

    static let schema = Schema(versionedSchema: AlarmSchemaV3.self)
    private static let version = AlarmSchemaV3.versionIdentifier

    /// Opens the stores, makes them where there are none, and brings older ones to the present version.
    ///
    /// - Parameters:
    ///   - folders: Where they are.
    ///   - cloud: The account's container; nil for the one that the CloudKit settings of the system name.
    ///   - mirrors: Whether this process carries the alarms to the person's other devices by itself. One that only lives
    ///     for a moment leaves that to the daemon, which reads what was changed in the store's history.
    ///   - zone: The clock of the device, on which times of versions before 1.2.0 were read; nil for that of this process.
    ///   - log: Where it is noted what an older store had that the present version has no place for.
    /// - Returns: The opened stores.
    /// - Throws: ``AlarmClockError/fetchFailed(_:)`` with the framework's error,
    ///   ``AlarmClockError/insufficientStorage(_:)`` where there is no room to bring an older store to the present version,
    ///   `FileFailure` for the folders.
    public static func open(
        _ folders: AlarmFolders,
        through cloud: CKContainer? = nil,
        mirrors: Bool = false,
        zone: ZoneTable? = nil,
        log: OperationLog? = nil
    ) throws -> AlarmStore {
        try open(folders, database: cloudContainer, zone: zone, log: log) { options in
            options.container = cloud
            options.isAutomatic = mirrors
        }
    }

    /// The same through a container in the cloud of the caller's, with all that mirroring lets him choose.
    package static func open(
        _ folders: AlarmFolders,
        database: String,
        zone: ZoneTable? = nil,
        log: OperationLog? = nil,
        mirroring: (inout CloudMirrorOptions) -> Void
    ) throws -> AlarmStore {
        try POSIXFiles.makeFolder(folders.data, mode: 0o700)
        try POSIXFiles.makeFolder(folders.state, mode: 0o700)
        // One process at a time opens them, because opening makes and migrates.
        return try AdvisoryLock(file: folders.storeLock).exclusively {
            try makePrivate(folders.storeFile)
            try makePrivate(folders.ringFile)
            var alarms = ModelConfiguration(
                "AlarmClock",
                schema: Schema(AlarmSchemaV3.travelling, version: version),
                url: folders.storeFile,
                cloudKitDatabase: .private(database)
            )
            mirroring(&alarms.mirroring)
            let mirrors = alarms.mirroring.isAutomatic
            let device = ModelConfiguration(
                "RingState",
                schema: Schema([RingState.self], version: version),
                url: folders.ringFile,
                cloudKitDatabase: .none
            )
            let tally = MigrationTally()
            let store: AlarmStore
            do {
                store = try AlarmMigrationPlan.$tally.withValue(tally) {
                    try AlarmMigrationPlan.$zoneOfOldTimes.withValue(zone ?? Surroundings.live.deviceZone) {
                        try open([withAdditions(alarms), withAdditions(device)], mirrors: mirrors)
                    }
                }
            } catch AlarmClockError.insufficientStorage(let use) {
                throw AlarmClockError.insufficientStorage(use.adding(cache: folders.cache))
            }
            if tally.droppedDays > 0 { log?.note(.daysDropped(tally.droppedDays)) }
            return store
        }
    }

    /// Whether a store is there to be opened.
    public static func exists(_ folders: AlarmFolders) -> Bool {
        POSIXFiles.kind(folders.storeFile.path) != .nothing
    }

    /// Empty stores in memory.
    public static func inMemory() throws -> AlarmStore {
        let alarms = ModelConfiguration(
            "AlarmClock",
            schema: Schema(AlarmSchemaV3.travelling, version: version),
            isStoredInMemoryOnly: true,
            cloudKitDatabase: .none
        )
        let device = ModelConfiguration(
            "RingState",
            schema: Schema([RingState.self], version: version),
            isStoredInMemoryOnly: true,
            cloudKitDatabase: .none
        )
        return try open([alarms, device], mirrors: false)
    }

    private static func open(_ configurations: [ModelConfiguration], mirrors: Bool) throws -> AlarmStore {
        do {
            return AlarmStore(
                container: try ModelContainer(
                    for: schema,
                    migrationPlan: AlarmMigrationPlan.self,
                    configurations: configurations
                ),
                mirrors: mirrors
            )
        } catch {
            guard AlarmClockError.isOfFullDisk(error) else { throw AlarmClockError.fetchFailed(error) }
            throw AlarmClockError.insufficientStorage(StorageUse(files: configurations.map(\.url)))
        }
    }

    private static func withAdditions(_ configuration: ModelConfiguration) -> ModelConfiguration {
        var configuration = configuration
        // What was acknowledged survives a power cut.
        configuration.durability = .full
        return configuration
    }

    /// Makes the file before SQLite does, which would let everybody read it; the files beside it follow its example.
    private static func makePrivate(_ file: URL) throws {
        guard POSIXFiles.kind(file.path) == .nothing else { return }
        POSIXFiles.close(try POSIXFiles.create(file.path, mode: 0o600))
    }
}
