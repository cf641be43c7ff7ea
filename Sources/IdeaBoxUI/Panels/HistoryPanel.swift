import IdeaBoxCore
import SwiftUI

/// What happened in the last 30 days, of one idea or of all.
struct HistoryPanel: View {
    let model: IdeaBoxModel
    @Bindable var history: HistoryModel
    @Environment(\.phrases) private var phrases

    var body: some View {
        PanelFrame(title: phrases(history.idea == nil ? .history : .ideaHistory)) {
            List {
                Section {
                    Picker(phrases(.event), selection: $history.event) {
                        Text(verbatim: phrases(.everyEvent)).tag(LogEvent?.none)
                        ForEach(LogEvent.allCases, id: \.self) { event in
                            Text(verbatim: phrases.text(for: event)).tag(LogEvent?.some(event))
                        }
                    }
                    Picker(phrases(.period), selection: $history.period) {
                        Text(verbatim: phrases(.periodAll)).tag(HistoryModel.Period.all)
                        Text(verbatim: phrases(.periodWeek)).tag(HistoryModel.Period.week)
                        Text(verbatim: phrases(.periodDay)).tag(HistoryModel.Period.day)
                    }
                }
                if history.lines.isEmpty {
                    ContentUnavailableView(
                        phrases(.historyEmptyTitle),
                        systemImage: "clock",
                        description: Text(verbatim: phrases(.historyEmptyText))
                    )
                } else {
                    lines
                }
            }
            .navigationDestination(for: UUID.self) { id in
                if let line = history.lines.first(where: { $0.id == id }) {
                    HistoryDetail(line: line, model: model)
                }
            }
        }
    }

    private var lines: some View {
        let last = history.hasMore ? history.lines.last?.id : nil
        return Section {
            ForEach(history.lines) { line in
                NavigationLink(value: line.id) {
                    HistoryRow(line: line, now: model.readAt)
                }
                .onAppear(perform: line.id == last ? { history.showMore() } : nil)
            }
            if history.hasMore {
                Button(phrases(.showMore), action: history.showMore)
            }
        }
    }
}

/// One line of the history.
private struct HistoryRow: View {
    let line: HistoryModel.Line
    let now: Date
    @Environment(\.phrases) private var phrases

    var body: some View {
        HStack(spacing: 12) {
            Image(systemName: line.systemImage)
                .foregroundStyle(line.isTrouble ? Color.orange : Color.secondary)
                .frame(width: 24)
                .accessibilityHidden(true)
            VStack(alignment: .leading, spacing: 2) {
                Text(verbatim: phrases.text(forEvent: line.entry.eventType))
                if line.entry.ideaId != nil {
                    Text(verbatim: line.title ?? phrases(.unknownIdea))
                        .font(.subheadline)
                        .foregroundStyle(.secondary)
                        .lineLimit(1)
                }
            }
            .frame(maxWidth: .infinity, alignment: .leading)
            DateText(date: line.entry.timestamp, now: now)
                .font(.subheadline)
                .foregroundStyle(.secondary)
                .fixedSize()
        }
        .accessibilityElement(children: .combine)
    }
}

/// What one line of the history tells, with the versions that it keeps.
private struct HistoryDetail: View {
    let line: HistoryModel.Line
    let model: IdeaBoxModel
    @Environment(\.phrases) private var phrases

    var body: some View {
        Form {
            Section {
                LabeledContent(phrases(.event), value: phrases.text(forEvent: line.entry.eventType))
                if line.entry.ideaId != nil {
                    LabeledContent(phrases(.title), value: line.title ?? phrases(.unknownIdea))
                }
                LabeledContent(phrases(.period)) { DateText(date: line.entry.timestamp, now: model.readAt) }
                LabeledContent(phrases(.device), value: String(line.entry.deviceId.prefix(8)))
                if let code = line.entry.errorCode {
                    LabeledContent(phrases(.errorCode), value: String(code))
                }
            }
            if let gaveWay = line.entry.versions.gaveWay {
                Section {
                    VersionText(version: gaveWay)
                    Button(phrases(.takeBack), systemImage: "arrow.uturn.backward") { model.bringBack(line.entry) }
                        .accessibilityHint(phrases(.takeBackHint))
                } header: {
                    Text(verbatim: phrases(.thisVersionGaveWay))
                }
            }
            if let stayed = line.entry.versions.stayed {
                Section {
                    VersionText(version: stayed)
                } header: {
                    Text(verbatim: phrases(.thisVersionStayed))
                }
            }
        }
        .navigationTitle(phrases.text(forEvent: line.entry.eventType))
        .navigationBarTitleDisplayMode(.inline)
    }
}

/// A version of an idea, to be read.
private struct VersionText: View {
    let version: ToldVersion
    @Environment(\.phrases) private var phrases

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            Text(verbatim: version.title)
                .fontWeight(.semibold)
            if !version.details.isEmpty {
                Text(verbatim: version.details)
            }
            Text(verbatim: phrases(version.isCompleted ? .completed : .open))
                .font(.subheadline)
                .foregroundStyle(.secondary)
        }
        .textSelection(.enabled)
        .accessibilityElement(children: .combine)
    }
}

extension HistoryModel.Line {
    fileprivate var isTrouble: Bool {
        switch LogEvent(rawValue: entry.eventType) {
        case .syncFailure, .migrationFailure, .conflict: true
        default: false
        }
    }

    fileprivate var systemImage: String {
        switch LogEvent(rawValue: entry.eventType) {
        case .create: "plus"
        case .edit: "pencil"
        case .complete: "checkmark.circle"
        case .reopen: "circle"
        case .delete, .purge: "trash"
        case .restore, .recovery: "arrow.uturn.backward"
        case .imported, .migrationSuccess: "square.and.arrow.down"
        case .syncSuccess: "checkmark.icloud"
        case .syncFailure, .migrationFailure: "exclamationmark.triangle"
        case .conflict: "doc.on.doc"
        case .retry: "arrow.clockwise"
        case .signIn, .signOut: "person.crop.circle"
        case nil: "info.circle"
        }
    }
}
