import Foundation
import IdeaBoxCore
import Observation

/// One idea while it is shown and edited: what is kept, and what is being written.
@MainActor
@Observable
final class IdeaEditor: Identifiable {
    nonisolated let id: UUID
    /// The idea as the store has it.
    private(set) var shown: IdeaSnapshot
    /// How far it is in step with the account; nil where nobody is signed in.
    private(set) var mark: SyncMark?
    /// What is being written.
    var title: String
    var details: String
    /// What another device, window or command made of the idea meanwhile.
    private(set) var other: IdeaSnapshot?
    /// Whether it is in the trash, or gone.
    private(set) var isGone: Bool

    @ObservationIgnored private let home: IdeaBoxHome

    init(_ idea: IdeaSnapshot, _ home: IdeaBoxHome) {
        id = idea.id
        shown = idea
        title = idea.title
        details = idea.details
        isGone = idea.deletedAt != nil
        self.home = home
        readMark()
    }

    /// Whether something was written that is not kept yet.
    var isDirty: Bool { title != shown.title || details != shown.details }

    /// The rule that what is being written breaks: it cannot be kept before that is mended.
    var fault: IdeaRuleViolation? {
        guard isDirty else { return nil }
        do {
            try IdeaRules.check(title: title.trimmingCharacters(in: .whitespacesAndNewlines))
            try IdeaRules.check(details: details)
            return nil
        } catch {
            return error
        }
    }

    /// Whether what is being written can be kept now.
    var canSave: Bool { fault == nil && other == nil && !isGone }

    /// Takes what the store has now; what is being written stays.
    func take(_ idea: IdeaSnapshot?) {
        readMark()
        let isGone = idea?.deletedAt != nil || idea == nil
        if isGone != self.isGone { self.isGone = isGone }
        guard let idea, idea != shown else { return }
        let saysTheSame = idea.title == shown.title && idea.details == shown.details
        if saysTheSame || (idea.title == title && idea.details == details) {
            other = nil
            shown = idea
        } else if isDirty {
            other = idea
        } else {
            (shown, title, details) = (idea, idea.title, idea.details)
        }
    }

    /// Goes on with what was being written when the idea said something else, perhaps: then that is a question.
    func resume(_ unsaved: UnsavedText) {
        let now = shown
        shown.title = unsaved.baseTitle
        shown.details = unsaved.baseDetails
        (title, details) = (unsaved.title, unsaved.details)
        take(now)
    }

    /// Throws away what was written, for what the other one wrote.
    func takeOther() {
        guard let other else { return }
        (shown, title, details) = (other, other.title, other.details)
        self.other = nil
    }

    /// Keeps what was written, on top of what the other one wrote.
    func keepMine() {
        guard let other else { return }
        shown = other
        self.other = nil
    }

    /// Throws away what was written, also for what another one wrote meanwhile.
    func revert() {
        takeOther()
        (title, details) = (shown.title, shown.details)
    }

    /// Keeps what was written; answers the idea as it is now, or nil where a question is open.
    ///
    /// Throws what ``IdeaRepository/edit(_:title:details:)`` throws; what was written stays on the screen then.
    func commit() throws -> IdeaSnapshot? {
        guard isDirty, other == nil, !isGone else { return nil }
        let repository = home.repository()
        let now = try repository.snapshot(id)
        take(now)
        guard other == nil, !isGone else { return nil }
        let saved = try repository.edit(id, title: title, details: details).idea
        shown = saved
        (title, details) = (saved.title, saved.details)
        return saved
    }

    private func readMark() {
        let new = home.sync.user == nil ? nil : try? home.repository().syncMarks(of: [id])[id]
        if new != mark { mark = new }
    }
}
