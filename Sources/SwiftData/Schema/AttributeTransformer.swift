import Foundation

/// Which value transformer keeps an attribute: a class, or a name that is looked up when it is needed.
///
/// An implementation detail of the code that `@Model` generates.
public struct _Transformer: Sendable {
    private enum Source: Sendable {
        case type(ValueTransformer.Type)
        case name(String)
    }

    private let source: Source

    /// The transformer of a class.
    public init(_ type: ValueTransformer.Type) { source = .type(type) }

    /// The transformer that is registered under a name.
    public init(_ name: String) { source = .name(name) }

    private var name: String {
        switch source {
        case .type(let type): ValueTransformer.name(of: type)
        case .name(let name): name
        }
    }

    private func make() throws -> ValueTransformer {
        switch source {
        case .type(let type): return ValueTransformer.shared(type)
        case .name(let name):
            if let transformer = ValueTransformer.registered(as: name) { return transformer }
            throw SwiftDataError.modelValidationFailure.explained(
                "No value transformer is registered under the name \(name). Call ValueTransformer.setValueTransformer first."
            )
        }
    }

    /// The stored form of a value that is not nil.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure` where there is no such transformer, or it gives no `Data`.
    func data(of value: Any) throws -> Data {
        let transformer = try make()
        let stored =
            transformer.readsData ? transformer.reverseTransformedValue(value) : transformer.transformedValue(value)
        switch stored {
        case let data as Data: return data
        case let data as NSData: return Data(referencing: data)
        default:
            throw SwiftDataError.modelValidationFailure.explained(
                "The transformer \(name) made no Data of a value of type \(Swift.type(of: value))."
            )
        }
    }

    /// The value of a stored form; nil where the transformer makes none of this type.
    func value<Value>(of data: Data, as type: Value.Type) -> Value? {
        guard let transformer = try? make() else { return nil }
        let value =
            transformer.readsData ? transformer.transformedValue(data) : transformer.reverseTransformedValue(data)
        return value as? Value
    }
}

/// The value inside an optional of any depth; nil where there is none.
func flattened(_ value: Any) -> Any? {
    guard let optional = value as? any OptionalContent else { return value }
    return optional.content.flatMap(flattened)
}

/// What an optional of any type says of its content.
private protocol OptionalContent {
    var content: Any? { get }
}

extension Optional: OptionalContent {
    fileprivate var content: Any? { map { $0 as Any } }
}
