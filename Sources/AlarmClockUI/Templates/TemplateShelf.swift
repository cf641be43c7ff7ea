import AlarmClockCore
import Foundation

/// Templates by their situations, in the words of the reader: those of the catalogue follow the language, a person's own
/// stay as they are.
@MainActor
struct TemplateShelf {
    /// A situation and its templates.
    struct Scenario: Identifiable {
        /// The name under which the store has it.
        let id: String
        /// The name as it is read.
        let title: String
        var items: [Item]

        /// The names of its templates, as they are read.
        var names: [UUID: String] { Dictionary(items.map { ($0.id, $0.name) }) { first, _ in first } }
    }

    /// A template.
    struct Item: Identifiable {
        let id: UUID
        let model: AlarmTemplate
        let name: String
        let icon: String
        let category: String
        let frequency: String
        let text: String
        let time: ClockTime?
    }

    private(set) var scenarios: [Scenario] = []

    init(_ templates: [AlarmTemplate], _ catalogue: TemplateCatalogue) {
        let order = Dictionary(catalogue.entries.enumerated().map { ($1.id, $0) }) { first, _ in first }
        let sorted = templates.sorted { left, right in
            let (first, second) = (order[left.id] ?? .max, order[right.id] ?? .max)
            return first == second ? left.name < right.name : first < second
        }
        var places: [String: Int] = [:]
        for template in sorted {
            let entry = catalogue.entry(of: template)
            let item = Item(template, entry)
            if let place = places[template.scenario] {
                scenarios[place].items.append(item)
            } else {
                places[template.scenario] = scenarios.count
                let title = entry?.scenario ?? template.scenario
                scenarios.append(Scenario(id: template.scenario, title: title, items: [item]))
            }
        }
    }

    /// The situation of a name.
    func scenario(_ id: String) -> Scenario? { scenarios.first { $0.id == id } }
}

extension TemplateShelf.Item {
    @MainActor
    fileprivate init(_ template: AlarmTemplate, _ entry: TemplateCatalogue.Entry?) {
        id = template.id
        model = template
        name = entry?.name ?? template.name
        icon = template.icon
        category = entry?.category ?? template.category
        frequency = entry?.frequency ?? template.frequency
        text = entry?.templateDescription ?? template.templateDescription
        time = ClockTime(template.defaultTime)
    }
}
