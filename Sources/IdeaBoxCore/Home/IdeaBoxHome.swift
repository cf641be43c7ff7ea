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
    @ObservationIgnored private let rest: @Sendable () async throws -> Void
    @ObservationIgnored private var resting: Task<Void, Never>?
    /// How often in a row something changed before there was a moment to count.
    @ObservationIgnored private var disturbances = 0
    /// What was counted last, and what was told since.
    @ObservationIgnored private(set) var counted: CountedIdeas?
    /// How often it was told what a change means for the counts.
    @ObservationIgnored private var foretold = 0
    /// How many wait for all to be counted.
    @ObservationIgnored private var waiters = 0
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

    /// For so many seconds nothing changes before ideas are counted again: among a million of them that takes longer than
    /// somebody who clicks may wait.
    static let restTime: TimeInterval = 0.3
    /// So many changes in a row, each within ``restTime`` of the one before, put counting off.
    static let mostDisturbances = 50

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
        try self.init(folders, in: surroundings, waiting: .live) { try await Task.sleep(for: .seconds(Self.restTime)) }
    }

    init(
        _ folders: DataFolders,
        in surroundings: Surroundings,
        waiting: SyncSurroundings,
        rest: @escaping @Sendable () async throws -> Void = {}
    ) throws {
        self.rest = rest
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
            resting?.cancel()
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
    public func waitUntilIdle() async {
        waiters += 1
        defer { waiters -= 1 }
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
        guard await mayCount() else { return }
        let (before, known) = (foretold, counted)
        let found = await Task.detached { Look(container, shown, device: device, surroundings, known: known) }.value
        // Another account's ideas may be shown by now; then it is looked again.
        guard open.folders == shown else { return }
        // What has changed meanwhile is told already, and counted anew.
        let isDue = self.counts == nil || disturbances >= Self.mostDisturbances
        disturbances = isDue || !isStale ? 0 : disturbances + 1
        let isCurrent = isDue || (!isStale && before == foretold)
        if isCurrent, let counted = found.counted {
            if counted.counts != counts { counts = counted.counts }
            self.counted = isStale ? nil : counted
        }
        if let standing = found.standing, standing != self.standing { self.standing = standing }
        if found.wasSignedIn != wasSignedIn { wasSignedIn = found.wasSignedIn }
        continueSync()
    }

    /// Waits for a moment without changes; answers whether there was one, or ideas are to be counted all the same.
    private func mayCount() async -> Bool {
        if counts == nil || waiters > 0 || disturbances >= Self.mostDisturbances { return true }
        // What has changed already is shown before anybody rests.
        if !isStale {
            let task = Task { [rest] in _ = try? await rest() }
            resting = task
            await task.value
            resting = nil
        }
        if isStale { disturbances += 1 }
        return !isStale
    }

    /// Takes note of ideas that this process has just changed: what that means for the counts is known without counting.
    package func count(_ step: IdeaCounts.Step, _ ideas: [IdeaSnapshot]) {
        guard let before = counts, !ideas.isEmpty else { return }
        foretold += 1
        counted?.tell(step, ideas)
        let now = ideas.reduce(before) { $0.after(step, of: $1) }
        if now != before { counts = now }
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
        (counts, counted, standing) = (nil, nil, nil)
        revision += 1
    }

    private static func opened(
        _ folders: DataFolders,
        _ surroundings: Surroundings,
        _ signal: ChangeSignal
    ) throws -> (OpenStore, [StoreNotice]) {
        let store = try IdeaStore.open(folders, in: surroundings)
        if !IdeaStore.isReadOnly(folders) { try tidy(folders, store) }
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

extension IdeaBoxHome {
    /// Does what is due once a day, where there is room for it: ideas can be looked at without.
    private nonisolated static func tidy(_ folders: DataFolders, _ store: IdeaStore) throws {
        do {
            try DailyTidying(folder: folders.data).run(store.repository)
        } catch StoreError.diskFull {
            // Tomorrow, or at the next start.
        } catch let failure as FileFailure where failure.kind == .diskFull {
            // The same, of a file beside the store.
        }
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
