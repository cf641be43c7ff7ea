import AlarmClockCore
import SwiftData
import SwiftUI

/// The templates of a situation, and the alarms that were made from them.
struct ScenarioScreen: View {
    let scenario: TemplateShelf.Scenario
    let model: AlarmClockModel
    @Environment(\.phrases) private var phrases

    var body: some View {
        List {
            Section {
                Button(phrases(.addAll, count: scenario.items.count), systemImage: "plus.circle") {
                    model.apply(scenario.items.map(\.model), names: scenario.names, scenario: scenario.title)
                }
            }
            Section {
                ForEach(scenario.items) { item in
                    TemplateRow(item: item) { model.add(from: item.model, name: item.name) }
                }
            } header: {
                Text(verbatim: phrases(.templates))
            }
            ScenarioAlarmsView(scenario: scenario.id)
        }
        .navigationTitle(scenario.title)
    }
}

/// The alarms that were made from templates of a situation.
struct ScenarioAlarmsView: View {
    let scenario: String

    @Query private var alarms: [Alarm]
    @Environment(AlarmClockModel.self) private var model
    @Environment(\.phrases) private var phrases

    init(scenario: String) {
        self.scenario = scenario
        let predicate = #Predicate<Alarm> { alarm in alarm.template?.scenario == scenario }
        _alarms = Query(filter: predicate, sort: \Alarm.time)
    }

    var body: some View {
        Section {
            if alarms.isEmpty {
                Text(verbatim: phrases(.noScenarioAlarms))
                    .foregroundStyle(.secondary)
            } else {
                AlarmRows(alarms: alarms, model: model)
            }
        } header: {
            Text(verbatim: phrases(.scenarioAlarms))
        }
    }
}

/// A template; pressed, it becomes an alarm that can still be changed.
private struct TemplateRow: View {
    let item: TemplateShelf.Item
    let action: @MainActor () -> Void
    @Environment(\.phrases) private var phrases

    var body: some View {
        Button(action: action) {
            HStack(spacing: 12) {
                Image(systemName: item.icon)
                    .foregroundStyle(Color.accentColor)
                    .frame(width: 28)
                    .accessibilityHidden(true)
                VStack(alignment: .leading, spacing: 2) {
                    Text(verbatim: item.name)
                    Text(verbatim: item.text)
                        .font(.subheadline)
                        .foregroundStyle(.secondary)
                        .lineLimit(2)
                    Text(verbatim: "\(item.category) · \(item.frequency)")
                        .font(.footnote)
                        .foregroundStyle(.secondary)
                }
                .padding(.vertical, 4)
                .frame(maxWidth: .infinity, alignment: .leading)
                Text(verbatim: item.time.map(phrases.time) ?? item.model.defaultTime)
                    .font(.title3)
                    .monospacedDigit()
                    .fixedSize()
            }
        }
        .buttonStyle(.plain)
        .accessibilityLabel(spoken)
        .accessibilityHint(phrases(.templateHint))
    }

    private var spoken: String {
        [item.name, item.time.map(phrases.time) ?? "", item.frequency, item.text].joined(separator: ", ")
    }
}
