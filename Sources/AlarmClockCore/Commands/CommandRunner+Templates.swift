import AppCommons
import Foundation
import SwiftData

extension CommandRunner {
    var catalogue: TemplateCatalogue { TemplateCatalogue(Language(variables: surroundings.variables)) }

    /// A template in the words of the person: those of the catalogue follow the language, a person's own stay.
    private struct Shown {
        let model: AlarmTemplate
        let name: String
        let scenario: String
        let frequency: String
        let text: String
    }

    private func shown(_ all: [AlarmTemplate]) -> [Shown] {
        let catalogue = catalogue
        let order = Dictionary(catalogue.entries.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
        let sorted = all.sorted { left, right in
            let (first, second) = (order[left.id] ?? .max, order[right.id] ?? .max)
            return first == second ? left.name < right.name : first < second
        }
        return sorted.map { template in
            let entry = catalogue.entry(of: template)
            return Shown(
                model: template,
                name: entry?.name ?? template.name,
                scenario: entry?.scenario ?? template.scenario,
                frequency: entry?.frequency ?? template.frequency,
                text: entry?.templateDescription ?? template.templateDescription
            )
        }
    }

    func templates(json: Bool) throws {
        let stored = try DataManager(modelContext: reading()).fetch(AlarmTemplate.self)
        // Looking stores nothing: the catalogue is shown as it will be there once a template is used.
        let isLoaded = stored.contains { catalogue.entry(of: $0) != nil }
        let all = shown(isLoaded ? stored : stored + catalogue.entries.map(\.model))
        if json {
            let lines = all.map { template in
                var object = JSONText()
                object.add("id", template.model.id.uuidString.lowercased())
                object.add("name", template.name)
                object.add("category", template.model.category)
                object.add("icon", template.model.icon)
                object.add("templateDescription", template.text)
                object.add("time", template.model.time)
                object.add("frequency", template.frequency)
                object.add("defaultTime", template.model.defaultTime)
                object.add("repeatType", template.model.repeatType)
                object.add("scenario", template.scenario)
                return object.text
            }
            return try output.write(JSONText.array(lines) + "\n")
        }
        var scenario: String?
        for template in all {
            if template.scenario != scenario {
                try say((scenario == nil ? "" : "\n") + template.scenario)
                scenario = template.scenario
            }
            try say("  \(template.model.defaultTime)  \(template.name) — \(template.frequency) — \(template.text)")
        }
    }

    func apply(_ name: String) throws {
        let context = try writing()
        let manager = manager(context)
        try catalogue.loadOnce(into: context)
        let all = shown(try DataManager(modelContext: context).fetch(AlarmTemplate.self))
        func isNamed(_ text: String) -> Bool { text.lowercased() == name.lowercased() }
        let chosen = all.filter { isNamed($0.name) }.first.map { [$0] } ?? all.filter { isNamed($0.scenario) }
        guard !chosen.isEmpty else { throw CommandProblem.noTemplate(name) }
        let alarms = try saving {
            let names = Dictionary(chosen.map { ($0.model.id, $0.name) }) { first, _ in first }
            return try manager.addAlarms(from: chosen.map(\.model)) { alarm in
                alarm.id = surroundings.makeID()
                if let name = alarm.template.flatMap({ names[$0.id] }) {
                    alarm.label = AlarmRules.label(of: name)
                }
            }
        }
        for alarm in alarms { try say(phrases.text(.added, alarm.id.shortText, line(alarm))) }
        if alarms.count > 1 {
            try say(phrases.text(.appliedMany, count: alarms.count, name))
            try sayFirst(of: alarms)
        } else {
            for alarm in alarms { try sayNext(alarm, manager) }
        }
        changed()
    }
}
