import AppCommons
import Foundation

/// A template as files have it, apart from the store.
struct TemplateRecord: Equatable, Sendable {
    var id: UUID
    /// Its texts by their fields; one that is missing is empty.
    private var texts: [String: String]

    /// The fields of a template, as the model has them.
    private static let fields: [(name: String, path: ReferenceWritableKeyPath<AlarmTemplate, String> & Sendable)] = [
        ("name", \.name), ("category", \.category), ("icon", \.icon), ("templateDescription", \.templateDescription),
        ("time", \.time), ("frequency", \.frequency), ("defaultTime", \.defaultTime), ("repeatType", \.repeatType),
        ("scenario", \.scenario),
    ]

    /// The template of the store.
    init(_ template: AlarmTemplate) {
        id = template.id
        texts = Dictionary(Self.fields.map { ($0.name, template[keyPath: $0.path]) }) { first, _ in first }
    }

    /// Reads an object of JSON; nil where a field is of another kind.
    init?(_ object: [String: Any]) {
        guard let id = (object["id"] as? String).flatMap(UUID.init(uuidString:)) else { return nil }
        self.id = id
        texts = [:]
        for (name, _) in Self.fields {
            guard let value = object[name] else { continue }
            guard let text = value as? String else { return nil }
            texts[name] = text
        }
    }

    /// The template as one JSON object.
    var json: String {
        var object = JSONText()
        object.add("id", id.uuidString.lowercased())
        for (name, _) in Self.fields { object.add(name, texts[name] ?? "") }
        return object.text
    }

    /// Checks it against the rules.
    ///
    /// - Throws: ``AlarmClockError``.
    func check() throws {
        try AlarmRules.check(templateTexts: Self.fields.map { ($0.name, texts[$0.name] ?? "") })
    }

    /// A new template of the store.
    var model: AlarmTemplate {
        let template = AlarmTemplate(
            name: "",
            category: "",
            icon: "",
            templateDescription: "",
            time: "",
            frequency: "",
            defaultTime: "",
            repeatType: "",
            scenario: ""
        )
        template.id = id
        for (name, path) in Self.fields { template[keyPath: path] = texts[name] ?? "" }
        return template
    }
}
