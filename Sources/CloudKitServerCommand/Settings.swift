import CloudKitServer
import Configuration
import Foundation
import Yams

/// What can be set: each as a flag, as an environment variable (`CLOUDKIT_SERVER_…`) and as a key of the file.
enum SettingKey: String, CaseIterable {
    case data
    case postgres
    case host
    case port
    case publicURL = "public-url"
    case behindProxy = "behind-proxy"
    case tlsCertificate = "tls-certificate"
    case tlsKey = "tls-key"
    case logFormat = "log-format"
    case logLevel = "log-level"
    case quotaBytes = "quota-bytes"
    case quotaRecords = "quota-records"
    case assetBytes = "asset-bytes"
    case rateLimit = "rate-limit"
    case rateBurst = "rate-burst"

    /// The environment variable.
    var variable: String {
        Settings.prefix + rawValue.uppercased().replacing("-", with: "_")
    }
}

/// The settings: a flag wins over the environment, that over the file, and that over the default.
struct Settings {
    static let prefix = "CLOUDKIT_SERVER_"
    static let fileVariable = prefix + "CONFIG"

    private let reader: ConfigReader

    /// Reads them.
    ///
    /// - Parameters:
    ///   - flags: What stood on the command line.
    ///   - file: The file named there.
    ///   - environment: The process's environment.
    /// - Returns: The settings.
    /// - Throws: ``Failure`` if the file cannot be read or has a key that is none.
    static func load(
        flags: [SettingKey: String],
        file: String?,
        environment: [String: String]
    ) async throws -> Settings {
        let values = flags.map {
            (AbsoluteConfigKey([$0.key.rawValue]), ConfigValue(.string($0.value), isSecret: false))
        }
        let variables = EnvironmentVariablesProvider(environmentVariables: environment)
        var providers: [any ConfigProvider] = [
            InMemoryProvider(name: "flags", values: Dictionary(values) { $1 }),
            variables.prefixKeys(with: ["cloudkit", "server"]),
        ]
        if let file = file ?? environment[fileVariable] {
            try check(file)
            providers.append(try await FileProvider<YAMLSnapshot>(filePath: .init(file)))
        }
        return Settings(reader: ConfigReader(providers: providers))
    }

    /// Every key of the file must mean something: a misspelt limit is no limit.
    private static func check(_ file: String) throws {
        let text: String
        do {
            text = try String(contentsOfFile: file, encoding: .utf8)
        } catch {
            throw Failure("The configuration file \(file) cannot be read.")
        }
        let node: Node?
        do {
            node = try Parser(yaml: text).singleRoot()
        } catch {
            throw Failure("The configuration file \(file) is no YAML: \(error)")
        }
        guard let mapping = node?.mapping else {
            throw Failure("The configuration file \(file) must hold lines of the form “key: value”.")
        }
        for (key, value) in mapping {
            let name = key.string ?? "?"
            guard SettingKey(rawValue: name) != nil else {
                let known = SettingKey.allCases.map(\.rawValue).joined(separator: ", ")
                throw Failure("The configuration file \(file) has the unknown key “\(name)”. Known are: \(known).")
            }
            guard value.scalar != nil else {
                throw Failure("In the configuration file \(file), “\(name)” must have one value.")
            }
        }
    }

    /// A setting as text; an empty one is none.
    subscript(key: SettingKey) -> String? {
        reader.string(forKey: ConfigKey([key.rawValue])).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A whole number.
    ///
    /// - Throws: ``Failure`` if it is none, or out of bounds.
    func number<Number: FixedWidthInteger>(_ key: SettingKey, in bounds: ClosedRange<Number>) throws -> Number? {
        guard let text = self[key] else { return nil }
        guard let number = Number(text), bounds.contains(number) else {
            throw Failure(
                "\(key.rawValue) must be a number from \(bounds.lowerBound) to \(bounds.upperBound), not “\(text)”."
            )
        }
        return number
    }

    /// Yes or no.
    ///
    /// - Throws: ``Failure`` if it is neither.
    func flag(_ key: SettingKey) throws -> Bool {
        switch self[key]?.lowercased() {
        case nil, "false", "no", "off", "0": false
        case "true", "yes", "on", "1": true
        case .some(let text): throw Failure("\(key.rawValue) must be true or false, not “\(text)”.")
        }
    }

    /// One of some words.
    ///
    /// - Throws: ``Failure`` if it is none of them.
    func word<Word: RawRepresentable & CaseIterable>(_ key: SettingKey, default standard: Word) throws -> Word
    where Word.RawValue == String {
        guard let text = self[key] else { return standard }
        guard let word = Word(rawValue: text.lowercased()) else {
            let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure("\(key.rawValue) must be one of \(words), not “\(text)”.")
        }
        return word
    }
}

/// Why a command did not do what it was to do, for people.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
