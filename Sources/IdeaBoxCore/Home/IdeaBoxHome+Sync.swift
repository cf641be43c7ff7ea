import Foundation
import SwiftData

extension IdeaBoxHome {
    /// Seconds after which sync begins again that could not work with the store.
    private static let pauseAfterFailure = RetryPolicy.busyPause

    private var account: AccountSession { AccountSession(folders: folders, surroundings: surroundings) }

    // MARK: The work

    /// Keeps the ideas in step from now on, whenever somebody is signed in and no other process does it.
    public func startSync() {
        wantsSync = true
        ended = nil
        refresh()
    }

    /// Looks what has become of the ideas, here and at the service: the person looks at them again.
    public func cameForward() {
        refresh()
        if let session {
            Task { await session.coordinator.cameForward() }
        } else if ended == .serviceFailed {
            beginSync()
        }
    }

    /// Begins the work where it is wanted, possible and not under way.
    func continueSync() {
        guard wantsSync, syncing == nil, standing?.user != nil else { return }
        switch ended {
        case nil: beginSync()
        // Another process may have taken them over meanwhile.
        case .notMigrated where standing?.problem?.kind != .notMigrated: beginSync()
        // Somebody waits for what stands in the way, or has to do something about it.
        default: break
        }
    }

    private func beginSync(_ ownership: SyncOwnership? = nil) {
        guard wantsSync, syncing == nil else { return }
        pause?.cancel()
        let (open, account, waiting, news) = (open, account, waiting, accountNews)
        let opening = Task {
            try await SyncSession(open.container, in: open.folders, account, waiting, ownership: ownership) { _ in }
        }
        self.opening = opening
        syncing = Task { [weak self] in
            do {
                let session = try await opening.value
                self?.began(session)
                try await session.coordinator.watch()
                self?.stopped(by: nil, news)
            } catch {
                self?.stopped(by: error, news)
            }
        }
    }

    private func began(_ session: SyncSession) {
        // A task that was cancelled has given its place to another one.
        guard !Task.isCancelled else { return }
        self.session = session
        opening = nil
        status = session.status
        ended = nil
        if isElsewhere { isElsewhere = false }
        if failure != nil { failure = nil }
    }

    /// The work is over; `news` is how much had been heard of the account when it began.
    private func stopped(by error: (any Error)?, _ news: Int) {
        guard !Task.isCancelled else { return }
        (session, status, syncing, opening, ended) = (nil, nil, nil, nil, nil)
        switch error {
        case let problem as SyncProblem:
            // Who signed out may be back by now: the next look says so.
            let mayBeBack = problem.isAboutAccount && news != accountNews
            ended = mayBeBack ? nil : problem.kind
        case nil, is CancellationError: break
        case let error?:
            ended = .serviceFailed
            failure = HomeFailure(error)
            beginLater()
            met(error)
        }
        let isElsewhere = ended == .ownedElsewhere
        if isElsewhere != self.isElsewhere { self.isElsewhere = isElsewhere }
        if isElsewhere { waitForOwner() }
        refresh()
    }

    /// Begins again where the store could not be worked with: by then its disk may have room.
    private func beginLater() {
        let waiting = waiting
        pause = Task { [weak self] in
            guard (try? await waiting.wait(Self.pauseAfterFailure)) != nil, !Task.isCancelled else { return }
            self?.beginSync()
        }
    }

    /// Takes over where the process ends that has the right to sync this store, however long that takes.
    private func waitForOwner() {
        let place = open.folders
        guard awaitedStores.insert(place.storeFile).inserted else { return }
        SyncOwnership.wait(for: place) { [weak self] ownership in
            Task { @MainActor in self?.ownerEnded(place, ownership) }
        }
    }

    private func ownerEnded(_ place: DataFolders, _ ownership: SyncOwnership?) {
        awaitedStores.remove(place.storeFile)
        // Meanwhile another account may be shown.
        guard ended == .ownedElsewhere, open.folders == place else { return }
        if ownership == nil { beginLater() } else { beginSync(ownership) }
    }

    /// Somebody signed in or out, in whatever process: what ended for that reason may begin again.
    func accountChanged() {
        accountNews += 1
        if let ended, SyncProblem(ended).isAboutAccount { self.ended = nil }
        refresh()
    }

    func stopSync() {
        syncing?.cancel()
        pause?.cancel()
        (session, status, syncing, opening, pause, ended) = (nil, nil, nil, nil, nil, nil)
        if isElsewhere { isElsewhere = false }
    }

    // MARK: What the person wants

    /// Syncs now, and returns when everything is where it belongs.
    ///
    /// Ideas of an earlier version that could not be taken over are tried first. Throws ``SyncProblem`` where it could not:
    /// `ownedElsewhere` where another process syncs the store; and what the store throws.
    public func retry() async throws {
        defer { refresh() }
        try await begun().coordinator.retryNow()
    }

    /// The work of this process, begun if need be.
    private func begun() async throws -> SyncSession {
        if let session { return session }
        guard try account.current() != nil else { throw SyncProblem(.signedOut) }
        if let source = LegacySource.waiting(in: open.folders).first {
            _ = try IdeaStore.open(open.folders, in: surroundings)
            let isMigrated = LegacySource.waiting(in: open.folders).isEmpty
            guard isMigrated else { throw SyncProblem(.notMigrated, reason: source.url.path) }
        }
        wantsSync = true
        ended = nil
        beginSync()
        if let opening { return try await opening.value }
        throw CancellationError()
    }

    /// Answers a question of sync, and syncs.
    ///
    /// Throws ``SyncProblem``: `ownedElsewhere` where another process syncs the store; and what the store throws.
    public func answer(_ answer: SyncAnswer) async throws {
        guard let coordinator = session?.coordinator else {
            throw SyncProblem(isElsewhere ? .ownedElsewhere : .signedOut)
        }
        switch answer {
        case .acceptDeletions: _ = try await coordinator.acceptDeletions()
        case .refuseDeletions: _ = try await coordinator.refuseDeletions()
        case .uploadAgain: try await coordinator.uploadAgain()
        case .startEmpty: try await coordinator.startEmpty()
        }
        refresh()
        try await coordinator.retryNow()
        refresh()
    }

    /// Signs in and shows the account's ideas; answers how many ideas of this device belong to it now.
    ///
    /// Throws ``IdeaBoxError``, ``SyncProblem``, and what files throw.
    public func signIn(server: String, user: String, password: String, apiToken: String?) async throws -> Int {
        guard !password.isEmpty else { throw IdeaBoxError.noPassword }
        guard !IdeaStore.isReadOnly(folders) else { throw IdeaBoxError.folderReadOnly(folders.root.path) }
        let outcome = try await account.signIn(server: server, user: user, password: password, apiToken: apiToken)
        let adopted = outcome.takesOver ? try repository().counts().all : 0
        stopSync()
        wantsSync = true
        let place = folders.ofCurrentAccount()
        try IdeaStore.open(place, in: surroundings).repository.noteAccount(.signIn)
        refresh()
        return adopted
    }

    /// Signs out; the ideas stay, and wait.
    ///
    /// Throws what files throw.
    public func signOut() throws {
        guard try account.signOut() != nil else { return refresh() }
        stopSync()
        try repository().noteAccount(.signOut)
        refresh()
    }

    /// Takes over what a damaged store still holds; answers how many ideas were saved.
    ///
    /// Throws what reading and saving throw.
    public func recover(_ file: URL) async throws -> Int {
        let (container, shown, surroundings) = (open.container, open.folders, surroundings)
        let report = try await Task.detached {
            let repository = IdeaStore.repository(container, shown, surroundings)
            return try StoreSalvage(repository: repository, folder: shown.data).run(file) { _ in }
        }.value
        StoreRescue.markRecovered(file, beside: shown.storeFile)
        damagedStores = StoreRescue.waiting(beside: shown.storeFile)
        refresh()
        return report.ideas.added + report.ideas.replaced
    }
}

extension SyncProblem {
    /// Whether it is over when the right person signs in.
    fileprivate var isAboutAccount: Bool { kind == .signedOut || kind == .accountChanged }
}
