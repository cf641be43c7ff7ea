import Foundation

/// The JSON text that keeps a deleted object's values in the history.
enum HistoryTombstoneCoder {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private struct Kept: Encodable {
        let values: [(name: String, value: any Encodable)]

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Name.self)
            for (name, value) in values {
                try container.encode(value, forKey: Name(stringValue: name))
            }
        }
    }

    /// Reads one property, decoding it as the type its key path says.
    private struct Reader<Model: PersistentModel>: Decodable {
        let values: [(property: any PartialKeyPath<Model> & Sendable, value: any Sendable)]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Name.self)
            let properties = HistoryProperties<Model>.byName
            values = container.allKeys.sorted { $0.stringValue < $1.stringValue }.compactMap { name in
                guard let property = properties[name.stringValue],
                    let value = Self.value(of: property, name, in: container)
                else { return nil }
                return (property, SendableValue.wrap(value))
            }
        }

        private static func value(
            of property: PartialKeyPath<Model>,
            _ name: Name,
            in container: KeyedDecodingContainer<Name>
        ) -> Any? {
            let type = Swift.type(of: property as AnyKeyPath).valueType
            if let kept = ModelProperties.property(at: property, in: Model.self), kept.transformer != nil {
                guard let data = try? container.decodeIfPresent(Data.self, forKey: name) else { return nil }
                func open<Value>(_ type: Value.Type) -> Any? { kept.value(of: .attribute(data), as: type) }
                return _openExistential(type, do: open)
            }
            guard let type = type as? any Decodable.Type else { return nil }
            return try? container.decodeIfPresent(type, forKey: name)
        }
    }

    /// The text for values by property name; nil where there are none.
    static func text(_ values: [(name: String, value: any Encodable)]) throws -> String? {
        values.isEmpty ? nil : try AttributeCoder.text(of: Kept(values: values))
    }

    /// The text for the properties of an object that are to be kept; nil where there are none.
    static func text(of model: any PersistentModel, keeping properties: [PropertyPlan]) throws -> String? {
        guard !properties.isEmpty else { return nil }
        return try text(
            properties.compactMap { property in
                guard let value = (model as Any)[keyPath: property.keyPath] else { return nil }
                if case .attribute(.transformed(let transformer)) = property.kind {
                    return try flattened(value).map { (property.name, try transformer.data(of: $0)) }
                }
                return (value as? any Encodable).map { (property.name, $0) }
            }
        )
    }

    /// The tombstone in a text; what no longer decodes is left out.
    static func tombstone<Model: PersistentModel>(of type: Model.Type, from text: String?) -> HistoryTombstone<Model> {
        guard let text, let reader = try? AttributeCoder.value(Reader<Model>.self, from: text) else {
            return HistoryTombstone()
        }
        return HistoryTombstone(reader.values)
    }
}

/// Passes a decoded value as sendable: it was made here and nobody else holds it.
private enum SendableValue {
    static func wrap(_ value: Any) -> any Sendable {
        // An optional is opened first, so that a kept `String?` comes out as a `String`.
        let mirror = Mirror(reflecting: value)
        let opened = mirror.displayStyle == .optional ? mirror.children.first?.value ?? value : value
        // `Sendable` has no requirements, so both kinds of existential are the same in memory.
        return withUnsafePointer(to: opened) { pointer in
            pointer.withMemoryRebound(to: (any Sendable).self, capacity: 1) { $0.pointee }
        }
    }
}

/// The properties of a class by name, as key paths that may be handed between threads.
enum HistoryProperties<Model: PersistentModel> {
    static var byName: [String: any PartialKeyPath<Model> & Sendable] {
        var found: [String: any PartialKeyPath<Model> & Sendable] = [:]
        for property in Model.schemaMetadata {
            guard let keyPath = property.keypath as? PartialKeyPath<Model> else { continue }
            found[property.name] = keyPath.asSendable
        }
        return found
    }
}

extension PartialKeyPath {
    /// The same key path as a sendable one: a path to a stored property holds nothing but its type and offset.
    var asSendable: any PartialKeyPath<Root> & Sendable {
        unsafeBitCast(self, to: (any PartialKeyPath<Root> & Sendable).self)
    }
}
