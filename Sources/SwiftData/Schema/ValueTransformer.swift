import Foundation
import Synchronization

/// Turns a value into one that can be stored, and back.
///
/// Foundation on Linux has no such class; this one has the shape that `@Attribute(.transformable(by:))` needs.
/// Difference from Apple: the stored form must be `Data`.
open class ValueTransformer: SendableMetatype {
    /// A transformer that gives every value back unchanged, or nil.
    public required init() {}

    /// The class of the transformed values.
    open class func transformedValueClass() -> AnyClass { NSData.self }

    /// Whether ``reverseTransformedValue(_:)`` undoes ``transformedValue(_:)``.
    open class func allowsReverseTransformation() -> Bool { true }

    /// The stored form of `value`.
    open func transformedValue(_ value: Any?) -> Any? { value }

    /// The value of a stored form.
    open func reverseTransformedValue(_ value: Any?) -> Any? { transformedValue(value) }

    private static let registry = Mutex<[String: ValueTransformer.Type]>([:])

    /// Makes the type of `transformer` known under `name`, to the whole process; nil forgets the name.
    public class func setValueTransformer(_ transformer: ValueTransformer?, forName name: NSValueTransformerName) {
        let type = transformer.map { Swift.type(of: $0) }
        registry.withLock { $0[name.rawValue] = type }
    }

    /// A new transformer of the type known under `name`.
    static func make(named name: String) -> ValueTransformer? {
        let type = registry.withLock { $0[name] }
        return type?.init()
    }

    /// Makes a type known under its own name, and gives that name.
    static func register(_ type: ValueTransformer.Type) -> String {
        let name = String(describing: type)
        registry.withLock { $0[name] = type }
        return name
    }
}

/// The name under which a ``ValueTransformer`` is known.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
    /// The name as text.
    public let rawValue: String

    /// A name from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A name from its text.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}
