import AppCommons
import Foundation
import SwiftData
import Testing

@testable import AlarmClockCore

@Suite("The catalogue of templates")
struct TemplateCatalogueTests {
    @Test("Forty and more over six and more scenarios, whole in every language", arguments: Language.allCases)
    func whole(_ language: Language) throws {
        let catalogue = TemplateCatalogue(language)
        let lines = TemplateData.lines.split(separator: "\n").count
        #expect(catalogue.entries.count == lines && lines >= 40)
        #expect(catalogue.scenarios.count >= 6)
        #expect(Set(catalogue.entries.map(\.id)).count == lines)
        #expect(Set(catalogue.entries.map(\.name)).count == lines)
        for entry in catalogue.entries {
            let model = entry.model
            try AlarmRules.check(model)
            let texts = [
                model.name, model.category, model.icon, model.templateDescription, model.time, model.frequency,
                model.scenario,
            ]
            #expect(texts.allSatisfy { !$0.isEmpty }, "\(entry)")
            let isChinese = language != .english
            for text in [model.name, model.category, model.templateDescription, model.time, model.scenario] {
                #expect(text.unicodeScalars.contains { $0.value > 0x2e80 } == isChinese, "\(text)")
            }
        }
    }

    @Test("The same templates in every language, by the same ids")
    func sameIDs() {
        let all = Language.allCases.map { TemplateCatalogue($0).entries }
        for entries in all.dropFirst() {
            #expect(entries.map(\.id) == all[0].map(\.id))
            #expect(entries.map(\.defaultTime) == all[0].map(\.defaultTime))
        }
    }

    @Test("Loaded once: what a person removed does not come back")
    func once() throws {
        let context = ModelContext(try AlarmStore.inMemory().container)
        let catalogue = TemplateCatalogue(variables: ["LANG": "zh_TW.UTF-8"])
        try catalogue.loadOnce(into: context)
        let templates = try context.fetch(FetchDescriptor<AlarmTemplate>())
        #expect(templates.count == catalogue.entries.count)
        context.delete(templates[0])
        try context.save()
        try catalogue.loadOnce(into: context)
        #expect(try context.fetchCount(FetchDescriptor<AlarmTemplate>()) == catalogue.entries.count - 1)
        #expect(catalogue.entry(of: templates[1])?.name == templates[1].name)
    }
}
