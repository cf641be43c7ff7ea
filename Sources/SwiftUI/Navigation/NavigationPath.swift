import Foundation

/// The values of the screens of a stack, of any types.
///
/// Source: Apple's `NavigationPath`. Values that are `Codable` can be written and read again.
public struct NavigationPath: Equatable {
    var values: [AnyHashable] = []

    /// No screens.
    public init() {}
    /// Screens for these values.
    public init<S: Sequence>(_ elements: S) where S.Element: Hashable { values = elements.map { AnyHashable($0) } }
    /// Screens as they were written.
    public init(_ codable: CodableRepresentation) { values = codable.values }

    /// How many screens.
    public var count: Int { values.count }
    /// Whether there are none.
    public var isEmpty: Bool { values.isEmpty }
    /// Adds a screen.
    public mutating func append<V: Hashable>(_ value: V) { values.append(AnyHashable(value)) }
    /// Takes the last screens away.
    public mutating func removeLast(_ k: Int = 1) { values.removeLast(Swift.min(Swift.max(0, k), values.count)) }

    /// The values as they can be written; nil where one cannot.
    public var codable: CodableRepresentation? {
        values.allSatisfy { $0.base is any Codable } ? CodableRepresentation(values: values) : nil
    }

    /// A path as it can be written.
    ///
    /// Source: Apple's `NavigationPath.CodableRepresentation`.
    public struct CodableRepresentation: Codable, Equatable {
        let values: [AnyHashable]

        init(values: [AnyHashable]) { self.values = values }

        /// Reads types by name, and values as JSON.
        public init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            var values: [AnyHashable] = []
            while !container.isAtEnd {
                let name = try container.decode(String.self)
                let json = try container.decode(String.self)
                guard let type = _typeByName(name) as? any (Codable & Hashable).Type else {
                    throw DecodingError.dataCorruptedError(
                        in: container,
                        debugDescription: "\(name) is not a type of this app"
                    )
                }
                values.append(try Self.read(type, json))
            }
            self.values = values
        }

        private static func read<T: Codable & Hashable>(_ type: T.Type, _ json: String) throws -> AnyHashable {
            AnyHashable(try JSONDecoder().decode(type, from: Data(json.utf8)))
        }

        /// Writes types by name, and values as JSON.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for value in values {
                guard let base = value.base as? any Codable else { continue }
                try container.encode(_mangledTypeName(type(of: base)) ?? "")
                try container.encode(String(decoding: JSONEncoder().encode(base), as: UTF8.self))
            }
        }
    }
}
