import Foundation
import SwiftData

extension IdeaBoxHome {
    private var account: AccountSession { AccountSession(folders: folders, surroundings: surroundings) }

    // MARK: The work

    /// Keeps the ideas in step from now on, whenever somebody is signed in and no other process does it.
    public func keepInStep() {
        wantsSync = true
        ended = nil
        refresh()
    }

    /// Begins the work where it is wanted, possible and not under way.
    func continueSync() {
        guard wantsSync, syncing == nil, standing?.user != nil else { return }
        switch ended {
        case nil: break
        // The process that did the work may be gone.
        case .ownedElsewhere where standing?.pending ?? 0 > 0: break
        default: return
        }
        beginSync()
    }

    private func beginSync() {
        let (container, account, waiting) = (open.container, account, waiting)
        let opening = Task { try await SyncSession(container, account, waiting) { _ in } }
        self.opening = opening
        syncing = Task { [weak self] in
            do {
                let session = try await opening.value
                self?.began(session)
                try await session.coordinator.watch()
                self?.stopped(by: nil)
            } catch {
                self?.stopped(by: error)
            }
        }
    }

    private func began(_ session: SyncSession) {
        // A task that was cancelled has given its place to another one.
        guard !Task.isCancelled else { return }
        self.session = session
        opening = nil
        status = session.status
        if isElsewhere { isElsewhere = false }
        if failure != nil { failure = nil }
    }

    private func stopped(by error: (any Error)?) {
        // A task that was cancelled has given its place to another one.
        guard !Task.isCancelled else { return }
        (session, status, syncing, opening) = (nil, nil, nil, nil)
        switch error {
        case let problem as SyncProblem:
            ended = problem.kind
            let isElsewhere = problem.kind == .ownedElsewhere
            if isElsewhere != self.isElsewhere { self.isElsewhere = isElsewhere }
        case nil, is CancellationError: ended = nil
        case let error?:
            ended = .serviceFailed
            failure = HomeFailure(error)
        }
        refresh()
    }

    func stopSync() {
        syncing?.cancel()
        (session, status, syncing, opening, ended) = (nil, nil, nil, nil, nil)
    }

    // MARK: What the person wants

    /// Syncs now, and returns when everything is where it belongs.
    ///
    /// Throws ``SyncProblem`` where it could not: `ownedElsewhere` where another process syncs the store; and what the store
    /// throws.
    public func retry() async throws {
        defer { refresh() }
        try await begun().coordinator.retryNow()
    }

    /// The work of this process, begun if need be.
    private func begun() async throws -> SyncSession {
        if let session { return session }
        guard try account.current() != nil else { throw SyncProblem(.signedOut) }
        wantsSync = true
        ended = nil
        if syncing == nil { beginSync() }
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
