import AlarmClockCore
import SwiftUI

/// What this machine can do, how sync stands, and what became of the old app's alarms.
struct StatusScreen: View {
    let model: AlarmClockModel
    @Environment(\.phrases) private var phrases

    var body: some View {
        NavigationStack {
            Form {
                MachineSection(model: model)
                SyncSection(model: model, sync: model.home.sync)
                OldAppSection(model: model, legacy: model.home.legacy)
                KeysSection()
            }
            .navigationTitle(phrases(.status))
        }
        .modifier(Toasting(model: model))
        .task { await model.home.examineMachine() }
    }
}

/// Whether alarms will ring here, and how.
private struct MachineSection: View {
    let model: AlarmClockModel
    @Environment(\.phrases) private var phrases

    private var home: AlarmClockHome { model.home }

    var body: some View {
        Section {
            LabeledContent(phrases(.daemon)) {
                Label(phrases(daemon.phrase), systemImage: daemon.image)
            }
            if let machine = home.machine {
                LabeledContent(phrases(.startsByItself), value: phrases(machine.hasService ? .yes : .no))
                LabeledContent(phrases(.player), value: machine.player ?? phrases(.noPlayer))
                LabeledContent(phrases(.notifications), value: phrases(machine.notificationPhrase))
            }
            LabeledContent(phrases(.clock), value: home.zone.identifier)
            Button(phrases(.listen), systemImage: "speaker.wave.2") { model.listen(.standard, volume: 1) }
        } header: {
            Text(verbatim: phrases(.ringingHere))
        } footer: {
            Text(verbatim: notes.joined(separator: phrases(.sentenceGap)))
        }
    }

    private var daemon: (phrase: Phrase, image: String) {
        switch home.daemon {
        case .unknown: (.asking, "ellipsis.circle")
        case .absent: (.daemonStopped, "bell.slash")
        case .running: (.daemonRuns, "checkmark.circle")
        }
    }

    private var notes: [String] {
        var notes = [phrases(.suspendNote)]
        if home.machine?.endsAtLogout == true { notes.insert(phrases(.logoutNote), at: 0) }
        if home.daemon == .absent || home.machine?.hasService == false { notes.insert(phrases(.installNote), at: 0) }
        return notes
    }
}

extension MachineReport {
    /// Whether alarms ring only while somebody is logged in.
    fileprivate var endsAtLogout: Bool { hasService && !lingers }

    fileprivate var notificationPhrase: Phrase {
        guard let notifications else { return .notificationsNone }
        return notifications.contains("actions") ? .notificationsButtons : .notificationsPlain
    }
}

/// How sync stands.
private struct SyncSection: View {
    let model: AlarmClockModel
    let sync: SyncPicture
    @Environment(\.phrases) private var phrases

    var body: some View {
        Section {
            LabeledContent(phrases(.state)) {
                Label(phrases.text(for: sync.state), systemImage: sync.state.systemImage)
            }
            if sync.pending > 0 {
                LabeledContent(phrases(.pending), value: phrases.number(sync.pending))
            }
            if let date = sync.lastSuccess {
                LabeledContent(
                    phrases(.lastSuccess),
                    value: phrases.moment(date, zone: model.home.zone, now: model.home.minute)
                )
            }
            switch sync.problem {
            case .zoneDeleted:
                Button(phrases(.uploadAgain), systemImage: "arrow.up.circle") {
                    model.sync(.uploadAgain)
                }
                .disabled(model.isSyncing)
            case .accountChanged:
                Button(phrases(.adoptAccount), systemImage: "person.crop.circle") {
                    model.sync(.adoptAccount)
                }
                .disabled(model.isSyncing)
            default: EmptyView()
            }
            if sync.state.canBeAsked {
                Button(phrases(.syncNow), systemImage: "arrow.clockwise") { model.sync(.exchange) }
                    .disabled(model.isSyncing)
            }
        } header: {
            Text(verbatim: phrases(.sync))
        } footer: {
            Text(verbatim: note)
        }
    }

    private var note: String {
        if let problem = sync.problem { return phrases.text(for: problem) }
        return phrases(sync.state == .elsewhere && model.home.daemon == .absent ? .syncAbsent : .syncNote)
    }
}

extension SyncPicture.State {
    fileprivate var systemImage: String {
        switch self {
        case .off: "icloud.slash"
        case .starting, .elsewhere, .waiting: "icloud"
        case .signedOut: "person.crop.circle"
        case .syncing: "arrow.triangle.2.circlepath"
        case .upToDate: "checkmark.icloud"
        case .needsAttention: "exclamationmark.icloud"
        }
    }

    /// Whether it makes sense to ask the service now.
    fileprivate var canBeAsked: Bool { [.upToDate, .waiting].contains(self) }
}

/// What became of the old app's alarms.
private struct OldAppSection: View {
    let model: AlarmClockModel
    let legacy: LegacyStanding
    @Environment(\.phrases) private var phrases

    var body: some View {
        Section {
            LabeledContent(phrases(.state), value: state)
            if legacy.rejected > 0 {
                Label(phrases(.oldRejected, count: legacy.rejected), systemImage: "exclamationmark.triangle")
            }
            if legacy.waits {
                Button(phrases(.takeOver), systemImage: "tray.and.arrow.down", action: model.takeOver)
            }
        } header: {
            Text(verbatim: phrases(.oldApp))
        } footer: {
            if legacy.waits || legacy.rejected > 0 {
                Text(verbatim: phrases(.oldPlace, model.home.folders.legacyDefaults.path))
            }
        }
    }

    private var state: String {
        if legacy.waits { return phrases(.oldWaiting) }
        guard let date = legacy.takenAt else { return phrases(.oldNothing) }
        let home = model.home
        return phrases(.oldTaken, count: legacy.taken, phrases.moment(date, zone: home.zone, now: home.minute))
    }
}
