import SwiftData
import Testing

/// A store's model in its first form.
private enum Before {
    struct Options: Codable {
        var theme: String
        var size: Int
    }

    struct Extra: Codable {
        var theme: String
    }

    @Model
    final class Settings {
        var name: String
        var options: Options
        var maybe: Extra?
        var level: Level

        enum Level: String, Codable { case low, high }

        init(_ name: String) {
            self.name = name
            options = Options(theme: "dark", size: 3)
            maybe = Extra(theme: "dark")
            level = .high
        }
    }
}

/// The same model later: the struct has gained a field that old values lack, and another one that has a stand-in; the
/// enum has lost a case.
private enum After {
    struct Options: Codable, Equatable {
        var theme: String
        var size: Int
        var language: String?
    }

    struct Extra: Codable, Equatable {
        var theme: String
        var language: String
    }

    @Model
    final class Settings {
        var name: String
        var options: Options
        var maybe: Extra?
        var level: Level = Level.low

        enum Level: String, Codable { case low, middle }

        init(_ name: String) {
            self.name = name
            options = Options(theme: "", size: 0)
        }
    }
}

/// Writes itself its own way.
struct Temperature: Codable, Equatable {
    var celsius: Double

    init(celsius: Double) { self.celsius = celsius }

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        celsius = Double(text.dropLast()) ?? 0
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("\(celsius)°")
    }
}

@Model
final class Reading {
    var temperature: Temperature

    init(_ temperature: Temperature) { self.temperature = temperature }
}

@Suite struct CodableComplaintTests {
    @Test func aValueIsOneColumnInItsOwnCoding() throws {
        let store = try TestStore(.file, [Reading.self])
        let context = store.makeContext()
        context.insert(Reading(Temperature(celsius: 21.5)))
        try context.save()
        #expect(try store.makeFreshContext().all(Reading.self).map(\.temperature.celsius) == [21.5])
        let file = try RawDatabase(store.configuration.url.path)
        #expect(try file.integer("SELECT count(*) FROM Reading WHERE temperature = '\"21.5°\"'") == 1)
    }

    @Test func aNewFieldLeavesTheStoreReadable() throws {
        let folder = try TemporaryFolder()
        let configuration = ModelConfiguration(url: folder.file())
        do {
            let container = try ModelContainer(for: Before.Settings.self, configurations: configuration)
            let context = ModelContext(container)
            context.insert(Before.Settings("mine"))
            try context.save()
        }
        let context = ModelContext(try ModelContainer(for: After.Settings.self, configurations: configuration))
        let settings = try #require(try context.all(After.Settings.self).first)
        #expect(settings.name == "mine")
        #expect(settings.options == After.Options(theme: "dark", size: 3, language: nil))
        #expect(settings.maybe == nil, "a value that cannot be read is nil where it may be")
        #expect(settings.level == .low, "and the property's default elsewhere")
        settings.name = "renamed"
        try context.save()
        let file = try RawDatabase(folder.file().path)
        let kept = try file.integer("SELECT count(*) FROM Settings WHERE maybe LIKE '%dark%' AND level = 'high'")
        #expect(kept == 1, "what could not be read is still there")
    }
}
