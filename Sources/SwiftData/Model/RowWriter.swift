import Foundation
import GRDBSQLite

/// Binds the values of an instance to the parameters of a statement, one after the other.
///
/// An implementation detail of the code that `@Model` generates.
public struct _RowWriter {
    @usableFromInline let statement: OpaquePointer
    /// The parameter that the next value goes to.
    @usableFromInline var index: Int32
    /// The first value that could not be written.
    var failure: (any Error)?
    /// Puts large data into a file and gives the text that stands for it in the column; nil keeps it in the row.
    var externalize: ((Data) throws -> String?)?

    /// The context that writes: only its instances have keys that mean anything here.
    let graph: ObjectGraph

    init(statement: OpaquePointer, index: Int32, graph: ObjectGraph) {
        self.statement = statement
        self.index = index
        self.graph = graph
    }

    @usableFromInline
    mutating func next() -> Int32 {
        defer { index += 1 }
        return index
    }

    /// A scalar.
    ///
    /// A slot that was never loaded leaves NULL.
    @inlinable
    public mutating func bind<T: _SQLiteValue>(_ slot: _Slot<T>) {
        let position = next()
        slot.storage?._bind(statement, position)
    }

    /// Data that may go to a file of its own.
    public mutating func bind(_ slot: _Slot<Data>) { bind(data: slot.storage) }

    /// Optional data that may go to a file of its own.
    public mutating func bind(_ slot: _Slot<Data?>) { bind(data: slot.storage ?? nil) }

    /// A scalar behind a type alias or without annotation.
    @inlinable
    public mutating func bind<T: _SQLiteValue>(_ slot: _LinkSlot<T>) {
        let position = next()
        if case .loaded(let value) = slot { value._bind(statement, position) }
    }

    /// A value kept by its raw value.
    @inlinable
    public mutating func bind<T: RawRepresentable & Codable>(_ slot: _LinkSlot<T>) where T.RawValue: _SQLiteValue {
        let position = next()
        if case .loaded(let value) = slot { value.rawValue._bind(statement, position) }
    }

    /// An optional value kept by its raw value.
    @inlinable
    public mutating func bind<T: RawRepresentable & Codable>(_ slot: _LinkSlot<T?>) where T.RawValue: _SQLiteValue {
        let position = next()
        if case .loaded(let value?) = slot { value.rawValue._bind(statement, position) }
    }

    /// A to-one relationship that must have a target.
    public mutating func bind<M: PersistentModel>(_ slot: _LinkSlot<M>) {
        let position = next()
        switch slot {
        case .key(let key): sqlite3_bind_int64(statement, position, key)
        case .loaded(let model): bind(target: model, at: position)
        default: break
        }
    }

    /// A to-one relationship.
    public mutating func bind<M: PersistentModel>(_ slot: _LinkSlot<M?>) {
        let position = next()
        switch slot {
        case .key(let key): sqlite3_bind_int64(statement, position, key)
        case .loaded(let model?): bind(target: model, at: position)
        default: break
        }
    }

    /// A to-many relationship has no column.
    public mutating func bind<C: RelationshipCollection>(_ slot: _LinkSlot<C>) {}

    /// Any other `Codable` value.
    @_disfavoredOverload
    public mutating func bind<T: Codable>(_ slot: _LinkSlot<T>) {
        let position = next()
        switch slot {
        case .encoded(let encoded): encoded.text._bind(statement, position)
        case .decoded(let decoded): decoded.text._bind(statement, position)
        case .loaded(let value): bind(encoding: value, at: position)
        default: break
        }
    }

    /// Any other optional `Codable` value.
    @_disfavoredOverload
    public mutating func bind<T: Codable>(_ slot: _LinkSlot<T?>) {
        let position = next()
        switch slot {
        case .encoded(let encoded): encoded.text._bind(statement, position)
        case .decoded(let decoded): decoded.text._bind(statement, position)
        case .loaded(let value?): bind(encoding: value, at: position)
        default: break
        }
    }

    /// A value kept through a transformer.
    public mutating func bind<T>(_ slot: _TransformedSlot<T>, _ transformer: _Transformer) {
        switch slot {
        case .unset: bind(data: nil)
        case .stored(let data): bind(data: data)
        case .loaded(let value):
            do {
                bind(data: try flattened(value).map(transformer.data))
            } catch {
                failure = failure ?? error
                bind(data: nil)
            }
        }
    }

    private mutating func bind(data: Data?) {
        let position = next()
        guard let data else { return }
        do {
            if let text = try externalize?(data) {
                text._bind(statement, position)
            } else {
                data._bind(statement, position)
            }
        } catch {
            failure = failure ?? error
        }
    }

    private mutating func bind(encoding value: some Encodable, at position: Int32) {
        do {
            try AttributeCoder.text(of: value)._bind(statement, position)
        } catch {
            failure = failure ?? error
        }
    }

    private func bind(target: some PersistentModel, at position: Int32) {
        let state = target._$state
        guard state.graph === graph, !state.flags.contains(.deleted) else { return }
        sqlite3_bind_int64(statement, position, state.key)
    }
}

/// The JSON form of `Codable` attributes: stable key order, and no number that JSON cannot hold is refused.
enum AttributeCoder {
    private static let infinity = "inf"
    private static let negativeInfinity = "-inf"
    private static let notANumber = "nan"

    static func text(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: infinity,
            negativeInfinity: negativeInfinity,
            nan: notANumber
        )
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func value<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: infinity,
            negativeInfinity: negativeInfinity,
            nan: notANumber
        )
        return try decoder.decode(type, from: Data(text.utf8))
    }
}
