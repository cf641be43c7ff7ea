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
    case migrationFailed(from: String, reason: String)
}

/// The store of a person's ideas, opened.
public struct IdeaStore {
    /// The container of the models.
    public let container: ModelContainer
    /// The ideas.
    public let repository: IdeaRepository
    /// What happened on the way.
    public let notices: [StoreNotice]

    /// Whether a damaged store was moved aside, so that the new one lacks what was there.
    public var wasReplaced: Bool {
        notices.contains { if case .movedAside = $0 { true } else { false } }
    }

    /// Opens the store, makes it when there is none, moves a damaged one aside and takes over ideas of earlier
    /// versions.
    ///
    /// Throws `StoreError` when the store cannot be used and ``FileFailure`` when the folder cannot.
    public static func open(_ folders: DataFolders, in surroundings: Surroundings) throws -> IdeaStore {
        try FileManager.default.createDirectory(
            at: folders.data,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let lock = StoreLock(file: folders.data.appending(path: "IdeaBox.lock"))
        let (container, moved) = try openedOrReplaced(folders, lock, in: surroundings)
        let repository = IdeaRepository(container, surroundings, lock: lock) {
            try DeviceIdentity.load(from: folders.deviceFile, in: surroundings).deviceId
        }
        var notices: [StoreNotice] = moved.map { [.movedAside($0)] } ?? []
        for source in LegacySource.present(in: folders) {
            notices += LegacyMigration(source: source, repository: repository).run()
        }
        return IdeaStore(container: container, repository: repository, notices: notices)
    }

    /// Opens the store only to look at it: where there is none yet, an empty one in memory, so that a look leaves no
    /// files.
    public static func openForReading(_ folders: DataFolders, in surroundings: Surroundings) throws -> IdeaStore {
        let exists = FileManager.default.fileExists(atPath: folders.storeFile.path)
        guard !exists, LegacySource.present(in: folders).isEmpty else { return try open(folders, in: surroundings) }
        return try inMemory(surroundings)
    }

    /// An empty store in memory.
    public static func inMemory(_ surroundings: Surroundings) throws -> IdeaStore {
        let container = try StoreConfiguration.container(at: nil)
        let device = surroundings.makeID().text
        let repository = IdeaRepository(container, surroundings, lock: nil) { device }
        return IdeaStore(container: container, repository: repository, notices: [])
    }

    /// One copy of the app at a time opens the store, because opening makes, migrates or replaces it.
    private static func openedOrReplaced(
        _ folders: DataFolders,
        _ lock: StoreLock,
        in surroundings: Surroundings
    ) throws -> (ModelContainer, movedAside: URL?) {
        // Where the folder is read-only there is nothing to make, and a sound store can still be looked at.
        let isWritable = FileManager.default.isWritableFile(atPath: folders.data.path)
        guard isWritable else { return (try StoreConfiguration.container(at: folders.storeFile), nil) }
        return try lock.exclusively {
            do {
                return (try StoreConfiguration.container(at: folders.storeFile), nil)
            } catch let error as StoreError where error.saysDamaged {
                let moved = try StoreRescue.moveAside(folders.storeFile, at: surroundings.now())
                return (try StoreConfiguration.container(at: folders.storeFile), moved)
            }
        }
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
