import AppCommons
import Foundation
import SwiftData

/// Something that happened while the store was opened and that the person should hear of.
public enum StoreNotice: Equatable, Sendable {
    /// The store was damaged; it lies under this name now, and a new one was started.
    case movedAside(URL)
    /// So many ideas were taken over from a file of an earlier version.
    case migrated(count: Int, from: String)
    /// An entry of that file (counted from 1) was left behind.
    case entryLeft(from: String, index: Int, reason: RefusalReason)
    /// The file could not be taken over. It is kept, and the next start tries again.
    case migrationFailed(from: String, reason: MigrationFailure)
}

/// The store of a person's ideas, opened.
public struct IdeaStore {
    /// The container of the models.
    public let container: ModelContainer
    /// The ideas.
    public let repository: IdeaRepository
    /// What happened on the way.
    public let notices: [StoreNotice]
    /// The store's file as it was when it was opened; nil for a store in memory.
    let file: FileIdentity?

    /// Whether a damaged store was moved aside, so that the new one lacks what was there.
    public var wasReplaced: Bool {
        notices.contains { if case .movedAside = $0 { true } else { false } }
    }

    /// Opens the store, makes it when there is none, moves a damaged one aside and takes over ideas of earlier
    /// versions.
    ///
    /// Throws `StoreError` when the store cannot be used and ``FileFailure`` when the folder cannot.
    public static func open(_ folders: DataFolders, in surroundings: Surroundings) throws -> IdeaStore {
        try POSIXFiles.makeFolder(folders.data, mode: 0o700)
        let lock = lock(of: folders)
        guard !isReadOnly(folders) else {
            // There is nothing to make and nothing to take over, and a sound store can still be looked at.
            let container = try StoreConfiguration.container(at: folders.storeFile, isReadOnly: true)
            return store(container, folders, surroundings, lock, moved: nil, file: nil)
        }
        // One copy of the app at a time opens the store, because opening makes, migrates or replaces it.
        return try lock.exclusively {
            let (container, moved) = try openedOrReplaced(folders, in: surroundings)
            let file = POSIXFiles.identity(folders.storeFile.path)
            return store(container, folders, surroundings, lock, moved: moved, file: file)
        }
    }

    /// Opens the store only to look at it: where there is none yet, an empty one in memory, so that a look leaves no
    /// files.
    public static func openForReading(_ folders: DataFolders, in surroundings: Surroundings) throws -> IdeaStore {
        let exists = try POSIXFiles.isFolder(folders.data) && isBegun(folders.storeFile)
        guard !exists, LegacySource.present(in: folders).isEmpty else { return try open(folders, in: surroundings) }
        return try inMemory(surroundings)
    }

    /// Whether something lies there that holds more than the nothing with which a store begins.
    private static func isBegun(_ file: URL) -> Bool {
        switch POSIXFiles.kind(file.path) {
        case .nothing: false
        case .file: POSIXFiles.size(file.path) != 0 || POSIXFiles.size(file.path + "-wal") ?? 0 > 0
        case .folder, .other, .unknown: true
        }
    }

    /// An empty store in memory.
    public static func inMemory(_ surroundings: Surroundings) throws -> IdeaStore {
        let container = try StoreConfiguration.container(at: nil)
        let device = surroundings.makeID().text
        let repository = IdeaRepository(container, surroundings, lock: nil) { device }
        return IdeaStore(container: container, repository: repository, notices: [], file: nil)
    }

    /// Moves the store aside in which damage was found, if it is still the file that was read: another command may
    /// have met the same damage, and what lies there now may be its new store.
    ///
    /// Answers the new place, or nil when nothing was moved.
    static func moveAside(
        _ folders: DataFolders,
        seen: FileIdentity,
        in surroundings: Surroundings
    ) throws -> URL? {
        try lock(of: folders).exclusively {
            guard POSIXFiles.identity(folders.storeFile.path) == seen else { return nil }
            return try StoreRescue.moveAside(folders.storeFile, at: surroundings.now())
        }
    }

    /// Whether the folder is there and may only be looked at.
    static func isReadOnly(_ folders: DataFolders) -> Bool {
        let path = folders.data.path
        return POSIXFiles.kind(path) == .folder && !FileManager.default.isWritableFile(atPath: path)
    }

    private static func lock(of folders: DataFolders) -> StoreLock {
        StoreLock(
            file: folders.data.appending(path: "IdeaBox.lock"),
            door: folders.data.appending(path: "IdeaBox.door.lock")
        )
    }

    private static func store(
        _ container: ModelContainer,
        _ folders: DataFolders,
        _ surroundings: Surroundings,
        _ lock: StoreLock,
        moved: URL?,
        file: FileIdentity?
    ) -> IdeaStore {
        var notices: [StoreNotice] = moved.map { [.movedAside($0)] } ?? []
        if file != nil {
            for source in LegacySource.present(in: folders) {
                // The lock is held already: of two first starts one takes the old ideas over, and the other waits.
                notices += LegacyMigration(
                    source: source,
                    repository: repository(container, folders, surroundings, nil)
                ).run()
            }
        }
        let ideas = repository(container, folders, surroundings, lock)
        return IdeaStore(container: container, repository: ideas, notices: notices, file: file)
    }

    /// One more repository over a store that is open, for another task.
    package static func repository(
        _ container: ModelContainer,
        _ folders: DataFolders,
        _ surroundings: Surroundings
    ) -> IdeaRepository {
        repository(container, folders, surroundings, lock(of: folders))
    }

    private static func repository(
        _ container: ModelContainer,
        _ folders: DataFolders,
        _ surroundings: Surroundings,
        _ lock: StoreLock?
    ) -> IdeaRepository {
        IdeaRepository(container, surroundings, lock: lock) {
            try DeviceIdentity.load(from: folders.deviceFile, in: surroundings).deviceId
        }
    }

    private static func openedOrReplaced(
        _ folders: DataFolders,
        in surroundings: Surroundings
    ) throws -> (ModelContainer, movedAside: URL?) {
        let file = folders.storeFile
        let resumed = try StoreRescue.resume(file)
        try makePrivate(file)
        do {
            return (try StoreConfiguration.container(at: file), resumed)
        } catch let error as StoreError where error.saysDamaged {
            let moved = try StoreRescue.moveAside(file, at: surroundings.now())
            try makePrivate(file)
            return (try StoreConfiguration.container(at: file), moved)
        }
    }

    /// Makes the file before SQLite does, which would let everybody read it; the files beside it follow its example.
    private static func makePrivate(_ file: URL) throws {
        guard POSIXFiles.kind(file.path) == .nothing else { return }
        POSIXFiles.close(try POSIXFiles.create(file.path, mode: 0o600))
    }
}

extension StoreError {
    /// Whether the file cannot be trusted any more.
    var saysDamaged: Bool {
        switch self {
        case .damaged, .notADatabase: true
        default: false
        }
    }
}
