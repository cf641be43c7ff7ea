import AlarmClockCore
import SwiftData
import SwiftUI

/// The alarms by their time, below what comes next and what the person should know.
struct AlarmListScreen: View {
    let model: AlarmClockModel
    @Environment(\.phrases) private var phrases

    var body: some View {
        NavigationStack {
            AlarmList(model: model)
                .safeAreaInset(edge: .top) { Banners(model: model) }
                .navigationTitle(phrases(.alarms))
                .toolbar {
                    ToolbarItem(placement: .primaryAction) {
                        Button(phrases(.newAlarm), systemImage: "plus", action: model.addAlarm)
                    }
                }
        }
        .modifier(Toasting(model: model))
    }
}

/// All alarms, or what to do where there are none.
private struct AlarmList: View {
    let model: AlarmClockModel
    @Query(AlarmRows.all) private var alarms: [Alarm]
    @Environment(\.phrases) private var phrases

    var body: some View {
        if alarms.isEmpty {
            ContentUnavailableView {
                Label(phrases(.emptyTitle), systemImage: "alarm")
            } description: {
                Text(verbatim: phrases(.emptyText))
            } actions: {
                Button(phrases(.newAlarm), action: model.addAlarm)
                    .buttonStyle(.borderedProminent)
                Button(phrases(.chooseTemplate)) { model.tab = .templates }
            }
        } else {
            List {
                Section {
                    NextAlarm(home: model.home)
                }
                Section {
                    AlarmRows(alarms: alarms, model: model)
                } footer: {
                    Text(verbatim: phrases(.countAlarms, count: alarms.count))
                }
            }
        }
    }
}

/// The alarm that comes up next, and in how long.
private struct NextAlarm: View {
    let home: AlarmClockHome
    @Environment(\.phrases) private var phrases

    var body: some View {
        HStack(spacing: 12) {
            Image(systemName: next == nil ? "moon.zzz" : "alarm")
                .font(.title2)
                .foregroundStyle(next == nil ? Color.secondary : Color.accentColor)
                .accessibilityHidden(true)
            VStack(alignment: .leading, spacing: 2) {
                if let next {
                    Text(verbatim: phrases(.ringsIn, phrases.length(next.date.timeIntervalSince(home.minute))))
                        .font(.headline)
                    Text(verbatim: "\(phrases.moment(next.date, zone: home.zone, now: home.minute)) · \(next.label)")
                        .font(.subheadline)
                        .foregroundStyle(.secondary)
                        .lineLimit(2)
                } else if home.hasLooked {
                    Text(verbatim: phrases(.nothingNext))
                        .font(.headline)
                    Text(verbatim: phrases(.nothingNextText))
                        .font(.subheadline)
                        .foregroundStyle(.secondary)
                }
            }
            .padding(.vertical, 6)
            .frame(maxWidth: .infinity, alignment: .leading)
            .accessibilityElement(children: .combine)
        }
    }

    /// The next of the list, or a snoozed one that comes before it.
    private var next: (date: Date, label: String)? {
        let snoozed = home.daemon.snoozed.compactMap { ring in ring.snoozedUntil.map { ($0, ring.label) } }
        let listed = home.next.map { [($0.date, $0.label)] } ?? []
        return (snoozed + listed).min { $0.0 < $1.0 }.map { ($0.0, phrases.name($0.1)) }
    }
}
