import AppCommons
import Foundation
import SwiftData

/// The templates that AlarmClock brings along, in the language of the person.
public struct TemplateCatalogue: Sendable {
    /// A template of the catalogue.
    public struct Entry: Equatable, Sendable {
        /// The id of the template on every device.
        public let id: UUID
        /// What it is called.
        public let name: String
        /// What it belongs to within its scenario.
        public let category: String
        /// The name of a symbol.
        public let icon: String
        /// What it is good for.
        public let templateDescription: String
        /// The time of day in words.
        public let time: String
        /// How often, in words.
        public let frequency: String
        /// The time, as `07:30`.
        public let defaultTime: String
        /// The days, as ``WeekdaySet`` writes them.
        public let repeatType: String
        /// The situation it is for.
        public let scenario: String
    }

    /// The templates, in the order of the catalogue.
    public let entries: [Entry]
    private let byID: [UUID: Entry]

    /// The catalogue in the language of a process with these environment variables.
    public init(variables: [String: String]) {
        self.init(Language(variables: variables))
    }

    /// The catalogue in a language.
    package init(_ language: Language) {
        let words = TemplateWords(language)
        entries = TemplateData.lines.split(separator: "\n").compactMap { Self.entry($0, words) }
        byID = Dictionary(entries.map { ($0.id, $0) }) { first, _ in first }
    }

    private static let columns = 12

    private static func entry(_ line: Substring, _ words: TemplateWords) -> Entry? {
        let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == columns, let number = Int(fields[0]), let id = id(number),
            let time = ClockTime(fields[4]), let days = WeekdaySet(fields[5])
        else { return nil }
        let name = 6 + 2 * words.column
        return Entry(
            id: id,
            name: fields[name],
            category: words.category(fields[2]),
            icon: fields[3],
            templateDescription: fields[name + 1],
            time: words.timeOfDay(time),
            frequency: words.days(days),
            defaultTime: time.text,
            repeatType: days.text,
            scenario: words.scenario(fields[1])
        )
    }

    private static func id(_ number: Int) -> UUID? {
        let digits = String(number)
        let padded = String(repeating: "0", count: max(0, 12 - digits.count)) + digits
        return UUID(uuidString: "a1a2c10c-0000-4000-8000-\(padded)")
    }

    /// The scenarios, in the order of the catalogue.
    public var scenarios: [String] {
        entries.reduce(into: []) { if !$0.contains($1.scenario) { $0.append($1.scenario) } }
    }

    /// The entry of a template that came from here; nil for a person's own.
    public func entry(of template: AlarmTemplate) -> Entry? { byID[template.id] }

    /// Puts the catalogue into a store that has nothing of it yet, and does nothing otherwise.
    ///
    /// Templates of the person's own, such as those that came with alarms of the old app, say nothing about it.
    ///
    /// - Throws: ``AlarmClockError``.
    public func loadOnce(into context: ModelContext) throws {
        let ids = entries.map(\.id)
        let ours = FetchDescriptor<AlarmTemplate>(predicate: #Predicate { ids.contains($0.id) })
        do {
            guard try context.fetchCount(ours) == 0 else { return }
        } catch {
            throw AlarmClockError.fetchFailed(error)
        }
        for entry in entries { context.insert(entry.model) }
        do {
            try context.save()
        } catch {
            let reason = AlarmClockError.saving(error, in: context.container)
            context.rollback()
            throw reason
        }
    }
}

extension TemplateCatalogue.Entry {
    /// A new template as this says.
    var model: AlarmTemplate {
        let template = AlarmTemplate(
            name: name,
            category: category,
            icon: icon,
            templateDescription: templateDescription,
            time: time,
            frequency: frequency,
            defaultTime: defaultTime,
            repeatType: repeatType,
            scenario: scenario
        )
        template.id = id
        return template
    }
}
