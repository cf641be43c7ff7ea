import IdeaBoxCore
import SwiftUI

/// How sync stands, what it asks, and who is signed in.
struct SyncPanel: View {
    let model: IdeaBoxModel
    @State private var isSigningOut = false
    @Environment(\.phrases) private var phrases

    private var sync: SyncPicture { model.home.sync }
    /// Whether the person is asked something above.
    private var isAsking: Bool { sync.held > 0 || sync.problem?.kind == .zoneGone }

    var body: some View {
        PanelFrame(title: phrases(.sync)) {
            Form {
                if sync.held > 0 { HeldDeletions(model: model, count: sync.held) }
                if sync.problem?.kind == .zoneGone { ZoneGone(model: model) }
                if let user = sync.user {
                    standing
                    account(user)
                } else {
                    SignInForm(model: model)
                }
            }
        }
    }

    private var standing: some View {
        Section {
            LabeledContent(phrases(.state)) {
                Label(phrases.text(for: sync.state), systemImage: sync.state.systemImage)
            }
            if sync.state == .syncing, sync.total > 0 {
                ProgressView(value: Double(sync.done), total: Double(sync.total)) {
                    Text(verbatim: phrases(.progress, phrases.number(sync.done), phrases.number(sync.total)))
                }
            }
            LabeledContent(phrases(.lastSuccess)) {
                if let date = sync.lastSuccess {
                    DateText(date: date, now: model.readAt)
                } else {
                    Text(verbatim: phrases(.never))
                }
            }
            // While something is asked, another attempt would only ask again.
            if !isAsking {
                Button(
                    phrases(sync.problem == nil ? .syncNow : .retry),
                    systemImage: "arrow.clockwise",
                    action: model.retry
                )
                .disabled(sync.state == .syncing || sync.isElsewhere)
            }
        } footer: {
            Text(verbatim: notes.joined(separator: " "))
        }
    }

    private var notes: [String] {
        var notes = [sync.pending > 0 ? phrases(.pendingChanges, count: sync.pending) : phrases(.nothingPending)]
        notes[0] += phrases.language == .english ? "." : "。"
        if let problem = sync.problem, !isAsking { notes.append(phrases.text(for: problem)) }
        if sync.nextAttempt != nil { notes.append(phrases(.retrying) + (phrases.language == .english ? "." : "。")) }
        if sync.isElsewhere { notes.append(phrases(.elsewhere)) }
        if let minutes = sync.clockMinutes { notes.append(phrases.clock(minutes)) }
        return notes
    }

    private func account(_ user: String) -> some View {
        Section {
            LabeledContent(phrases(.user), value: user)
            LabeledContent(phrases(.server), value: sync.server ?? "")
            Button(phrases(.signOut), role: .destructive) { isSigningOut = true }
        } header: {
            Text(verbatim: phrases(.account))
        }
        .confirmationDialog(phrases(.signOutQuestion), isPresented: $isSigningOut, titleVisibility: .visible) {
            Button(phrases(.signOut), role: .destructive, action: model.signOut)
            Button(phrases(.cancel), role: .cancel) {}
        } message: {
            Text(verbatim: phrases(.signOutText))
        }
    }
}

extension SyncStatus.State {
    fileprivate var systemImage: String {
        switch self {
        case .signedOut: "person.crop.circle"
        case .upToDate: "checkmark.icloud"
        case .syncing: "arrow.triangle.2.circlepath"
        case .offline: "icloud.slash"
        case .needsAttention: "exclamationmark.icloud"
        case .waiting: "icloud"
        }
    }
}
