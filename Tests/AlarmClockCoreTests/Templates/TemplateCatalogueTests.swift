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

    /// Loads the catalogue, as somebody does who looks at the templates; answers the names of those that are not of it.
    private func others(_ store: AlarmStore) throws -> [String] {
        let context = ModelContext(store.container)
        let catalogue = TemplateCatalogue(.english)
        for _ in 0..<2 { try catalogue.loadOnce(into: context) }
        let templates = try ModelContext(store.container).fetch(FetchDescriptor<AlarmTemplate>())
        let ours = templates.filter { catalogue.entry(of: $0) != nil }
        #expect(Set(ours.map(\.id)) == Set(catalogue.entries.map(\.id)))
        return templates.filter { catalogue.entry(of: $0) == nil }.map(\.name)
    }

    @Test("A template that came with an alarm of the old app does not keep the catalogue out")
    func besideLegacyTemplate() throws {
        let box = try AlarmBox()
        var alarm = LegacySamples.alarm(1)
        alarm["template"] = ["name": "晨跑", "defaultTime": "早上七点", "repeatType": "每天"]
        try box.writeDefaults(["SavedAlarms": try LegacySamples.json([alarm])])
        let store = try box.open()
        _ = try box.migration().migrate(to: store.container, isDryRun: false)
        #expect(try others(store) == ["晨跑"])
    }

    @Test("A template whose name is longer than a label makes an alarm on the command line, too")
    func longName() async throws {
        let machine = try SpokenCommand(at: "2026-11-22T12:00:00Z", in: "Asia/Taipei")
        let context = ModelContext(try machine.box.open().container)
        let name = String(repeating: "long ", count: 200)
        let template = AlarmTemplate.daily(name, scenario: "Own")
        context.insert(template)
        try context.save()
        #expect(await machine.run(.apply(name: name)).status == .done)
        let alarm = try #require(try machine.alarms().first).alarm
        #expect(alarm.label == String(name.prefix(256)) && alarm.template?.name == name)
    }

    @Test("Nor do the templates of a store of version 1.1.0")
    func besideTemplatesOfVersion2() throws {
        #expect(try others(AlarmBox(fixture: "v2").open()) == ["考試週"])
    }
}
