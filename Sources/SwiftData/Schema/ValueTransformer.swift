import Foundation
import Synchronization

/// Turns a value into one that can be stored, and back.
///
/// Foundation on Linux has no such class; this one has the shape that `@Attribute(.transformable(by:))` needs.
/// Difference from Apple: the stored form must be `Data`, and a subclass that declares an initialiser of its own has to
/// declare `required init()` too.
open class ValueTransformer: NSObject, SendableMetatype {
    /// A transformer that gives every value back unchanged, or nil.
    public required override init() {}

    /// The class of the transformed values.
    open class func transformedValueClass() -> AnyClass { NSData.self }

    /// Whether ``reverseTransformedValue(_:)`` undoes ``transformedValue(_:)``.
    open class func allowsReverseTransformation() -> Bool { true }

    /// The stored form of `value`.
    open func transformedValue(_ value: Any?) -> Any? { value }

    /// The value of a stored form.
    open func reverseTransformedValue(_ value: Any?) -> Any? { transformedValue(value) }

    /// Whether ``transformedValue(_:)`` takes the stored form and not the value.
    var readsData: Bool { false }
}

// MARK: - Registration

extension ValueTransformer: _TransformerByName {
    /// A transformer on its way through a lock: it is used from any thread, as on Apple's systems.
    private struct Held: @unchecked Sendable { let transformer: ValueTransformer? }

    private struct Registry {
        var byName: [String: Held] = [:]
        var byType: [ObjectIdentifier: Held] = [:]
    }

    private static let registry = Mutex(Registry())

    /// Makes `transformer` known under `name`, to the whole process; nil forgets the name.
    public class func setValueTransformer(_ transformer: ValueTransformer?, forName name: NSValueTransformerName) {
        let held = transformer.map { Held(transformer: $0) }
        registry.withLock { $0.byName[name.rawValue] = held }
    }

    /// The names that transformers are known under.
    public class func valueTransformerNames() -> [NSValueTransformerName] {
        registry.withLock { $0.byName.keys.sorted() }.map(NSValueTransformerName.init(rawValue:))
    }

    /// The transformer known under a name; nil where there is none.
    static func registered(as name: String) -> ValueTransformer? {
        if let held = registry.withLock({ $0.byName[name] }) { return held.transformer }
        guard name == NSValueTransformerName.secureUnarchiveFromDataTransformerName.rawValue else { return nil }
        return shared(NSSecureUnarchiveFromDataTransformer.self)
    }

    /// The one transformer of a class that `@Attribute` names.
    static func shared(_ type: ValueTransformer.Type) -> ValueTransformer {
        let key = ObjectIdentifier(type)
        let held = registry.withLock { registry in
            let held = registry.byType[key] ?? Held(transformer: type.init())
            registry.byType[key] = held
            return held
        }
        return held.transformer ?? type.init()
    }

    /// The name of a class that stands for its transformer.
    static func name(of type: ValueTransformer.Type) -> String { TypeNames.short(type) }

    /// Makes a class known under its own name, and gives that name.
    static func register(_ type: ValueTransformer.Type) -> String {
        let name = name(of: type)
        if registered(as: name) == nil { setValueTransformer(shared(type), forName: NSValueTransformerName(name)) }
        return name
    }
}

/// Lets an initialiser of ``ValueTransformer`` give back an object that exists already.
public protocol _TransformerByName {}

extension _TransformerByName {
    /// The transformer known under a name; nil where there is none of this class.
    public init?(forName name: NSValueTransformerName) {
        guard let known = ValueTransformer.registered(as: name.rawValue) as? Self else { return nil }
        self = known
    }
}

/// Turns archives into objects, of the classes that it allows: what Core Data uses where no other transformer is named.
///
/// Source: Apple's class of this name; a subclass names more classes.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer {
    /// The classes that an archive may begin with.
    open class var allowedTopLevelClasses: [AnyClass] {
        [
            NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self, NSData.self,
            NSURL.self, NSUUID.self, NSNull.self,
        ]
    }

    override var readsData: Bool { true }

    /// The object in an archive; nil where it is of another class.
    open override func transformedValue(_ value: Any?) -> Any? {
        guard let data = value as? Data else { return nil }
        return try? NSKeyedUnarchiver.unarchivedObject(ofClasses: Self.allowedTopLevelClasses, from: data)
    }

    /// The archive of an object; nil where it does not support secure coding.
    open override func reverseTransformedValue(_ value: Any?) -> Any? {
        guard let value else { return nil }
        let data = try? NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
        // Where Foundation is linked into the program, the archiver may make no bytes, and not say so.
        return data.flatMap { $0.isEmpty ? nil : $0 }
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

    /// The name of the transformer of archives, which is known from the start.
    public static let secureUnarchiveFromDataTransformerName = NSValueTransformerName("NSSecureUnarchiveFromData")
}
