import Foundation
import IdeaBoxCore
import Observation

/// What one window shows of the ideas, and all that can be done with them there.
@MainActor
@Observable
public final class IdeaBoxModel {
    /// The tabs of a window.
    enum Tab: String, Hashable, CaseIterable, Sendable {
        case all
        case completed
        case search
    }

    /// What may lie above the tabs.
    enum Panel: Hashable, Identifiable, Sendable {
        case add
        case trash
        case history(UUID?)
        case sync
        case exchange
        case keyboard

        var id: Self { self }
    }

    /// How long a sentence stays at the bottom of the window.
    static let toastSeconds: TimeInterval = 8

    let home: IdeaBoxHome
    let all = IdeaPages()
    let completed = IdeaPages()
    let trash = IdeaPages()
    let search: SearchModel
    let history: HistoryModel
    /// The idea that is shown beside the list.
    var editor: IdeaEditor?
    var tab = Tab.all {
        didSet { if tab != oldValue { loadTab() } }
    }
    var panel: Panel? {
        didSet { if panel != oldValue { opened(panel) } }
    }
    var hidesCompleted = false {
        didSet { if hidesCompleted != oldValue { loadTab() } }
    }
    /// The idea that is chosen in the list.
    var selection: UUID? {
        didSet { if selection != oldValue { showSelection() } }
    }
    /// Grows when the title of the chosen idea is to have the focus.
    private(set) var editRequests = 0
    /// Grows when the field of the search is to have the focus.
    private(set) var searchRequests = 0
    private(set) var toast: Toast?
    private(set) var announcement: Announcement?
    /// What did not work, until the person has read it.
    var problem: (any Error)?
    /// When what is shown was read: the time that "5 minutes ago" is counted from.
    private(set) var readAt: Date
    /// When the ideas in the trash will be removed, once the trash was shown.
    private(set) var trashOutlook: TrashOutlook?

    @ObservationIgnored private let wait: @Sendable (TimeInterval) async throws -> Void
    @ObservationIgnored private var sentences = 0
    @ObservationIgnored private var fading: Task<Void, Never>?
    @ObservationIgnored private var lastSync = SyncPicture()
    /// Syncs that the person asked for and whose end is to be said.
    @ObservationIgnored private var asked = 0

    /// A window over a home.
    public convenience init(_ home: IdeaBoxHome) {
        self.init(home) { seconds in try await Task.sleep(for: .seconds(seconds)) }
    }

    init(_ home: IdeaBoxHome, wait: @escaping @Sendable (TimeInterval) async throws -> Void) {
        self.home = home
        self.wait = wait
        search = SearchModel(home)
        history = HistoryModel(home)
        lastSync = home.sync
        readAt = home.now
        loadTab()
    }

    // MARK: Reading

    /// Reads what is shown again: the store has changed, by whomever.
    func reload() {
        readAt = home.now
        loadTab()
        loadPanel()
        guard let editor, let id = selection else { return }
        attempt { editor.take(try? self.home.repository().snapshot(id)) }
    }

    /// The pages of the chosen tab.
    var pages: IdeaPages {
        switch tab {
        case .all: all
        case .completed: completed
        case .search: search.pages
        }
    }

    private func loadTab() {
        switch tab {
        case .all: load(all, hidesCompleted ? .open : .all)
        case .completed: load(completed, .completed)
        case .search: search.load()
        }
    }

    private func opened(_ panel: Panel?) {
        if panel != nil { readAt = home.now }
        loadPanel()
    }

    private func loadPanel() {
        switch panel {
        case .trash: loadTrash()
        case .history(let idea): history.load(idea)
        case .add, .sync, .exchange, .keyboard, nil: break
        }
    }

    private func loadTrash() {
        load(trash, .trash)
        attempt { self.trashOutlook = try self.home.repository().trashOutlook() }
    }

    private func load(_ pages: IdeaPages, _ list: IdeaList) {
        attempt { try pages.load(list, from: self.home.repository()) }
    }

    /// Shows a page more of the list.
    func showMore(of pages: IdeaPages) {
        pages.grow()
        if pages === trash { loadPanel() } else { loadTab() }
    }

    private func showSelection() {
        guard selection != editor?.id else { return }
        readAt = home.now
        guard saveEdit() else { return stay() }
        editor = nil
        guard let id = selection else { return }
        attempt { self.editor = IdeaEditor(try self.home.repository().snapshot(id), self.home) }
    }

    /// Goes on showing the idea at which something was written that cannot be kept now, and says so.
    private func stay() {
        guard let editor else { return }
        if problem == nil { problem = UnsavedEdit(title: editor.shown.title) }
        selection = editor.id
    }

    /// Chooses an idea with what was being written at it; one that is gone for good is not chosen.
    func choose(_ id: UUID, unsaved: UnsavedText?) {
        guard (try? home.repository().snapshot(id)) != nil else { return }
        selection = id
        if let unsaved { editor?.resume(unsaved) }
    }

    // MARK: Changing

    /// Adds an idea; answers whether it was kept.
    func add(title: String, details: String) throws {
        let idea = try home.repository().create(title: title, details: details)
        say(.added(idea.title))
        home.count(.added, [idea])
        reload()
    }

    func setCompleted(_ isCompleted: Bool, _ id: UUID) {
        let step: IdeaCounts.Step = isCompleted ? .completed : .reopened
        change(step, .setCompleted(!isCompleted, [id]), isCompleted ? Said.completed : Said.reopened) {
            try $0.setCompleted(isCompleted, of: [id])
        }
    }

    func delete(_ id: UUID) {
        commitEdit()
        let next = pages.neighbour(of: id, offset: 1)
        let isDone = change(.deleted, .restore([id]), Said.deleted) { try $0.delete([id]) }
        guard isDone, selection == id else { return }
        // Who deletes an idea throws away what could not be kept of it.
        editor?.revert()
        selection = next == id ? nil : next
    }

    func restore(_ id: UUID) {
        change(.restored, nil, Said.restored) { try $0.restore([id]) }
    }

    /// Removes everything in the trash for good.
    func emptyTrash() {
        attempt {
            let count = try self.home.repository().emptyTrash()
            self.tell(.emptied(count), undo: nil)
            self.reload()
        }
    }

    /// Makes an idea what a version of it said that gave way.
    func bringBack(_ entry: HistoryEntry) {
        attempt {
            let result = try self.home.repository().bringBack(entry)
            self.tell(.restored(result.idea.title), undo: nil)
            self.reload()
        }
    }

    /// - Returns: Whether the ideas are as they were to be; otherwise what is wrong was told.
    @discardableResult
    private func change(
        _ step: IdeaCounts.Step,
        _ undo: Toast.Undo?,
        _ said: (String) -> Said,
        _ body: (IdeaRepository) throws -> [ChangeResult]
    ) -> Bool {
        do {
            let results = try body(home.repository())
            guard let first = results.first(where: \.isChanged) else { return true }
            tell(said(first.idea.title), undo: undo)
            count(step, results)
            show(results.map(\.idea))
            reload()
            return true
        } catch {
            met(error)
            reload()
            return false
        }
    }

    private func count(_ step: IdeaCounts.Step, _ results: [ChangeResult]) {
        home.count(step, results.filter(\.isChanged).map(\.idea))
    }

    /// Shows changes at once.
    private func show(_ ideas: [IdeaSnapshot]) {
        for idea in ideas {
            for pages in [all, completed, search.pages] { pages.show(idea) }
            if editor?.id == idea.id { editor?.take(idea) }
        }
    }

    /// Takes the last step back, while it can be seen.
    func undo() {
        guard let step = toast?.undo else { return }
        attempt {
            switch step {
            case .restore(let ids): self.count(.restored, try self.home.repository().restore(ids))
            case .setCompleted(let isCompleted, let ids):
                let step: IdeaCounts.Step = isCompleted ? .completed : .reopened
                self.count(step, try self.home.repository().setCompleted(isCompleted, of: ids))
            }
            self.tell(.undone, undo: nil)
            self.reload()
        }
    }

    // MARK: Editing

    /// Keeps what was written, if anything was; what breaks a rule stays on the screen, which says so.
    func commitEdit() {
        if editor?.fault == nil { saveEdit() }
    }

    /// Keeps what was written: what went wrong is told.
    ///
    /// - Returns: Whether nothing is written that is not kept.
    @discardableResult
    private func saveEdit() -> Bool {
        guard let editor, editor.isDirty else { return true }
        do {
            guard let saved = try editor.commit() else { return !editor.isDirty }
            say(.saved(saved.title))
            show([saved])
            loadTab()
            return true
        } catch {
            met(error)
            return false
        }
    }

    // MARK: Keys

    func select(offset: Int) {
        guard panel == nil, let next = pages.neighbour(of: selection, offset: offset) else { return }
        selection = next
    }

    func toggleSelection() {
        guard panel == nil, let editor else { return }
        setCompleted(!editor.shown.isCompleted, editor.id)
    }

    func deleteSelection() {
        guard panel == nil, let editor, !editor.isGone else { return }
        delete(editor.id)
    }

    func editSelection() {
        guard panel == nil, selection != nil else { return }
        editRequests += 1
    }

    func goToSearch() {
        guard panel == nil else { return }
        tab = .search
        searchRequests += 1
    }

    func go(to tab: Tab) {
        guard panel == nil else { return }
        self.tab = tab
    }

    // MARK: Sync

    /// Syncs because the person wants it; how it ended is said, whatever it was before.
    func retry() {
        attend { try await self.home.retry() }
    }

    func answer(_ answer: SyncAnswer) {
        attend { try await self.home.answer(answer) }
    }

    /// Waits for the end of what the person asked of sync, and says it.
    private func attend(_ work: @escaping @MainActor () async throws -> Void) {
        asked += 1
        Task {
            var end: Said? = .synced
            do {
                try await work()
            } catch {
                met(error)
                // What waits to be read is not said as well.
                end = (error as? SyncProblem).flatMap { $0.kind == .ownedElsewhere ? nil : .syncFailed($0) }
            }
            await home.waitUntilIdle()
            asked -= 1
            lastSync = home.sync
            if let end { say(end) }
        }
    }

    func signOut() {
        attempt {
            self.commitEdit()
            try self.home.signOut()
            self.tell(.signedOut, undo: nil)
        }
    }

    /// Signs in; throws what ``IdeaBoxHome/signIn(server:user:password:apiToken:)`` throws.
    func signIn(server: String, user: String, password: String, token: String) async throws {
        commitEdit()
        let apiToken = token.isEmpty ? nil : token
        let adopted = try await home.signIn(server: server, user: user, password: password, apiToken: apiToken)
        tell(.signedIn(adopted: adopted), undo: nil)
    }

    /// The first of the ideas that a held download would delete.
    func heldIdeas(_ count: Int) -> [IdeaSnapshot] {
        guard let page = try? IdeaPage(size: count) else { return [] }
        return (try? home.repository().heldDeletions(page).first.elements) ?? []
    }

    func recover(_ file: URL) {
        attempt(Task { self.tell(.recovered(try await self.home.recover(file)), undo: nil) })
    }

    /// Says aloud what has become of sync since the last look; what the person asked for is said at its end.
    func syncChanged() {
        let (before, now) = (lastSync, home.sync)
        lastSync = now
        guard asked == 0 else { return }
        if let problem = now.problem, problem != before.problem {
            say(.syncFailed(problem))
        } else if now.state == .upToDate, before.state != .upToDate, before.pending > 0 || before.problem != nil {
            say(.synced)
        }
    }

    // MARK: Telling

    /// Shows and says what was done.
    func tell(_ said: Said, undo: Toast.Undo?) {
        say(said)
        toast = Toast(id: sentences, said: said, undo: undo)
        fading?.cancel()
        let (wait, id) = (wait, sentences)
        fading = Task { [weak self] in
            guard (try? await wait(Self.toastSeconds)) != nil else { return }
            if self?.toast?.id == id { self?.toast = nil }
        }
    }

    func dismissToast() {
        fading?.cancel()
        toast = nil
    }

    func say(_ said: Said) {
        sentences += 1
        announcement = Announcement(id: sentences, said: said)
    }

    private func attempt(_ body: () throws -> Void) {
        do { try body() } catch { met(error) }
    }

    private func attempt(_ task: Task<Void, any Error>) {
        Task {
            do { try await task.value } catch { met(error) }
        }
    }

    /// A failed sync and a store that was set aside are told by banners; everything else waits to be read.
    private func met(_ error: any Error) {
        if home.met(error) { return }
        if let problem = error as? SyncProblem, problem.kind != .ownedElsewhere { return }
        if !(error is CancellationError) { problem = error }
    }
}
