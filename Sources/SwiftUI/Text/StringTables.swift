import Foundation
import Synchronization

/// The tables of strings that an app ships: `.xcstrings`, and `.strings` and `.stringsdict` in folders of languages.
///
/// Foundation on these systems lower-cases the names of the folders, so that `zh-Hant` is looked up in vain.
final class StringTables: Sendable {
    static let shared = StringTables()

    private let known = Mutex<[String: LoadedTable]>([:])

    /// The form of a key for the first language that has it, plurals chosen by the first number.
    func form(
        of key: String,
        arguments: [LocalizedStringKey.Argument],
        table: String?,
        bundle: Bundle?,
        languages: [String]
    ) -> String? {
        let name = table ?? "Localizable"
        for folder in Self.folders(bundle) {
            let loaded = self.table(name, in: folder)
            if let form = loaded.form(of: key, languages: languages, arguments: arguments) { return form }
        }
        return nil
    }

    private func table(_ name: String, in folder: URL) -> LoadedTable {
        let path = folder.appendingPathComponent(name).path
        if let table = known.withLock({ $0[path] }) { return table }
        let table = LoadedTable(name: name, folder: folder)
        known.withLock { $0[path] = table }
        return table
    }

    /// Where an app's tables may lie: in the bundle, and in the resource folders beside the program.
    private static func folders(_ bundle: Bundle?) -> [URL] {
        if let bundle { return [bundle.resourceURL ?? bundle.bundleURL] }
        return mainFolders
    }

    private static let mainFolders: [URL] = {
        let home = Bundle.main.resourceURL ?? Bundle.main.bundleURL
        let beside = (try? FileManager.default.contentsOfDirectory(at: home, includingPropertiesForKeys: nil)) ?? []
        let resources = beside.filter { ["resources", "bundle"].contains($0.pathExtension) }
        return [home] + resources.sorted { $0.path < $1.path }
    }()
}

/// One table in all its languages.
struct LoadedTable: Sendable {
    /// Language to key to forms by plural category; `other` where there is one form only.
    private var forms: [String: [String: [String: String]]] = [:]
    private var source = "en"

    init(name: String, folder: URL) {
        readCatalogue(folder.appendingPathComponent("\(name).xcstrings"))
        let entries = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        for entry in entries where entry.pathExtension == "lproj" {
            let language = entry.deletingPathExtension().lastPathComponent
            readStrings(entry.appendingPathComponent("\(name).strings"), language)
            readPlurals(entry.appendingPathComponent("\(name).stringsdict"), language)
        }
    }

    /// For a table that stands in text, as in `.xcstrings`.
    init(catalogue: Data) { read(catalogue: catalogue) }

    func form(of key: String, languages: [String], arguments: [LocalizedStringKey.Argument]) -> String? {
        for language in languages.flatMap(Self.fallbacks) {
            if let forms = forms[language.lowercased()]?[key] {
                return Self.choose(forms, arguments, language)
            }
            if language.lowercased().prefix(2) == source.lowercased().prefix(2), !language.contains("-") { return nil }
        }
        return nil
    }

    private static func choose(
        _ forms: [String: String],
        _ arguments: [LocalizedStringKey.Argument],
        _ language: String
    ) -> String? {
        guard forms.count > 1 else { return forms.values.first }
        let number = arguments.lazy.compactMap { argument -> Double? in
            switch argument {
            case .whole(let number): Double(number)
            case .unsigned(let number): Double(number)
            case .real(let number): number
            case .text: nil
            }
        }.first
        let category = PluralRules.category(of: number ?? 0, language: language)
        if number == 0, let zero = forms["zero"] { return zero }
        return forms[category] ?? forms["other"]
    }

    /// `zh-Hant-TW` is also looked up as `zh-Hant`, and `de-AT` as `de`.
    static func fallbacks(_ language: String) -> [String] {
        var parts = language.replacingOccurrences(of: "_", with: "-").split(separator: "-").map(String.init)
        var all: [String] = []
        if parts.first == "zh", !parts.contains("Hant"), !parts.contains("Hans") {
            let script = parts.contains { ["TW", "HK", "MO"].contains($0) } ? "Hant" : "Hans"
            parts.insert(script, at: 1)
        }
        while !parts.isEmpty {
            all.append(parts.joined(separator: "-"))
            parts.removeLast()
        }
        return all
    }

    // MARK: Reading

    private mutating func readCatalogue(_ url: URL) {
        if let data = try? Data(contentsOf: url) { read(catalogue: data) }
    }

    private mutating func read(catalogue data: Data) {
        guard let all = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] else { return }
        source = all["sourceLanguage"] as? String ?? "en"
        for (key, entry) in all["strings"] as? [String: Any] ?? [:] {
            let languages = (entry as? [String: Any])?["localizations"] as? [String: Any] ?? [:]
            for (language, value) in languages {
                let found = Self.forms(value as? [String: Any] ?? [:])
                if !found.isEmpty { forms[language.lowercased(), default: [:]][key] = found }
            }
        }
    }

    private static func forms(_ value: [String: Any]) -> [String: String] {
        if let unit = value["stringUnit"] as? [String: Any], let text = unit["value"] as? String {
            return ["other": text]
        }
        let variations = value["variations"] as? [String: Any]
        let plural = (variations?["plural"] ?? variations?["device"]) as? [String: Any] ?? [:]
        return plural.compactMapValues {
            (($0 as? [String: Any])?["stringUnit"] as? [String: Any])?["value"] as? String
        }
    }

    private mutating func readStrings(_ url: URL, _ language: String) {
        guard let data = try? Data(contentsOf: url),
            let table = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: String]
        else { return }
        for (key, text) in table { forms[language.lowercased(), default: [:]][key] = ["other": text] }
    }

    private mutating func readPlurals(_ url: URL, _ language: String) {
        guard let data = try? Data(contentsOf: url),
            let table = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        else { return }
        for (key, value) in table {
            guard let value = value as? [String: Any], let format = value["NSStringLocalizedFormatKey"] as? String,
                let name = format.split(separator: "@").dropFirst().first.map(String.init),
                let rules = value[name] as? [String: String]
            else { continue }
            let texts = rules.filter { !$0.key.hasPrefix("NSString") }
            forms[language.lowercased(), default: [:]][key] = texts.mapValues {
                format.replacingOccurrences(of: "%#@\(name)@", with: $0)
            }
        }
    }
}

/// Which form of a plural a number asks for, as in Unicode's plural rules, for the languages that apps are written in most.
enum PluralRules {
    static func category(of number: Double, language: String) -> String {
        let whole = Int64(exactly: number)
        switch String(language.lowercased().prefix(2)) {
        case "ja", "zh", "ko", "vi", "th", "id", "ms": return "other"
        case "fr", "pt", "hi", "fa": return (0..<2).contains(number) ? "one" : "other"
        case "ru", "uk", "sr", "hr", "bs", "be": return slavic(whole)
        case "pl": return polish(whole)
        case "cs", "sk":
            guard let whole else { return "many" }
            return whole == 1 ? "one" : (2...4).contains(whole) ? "few" : "other"
        case "ar": return arabic(whole)
        case "he": return whole == 1 ? "one" : whole == 2 ? "two" : "other"
        default: return whole == 1 ? "one" : "other"
        }
    }

    private static func slavic(_ whole: Int64?) -> String {
        guard let whole else { return "other" }
        let (last, two) = (whole % 10, whole % 100)
        if last == 1, two != 11 { return "one" }
        return (2...4).contains(last) && !(12...14).contains(two) ? "few" : "many"
    }

    private static func polish(_ whole: Int64?) -> String {
        guard let whole else { return "other" }
        let (last, two) = (whole % 10, whole % 100)
        if whole == 1 { return "one" }
        return (2...4).contains(last) && !(12...14).contains(two) ? "few" : "many"
    }

    private static func arabic(_ whole: Int64?) -> String {
        guard let whole else { return "other" }
        switch whole {
        case 0: return "zero"
        case 1: return "one"
        case 2: return "two"
        default: return (3...10).contains(whole % 100) ? "few" : (11...99).contains(whole % 100) ? "many" : "other"
        }
    }
}
