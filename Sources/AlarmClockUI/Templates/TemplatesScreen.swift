import AlarmClockCore
import SwiftData
import SwiftUI

/// The situations that there are templates for.
struct TemplatesScreen: View {
    @Bindable var model: AlarmClockModel
    @Query(sort: \AlarmTemplate.defaultTime) private var templates: [AlarmTemplate]
    @Environment(\.phrases) private var phrases

    var body: some View {
        let shelf = TemplateShelf(templates, phrases.catalogue)
        NavigationStack(path: $model.scenarios) {
            Group {
                if shelf.scenarios.isEmpty {
                    ContentUnavailableView(
                        phrases(.noTemplatesTitle),
                        systemImage: "square.grid.2x2",
                        description: Text(verbatim: phrases(.noTemplatesText))
                    )
                } else {
                    List {
                        Section {
                            ForEach(shelf.scenarios) { ScenarioRow(scenario: $0) }
                        } footer: {
                            Text(verbatim: phrases(.templatesNote))
                        }
                    }
                }
            }
            .navigationTitle(phrases(.templates))
            .navigationDestination(for: String.self) { key in
                if let scenario = shelf.scenario(key) {
                    ScenarioScreen(scenario: scenario, model: model)
                }
            }
        }
        .modifier(Toasting(model: model))
        .onAppear { model.loadTemplates(phrases.catalogue) }
    }
}

/// A situation, as a row that leads to its templates.
private struct ScenarioRow: View {
    let scenario: TemplateShelf.Scenario
    @Environment(\.phrases) private var phrases

    var body: some View {
        NavigationLink(value: scenario.id) {
            HStack(spacing: 12) {
                Image(systemName: scenario.items.first?.icon ?? "alarm")
                    .foregroundStyle(Color.accentColor)
                    .frame(width: 28)
                    .accessibilityHidden(true)
                VStack(alignment: .leading, spacing: 2) {
                    Text(verbatim: scenario.title)
                    Text(verbatim: scenario.items.prefix(3).map(\.name).joined(separator: ", "))
                        .font(.subheadline)
                        .foregroundStyle(.secondary)
                        .lineLimit(1)
                }
                .frame(maxWidth: .infinity, alignment: .leading)
                Text(verbatim: phrases.number(scenario.items.count))
                    .foregroundStyle(.secondary)
                    .accessibilityLabel(phrases(.countTemplates, count: scenario.items.count))
            }
        }
    }
}
