import Foundation
import IdeaBoxCore

/// Something that was done and is told: on the screen, and aloud to those who listen.
enum Said: Equatable, Sendable {
    case added(String)
    case saved(String)
    case deleted(String)
    case completed(String)
    case reopened(String)
    case restored(String)
    case undone
    case emptied(Int)
    case imported(Int)
    case recovered(Int)
    case signedIn(adopted: Int)
    case signedOut
    case synced
    case syncFailed(SyncProblem)

    /// Whether it may interrupt what is being said.
    var isUrgent: Bool {
        if case .syncFailed = self { true } else { false }
    }
}

extension Phrases {
    func text(for said: Said) -> String {
        switch said {
        case .added(let title): self(.saidAdded, title)
        case .saved(let title): self(.saidSaved, title)
        case .deleted(let title): self(.saidDeleted, title)
        case .completed(let title): self(.saidCompleted, title)
        case .reopened(let title): self(.saidReopened, title)
        case .restored(let title): self(.saidRestored, title)
        case .undone: self(.saidUndone)
        case .emptied(let count): self(.saidEmptied, count: count)
        case .imported(let count): self(.saidImported, count: count)
        case .recovered(let count): self(.saidRecovered, count: count)
        case .signedIn(let adopted): adopted > 0 ? self(.saidAdopted, count: adopted) : self(.saidSignedIn)
        case .signedOut: self(.saidSignedOut)
        case .synced: self(.saidSynced)
        case .syncFailed(let problem): self(.saidSyncFailed, text(for: problem))
        }
    }
}

/// A sentence at the bottom of the window for some seconds, with a way back where there is one.
struct Toast: Equatable, Identifiable, Sendable {
    /// How a step is taken back.
    enum Undo: Equatable, Sendable {
        case restore([UUID])
        case setCompleted(Bool, [UUID])
    }

    let id: Int
    let said: Said
    let undo: Undo?
}

/// A sentence to be said aloud, once.
struct Announcement: Equatable, Sendable {
    let id: Int
    let said: Said
}
