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
                Banner(text: phrases.clock(minutes), systemImage: "clock.badge.exclamationmark", tint: .orange) {}
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
        if let file = model.home.damagedStores.first {
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
            let phrase: Phrase = sync.nextAttempt == nil ? .bannerOffline : .bannerRetrying
            Banner(text: phrases(phrase, count: sync.pending), systemImage: "icloud.slash", tint: .orange) {
                Button(phrases(.retry), action: model.retry)
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

    @ViewBuilder private var signedOut: some View {
        if sync.wasSignedIn {
            Banner(text: phrases(.bannerSignedOut), systemImage: "icloud.slash", tint: .orange) {
                Button(phrases(.signIn)) { model.panel = .sync }
            }
        } else if !knowsSignIn, model.home.counts?.all ?? 0 > 0 {
            Banner(text: phrases(.bannerNeverSignedIn), systemImage: "icloud", tint: .blue) {
                Button(phrases(.signIn)) { model.panel = .sync }
                Button(phrases(.dismiss)) { knowsSignIn = true }
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
            case .deletionsHeld: Button(phrases(.review)) { model.panel = .sync }
            case .zoneGone: Button(phrases(.decide)) { model.panel = .sync }
            case .signedOut, .accountChanged: Button(phrases(.signIn)) { model.panel = .sync }
            default: Button(phrases(.retry), action: model.retry)
            }
        }
    }
}
