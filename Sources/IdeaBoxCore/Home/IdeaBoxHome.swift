import AppCommons
import Foundation
import Observation
import SwiftData

/// The ideas of whoever is signed in: open, watched and kept in step, for as long as a process shows them.
///
/// One home serves all windows of a process. Reading its properties inside a view, or inside
/// `withObservationTracking`, tells when they change, whichever process made the change.
@MainActor
@Observable
public final class IdeaBoxHome {
    /// Grows with every change of the store, by whomever, and when another account's ideas are shown.
    public internal(set) var revision = 0
    /// How many ideas there are; nil until they were counted.
    public internal(set) var counts: IdeaCounts?
    /// What happened while the store was opened.
    public internal(set) var notices: [StoreNotice] = []
    /// Damaged stores that were moved aside and wait to be recovered.
    public internal(set) var damagedStores: [URL] = []
    /// Why sync could not be begun, where it is the store that failed.
    public internal(set) var failure: HomeFailure?
    var standing: SyncStanding?
    var wasSignedIn = false
    var isElsewhere = false
    /// The status of the sync of this process, if it does the work.
    var status: SyncStatus?

    /// The folders of the device itself.
    @ObservationIgnored public let folders: DataFolders
    @ObservationIgnored let surroundings: Surroundings
    @ObservationIgnored let waiting: SyncSurroundings
    @ObservationIgnored var open: OpenStore
    @ObservationIgnored private var isLooking = false
    @ObservationIgnored private var isStale = false
    @ObservationIgnored var syncing: Task<Void, Never>?
    /// The session while it is being made.
    @ObservationIgnored var opening: Task<SyncSession, any Error>?
    /// How often somebody signed in or out, in whatever process.
    @ObservationIgnored var accountNews = 0
    /// Begins the work later, after one that the store did not allow.
    @ObservationIgnored var pause: Task<Void, Never>?
    /// Stores that another process syncs, for whose right a thread waits: at most one for each account of the device.
    @ObservationIgnored var awaitedStores: Set<URL> = []
    @ObservationIgnored var session: SyncSession?
    @ObservationIgnored var wantsSync = false
    /// Why the last sync of this process ended; it begins again by itself only where that can help.
    @ObservationIgnored var ended: SyncProblem.Kind?

    /// A store that is shown.
    struct OpenStore {
        let container: ModelContainer
        let folders: DataFolders
        let file: FileIdentity?
        let changes: LocalChanges
        let accounts: LocalChanges

        /// Hears of nothing any more.
        func end() {
            changes.end()
            accounts.end()
        }
    }

    /// Opens the store of whoever is signed in.
    ///
    /// Throws what ``IdeaStore/open(_:in:)`` throws.
    public convenience init(_ folders: DataFolders, in surroundings: Surroundings) throws {
        try self.init(folders, in: surroundings, waiting: .live)
    }

    init(_ folders: DataFolders, in surroundings: Surroundings, waiting: SyncSurroundings) throws {
        self.folders = folders
        self.surroundings = surroundings
        self.waiting = waiting
        let signal = ChangeSignal()
        let (opened, notices) = try Self.opened(folders.ofCurrentAccount(), surroundings, signal)
        open = opened
        self.notices = notices
        signal.home = self
        damagedStores = StoreRescue.waiting(beside: opened.folders.storeFile)
        refresh()
    }

    /// The time.
    public nonisolated var now: Date { surroundings.now() }

    /// The ideas, for one task; each call makes a repository of its own.
    public func repository() -> IdeaRepository {
        IdeaStore.repository(open.container, open.folders, surroundings)
    }

    /// Works with the store away from the main actor, for what may take long.
    public func aside<Result: Sendable>(
        _ body: @escaping @Sendable (IdeaRepository) throws -> Result
    ) async throws -> Result {
        let (container, folders, surroundings) = (open.container, open.folders, surroundings)
        return try await Task.detached {
            try body(IdeaStore.repository(container, folders, surroundings))
        }.value
    }

    /// How sync stands.
    public var sync: SyncPicture {
        guard let standing else { return SyncPicture() }
        return SyncPicture(standing, status?.progress, wasSignedIn: wasSignedIn, isElsewhere: isElsewhere)
    }

    // MARK: Looking

    /// Looks again whose ideas are shown and how they stand, also where no change was heard of.
    public func refresh() {
        guard !isLooking else {
            isStale = true
            return
        }
        isLooking = true
        Task {
            repeat {
                isStale = false
                await look()
            } while isStale
            isLooking = false
        }
    }

    /// Returns when all that was heard of so far has been looked at: for tests, and before a process ends.
    public func settled() async {
        refresh()
        while isLooking { await Task.yield() }
    }

    private func look() async {
        let (container, shown, device, surroundings) = (open.container, open.folders, folders, surroundings)
        let current = await Task.detached { device.ofCurrentAccount() }.value
        guard current == shown else {
            switchStore(to: current)
            isStale = true
            return
        }
        // What windows show first: counting takes longer, among a million ideas.
        revision += 1
        let found = await Task.detached { Look(container, shown, device: device, surroundings) }.value
        // Another account's ideas may be shown by now; then it is looked again.
        guard open.folders == shown else { return }
        if let counts = found.counts, counts != self.counts { self.counts = counts }
        if let standing = found.standing, standing != self.standing { self.standing = standing }
        if found.wasSignedIn != wasSignedIn { wasSignedIn = found.wasSignedIn }
        continueSync()
    }

    /// Takes note of an error that somebody met: a damaged store is moved aside, and a new one takes its place.
    ///
    /// Answers whether that was so: ``damagedStores`` tells of it then.
    @discardableResult
    public func met(_ error: any Error) -> Bool {
        guard let error = error as? StoreError, error.saysDamaged, let seen = open.file else { return false }
        let shown = open.folders
        // Where it cannot be moved, the next who reads meets the same damage.
        guard let moved = try? IdeaStore.moveAside(shown, seen: seen, in: surroundings) else { return false }
        switchStore(to: shown)
        notices.insert(.movedAside(moved), at: 0)
        refresh()
        return true
    }

    /// Shows the ideas of another account.
    func switchStore(to folders: DataFolders) {
        stopSync()
        let signal = ChangeSignal()
        do {
            let (opened, notices) = try Self.opened(folders, surroundings, signal)
            open.end()
            signal.home = self
            open = opened
            self.notices = notices
            damagedStores = StoreRescue.waiting(beside: opened.folders.storeFile)
            failure = nil
        } catch {
            failure = HomeFailure(error)
        }
        (counts, standing) = (nil, nil)
        revision += 1
    }

    private static func opened(
        _ folders: DataFolders,
        _ surroundings: Surroundings,
        _ signal: ChangeSignal
    ) throws -> (OpenStore, [StoreNotice]) {
        let store = try IdeaStore.open(folders, in: surroundings)
        if !IdeaStore.isReadOnly(folders) { try DailyTidying(folder: folders.data).run(store.repository) }
        let models: [any PersistentModel.Type] = [Idea.self, SyncState.self, SyncLog.self, SyncMemo.self]
        let opened = OpenStore(
            container: store.container,
            folders: folders,
            file: store.file,
            changes: try LocalChanges(store.container, of: models) { signal.tell { $0.refresh() } },
            accounts: try LocalChanges(store.container, of: [SyncLog.self], by: [AccountNews.author]) {
                signal.tell { $0.accountChanged() }
            }
        )
        return (opened, store.notices)
    }
}

/// Why the home could not do what it is for.
public struct HomeFailure: Error, Equatable, Sendable {
    let kind: String
    private let words: [Language: String]

    init(_ error: any Error) {
        kind = String(describing: error)
        words = Dictionary(
            uniqueKeysWithValues: Language.allCases.map { ($0, Messages(language: $0).text(for: error)) }
        )
    }

    /// What went wrong, in words, without a full stop.
    public func text(in language: Language) -> String { words[language] ?? kind }
}

/// Brings a change of the store, heard on any thread, to the home that shows it.
private final class ChangeSignal: Sendable {
    @MainActor weak var home: IdeaBoxHome?

    nonisolated init() {}

    func tell(_ body: @escaping @MainActor @Sendable (IdeaBoxHome) -> Void) {
        Task { @MainActor in
            if let home { body(home) }
        }
    }
}

/// What a look at the store finds.
private struct Look: Sendable {
    let wasSignedIn: Bool
    var counts: IdeaCounts?
    var standing: SyncStanding?

    init(_ container: ModelContainer, _ shown: DataFolders, device: DataFolders, _ surroundings: Surroundings) {
        wasSignedIn = (try? AccountBook.read(device).entry) ?? nil != nil
        let repository = IdeaStore.repository(container, shown, surroundings)
        let session = AccountSession(folders: device, surroundings: surroundings)
        // What cannot be read now stays as it was shown; the next change asks again.
        counts = try? repository.counts()
        standing = try? SyncStanding(repository, session, at: surroundings.now())
    }
}
