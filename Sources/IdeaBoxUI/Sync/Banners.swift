import IdeaBoxCore
import SwiftUI

/// What the person should know before the list: the store's troubles, a wrong clock, and how sync stands.
struct Banners: View {
    let model: IdeaBoxModel
    @Environment(\.phrases) private var phrases

    var body: some View {
        VStack(spacing: 0) {
            StoreBanner(model: model)
            if let minutes = model.home.sync.clockMinutes {
                QuietLine(text: phrases.clock(minutes), systemImage: "clock.badge.exclamationmark") {}
            }
            SyncBanner(model: model, sync: model.home.sync)
        }
    }
}

/// What became of a damaged store, or why the ideas cannot be used.
private struct StoreBanner: View {
    let model: IdeaBoxModel
    @Environment(\.phrases) private var phrases

    var body: some View {
        // Where there is no idea, the place of the list says it.
        if let file = model.home.damagedStores.first, !model.all.ideas.isEmpty {
            Banner(text: phrases(.storeDamaged), systemImage: "exclamationmark.triangle", tint: .orange) {
                Button(phrases(.recover)) { model.recover(file) }
            }
        }
        if let failure = model.home.failure {
            Banner(
                text: phrases(.storeTrouble, failure.text(in: phrases.language)),
                systemImage: "exclamationmark.triangle",
                tint: .red
            ) {}
        }
    }
}

/// How sync stands, where that is worth a line.
struct SyncBanner: View {
    /// A sync of fewer changes is over before anybody has read of it.
    static let worthTelling = 20

    let model: IdeaBoxModel
    let sync: SyncPicture
    @AppStorage("knowsSignIn") private var knowsSignIn = false
    @Environment(\.phrases) private var phrases

    var body: some View {
        switch sync.state {
        case .signedOut: signedOut
        case .offline:
            QuietLine(text: offline, systemImage: "icloud.slash") {
                Button(phrases(.retry), action: model.retry)
                    .controlSize(.small)
            }
        case .needsAttention: attention
        case .syncing where sync.total > Self.worthTelling:
            VStack(alignment: .leading, spacing: 4) {
                ProgressView(value: Double(sync.done), total: Double(sync.total)) {
                    Text(verbatim: phrases(.progress, phrases.number(sync.done), phrases.number(sync.total)))
                        .font(.subheadline)
                }
            }
            .padding(.horizontal, 16)
            .padding(.bottom, 8)
        case .syncing, .upToDate, .waiting: EmptyView()
        }
    }

    private var offline: String {
        sync.pending > 0 ? phrases(.bannerOffline, count: sync.pending) : phrases(.stateOffline)
    }

    @ViewBuilder private var signedOut: some View {
        if sync.wasSignedIn {
            QuietLine(text: phrases(.bannerSignedOut), systemImage: "icloud.slash") {
                Button(phrases(.signIn)) { model.panel = .sync }
            }
        } else if !knowsSignIn, model.home.counts?.all ?? 0 > 0 {
            QuietLine(text: phrases(.bannerNeverSignedIn), systemImage: "icloud") {
                Button(phrases(.signIn)) { model.panel = .sync }
                Button(phrases(.dismiss), systemImage: "xmark") { knowsSignIn = true }
                    .labelStyle(.iconOnly)
                    .foregroundStyle(.secondary)
            }
        }
    }

    private var attention: some View {
        let problem = sync.problem
        return Banner(
            text: problem.map { phrases.text(for: $0) } ?? phrases(.stateNeedsAttention),
            systemImage: "exclamationmark.icloud",
            tint: .orange
        ) {
            switch problem?.kind {
            case .deletionsHeld, .zoneGone: Button(phrases(.review)) { model.panel = .sync }
            case .signedOut, .accountChanged: Button(phrases(.signIn)) { model.panel = .sync }
            default: Button(phrases(.retry), action: model.retry)
            }
        }
    }
}
