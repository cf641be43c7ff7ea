import Foundation
import Observation
import Synchronization

/// A value as it is written into a file.
///
/// What JSON has no form for, and a text that would be read as data, stands in an object whose one member names the
/// kind.
enum StoredValue: Codable, Equatable, Sendable {
    case bool(Bool)
    case whole(Int)
    case real(Double)
    case text(String)
    case data(Data)
    case list([String])

    /// What the text of data begins with.
    static let dataMark = "data:base64,"

    private enum Kind: String {
        case real, text
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .whole(value)
        } else if let value = try? container.decode(Double.self) {
            self = .real(value)
        } else if let value = try? container.decode([String].self) {
            self = .list(value)
        } else if let members = try? container.decode([String: String].self) {
            guard let value = Self(members) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "a value of no known kind")
            }
            self = value
        } else {
            self = Self(plain: try container.decode(String.self))
        }
    }

    private init?(_ members: [String: String]) {
        if let text = members[Kind.text.rawValue] {
            self = .text(text)
        } else if let number = members[Kind.real.rawValue].flatMap({ Double($0) }) {
            self = .real(number)
        } else {
            return nil
        }
    }

    private init(plain text: String) {
        if text.hasPrefix(Self.dataMark), let data = Data(base64Encoded: String(text.dropFirst(Self.dataMark.count))) {
            self = .data(data)
        } else {
            self = .text(text)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .bool(let value): try container.encode(value)
        case .whole(let value): try container.encode(value)
        case .real(let value) where !value.isFinite:
            try container.encode([Kind.real.rawValue: value.isNaN ? "nan" : value < 0 ? "-inf" : "inf"])
        case .real(let value): try container.encode(value)
        case .text(let value) where value.hasPrefix(Self.dataMark): try container.encode([Kind.text.rawValue: value])
        case .text(let value): try container.encode(value)
        case .data(let value): try container.encode(Self.dataMark + value.base64EncodedString())
        case .list(let value): try container.encode(value)
        }
    }
}

/// Values by name that views read and set.
class KeyedStorage: @unchecked Sendable {
    private let lock = NSLock()
    private var values: [String: StoredValue]
    private var boxes: [String: StateBox<StoredValue?>] = [:]

    init(_ values: [String: StoredValue]) { self.values = values }

    func box(_ key: String) -> StateBox<StoredValue?> {
        lock.withLock {
            if let box = boxes[key] { return box }
            let box = StateBox(values[key])
            boxes[key] = box
            box.onChange = { [weak self] value in
                guard let self else { return }
                let all = lock.withLock {
                    values[key] = value
                    return values
                }
                changed(all)
            }
            return box
        }
    }

    var all: [String: StoredValue] { lock.withLock { values } }

    func changed(_ values: [String: StoredValue]) {}
}

/// The app's settings, in a file of its own.
///
/// Foundation's UserDefaults on these systems reads a damaged file as empty and then overwrites it; so this file is ours.
/// A damaged one is kept beside the new one.
final class SettingsFile: KeyedStorage, @unchecked Sendable {
    static let standard = SettingsFile(SettingsFile.standardURL)

    private let url: URL?

    init(_ url: URL?) {
        self.url = url
        super.init(Self.read(url))
    }

    private static var standardURL: URL? {
        let environment = ProcessInfo.processInfo.environment
        let home = environment["HOME"].map { URL(fileURLWithPath: $0).appendingPathComponent(".local/share") }
        let base = environment["XDG_DATA_HOME"].map { URL(fileURLWithPath: $0) } ?? home
        return base?.appendingPathComponent(ProcessInfo.processInfo.processName).appendingPathComponent("settings.json")
    }

    private static func read(_ url: URL?) -> [String: StoredValue] {
        guard let url, let data = try? Data(contentsOf: url) else { return [:] }
        do {
            return try JSONDecoder().decode([String: StoredValue].self, from: data)
        } catch {
            let kept = url.appendingPathExtension("damaged")
            try? FileManager.default.removeItem(at: kept)
            try? FileManager.default.copyItem(at: url, to: kept)
            Diagnostics.shared.report(
                "The settings in \(url.path) cannot be read; they are kept as \(kept.lastPathComponent)."
            )
            return [:]
        }
    }

    override func changed(_ values: [String: StoredValue]) {
        guard let url else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try encoder.encode(values).write(to: url, options: .atomic)
        } catch {
            Diagnostics.shared.report("The settings could not be written to \(url.path): \(error)")
        }
    }
}

/// What a page keeps of its scene: it goes with each picture and comes back when the page is loaded again.
final class SceneStorageStore: KeyedStorage, @unchecked Sendable {
    init(_ text: String?) {
        let values = text.flatMap { try? JSONDecoder().decode([String: StoredValue].self, from: Data($0.utf8)) }
        super.init(values ?? [:])
    }

    /// As the page keeps it; nil where nothing is kept.
    var text: String? {
        let all = all
        guard !all.isEmpty else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(all)).map { String(decoding: $0, as: UTF8.self) }
    }
}

private struct SettingsKey: EnvironmentKey { static var defaultValue: SettingsFile { .standard } }
private struct SceneStorageKey: EnvironmentKey { static var defaultValue: SceneStorageStore? { nil } }

extension EnvironmentValues {
    var settings: SettingsFile {
        get { self[SettingsKey.self] }
        set { self[SettingsKey.self] = newValue }
    }
    var sceneStorage: SceneStorageStore? {
        get { self[SceneStorageKey.self] }
        set { self[SceneStorageKey.self] = newValue }
    }
}

/// How a type is stored.
struct StoredForm<Value> {
    let read: (StoredValue) -> Value?
    let write: (Value) -> StoredValue?
}

extension StoredForm {
    static var bool: StoredForm<Bool> {
        .init(read: { if case .bool(let value) = $0 { value } else { nil } }, write: { .bool($0) })
    }
    static var whole: StoredForm<Int> {
        .init(read: { if case .whole(let value) = $0 { value } else { nil } }, write: { .whole($0) })
    }
    static var text: StoredForm<String> {
        .init(
            read: { value in
                switch value {
                case .text(let value): value
                // Files of before hold a text that begins like data without a mark of its own.
                case .data(let value): StoredValue.dataMark + value.base64EncodedString()
                default: nil
                }
            },
            write: { .text($0) }
        )
    }
    static var data: StoredForm<Data> {
        .init(read: { if case .data(let value) = $0 { value } else { nil } }, write: { .data($0) })
    }
    static var url: StoredForm<URL> {
        .init(
            read: { StoredForm<String>.text.read($0).flatMap { URL(string: $0) } },
            write: { .text($0.absoluteString) }
        )
    }
    static var date: StoredForm<Date> {
        .init(
            read: { StoredForm<Double>.real.read($0).map { Date(timeIntervalSinceReferenceDate: $0) } },
            write: { .real($0.timeIntervalSinceReferenceDate) }
        )
    }
    static var real: StoredForm<Double> {
        .init(
            read: { value in
                switch value {
                case .real(let value): value
                case .whole(let value): Double(value)
                default: nil
                }
            },
            write: { .real($0) }
        )
    }
    static func optional<Wrapped>(_ form: StoredForm<Wrapped>) -> StoredForm<Wrapped?> {
        .init(read: { .some(form.read($0)) }, write: { $0.flatMap(form.write) })
    }
    static func raw<R: RawRepresentable>(_ form: StoredForm<R.RawValue>) -> StoredForm<R> {
        .init(read: { form.read($0).flatMap(R.init(rawValue:)) }, write: { form.write($0.rawValue) })
    }
}

/// A stored value as a view reads and sets it.
final class StoredLocation<Value>: Location<Value>, @unchecked Sendable {
    private let box: StateBox<StoredValue?>
    private let form: StoredForm<Value>
    private let initial: Value

    init(_ box: StateBox<StoredValue?>, _ form: StoredForm<Value>, _ initial: Value) {
        self.box = box
        self.form = form
        self.initial = initial
    }
    override func get() -> Value { box.value.flatMap(form.read) ?? initial }
    override func set(_ value: Value, _ transaction: Transaction) { box.value = form.write(value) }
    override func isSame(as other: Location<Value>) -> Bool { (other as? StoredLocation<Value>)?.box === box }
}

/// A setting of the app, kept in a file.
///
/// Source: Apple's `AppStorage`. Differs: the file is `settings.json` in the app's data folder; `store` names no other one.
@propertyWrapper
public struct AppStorage<Value> {
    private let key: String
    private let form: StoredForm<Value>
    private let initial: Value
    private var location: StoredLocation<Value>?

    init(_ key: String, _ form: StoredForm<Value>, _ initial: Value) {
        self.key = key
        self.form = form
        self.initial = initial
    }

    /// The value.
    public var wrappedValue: Value {
        get { current.get() }
        nonmutating set { current.set(newValue, Transaction()) }
    }

    /// A binding to the value.
    public var projectedValue: Binding<Value> { Binding(location: current) }

    private var current: StoredLocation<Value> {
        location ?? StoredLocation(SettingsFile.standard.box(key), form, initial)
    }
}

extension AppStorage: @unchecked Sendable where Value: Sendable {}

extension AppStorage: GraphProperty {
    mutating func install(_ slot: PropertySlot) {
        location = StoredLocation(slot.environment.settings.box(key), form, initial)
    }
    func isSame(as other: AppStorage<Value>) -> Bool { key == other.key }
}

/// A value that a page keeps when it is loaded again.
///
/// Source: Apple's `SceneStorage`.
@propertyWrapper
public struct SceneStorage<Value> {
    private let key: String
    private let form: StoredForm<Value>
    private let initial: Value
    private var location: StoredLocation<Value>?

    init(_ key: String, _ form: StoredForm<Value>, _ initial: Value) {
        self.key = key
        self.form = form
        self.initial = initial
    }

    /// The value.
    public var wrappedValue: Value {
        get { location?.get() ?? initial }
        nonmutating set { location?.set(newValue, Transaction()) }
    }

    /// A binding to the value.
    public var projectedValue: Binding<Value> { Binding(location: location ?? ConstantLocation(initial)) }
}

extension SceneStorage: @unchecked Sendable where Value: Sendable {}

extension SceneStorage: GraphProperty {
    mutating func install(_ slot: PropertySlot) {
        location = slot.environment.sceneStorage.map { StoredLocation($0.box(key), form, initial) }
    }
    func isSame(as other: SceneStorage<Value>) -> Bool { key == other.key }
}
