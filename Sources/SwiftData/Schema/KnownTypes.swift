import Foundation

/// The types that a decoded schema can name without the program that declared them.
enum KnownTypes {
    /// The type of that name; `Any` where it is none of Foundation's or the standard library's.
    static func type(named name: String, isOptional: Bool) -> any Any.Type {
        guard let scalar = scalars[name] else { return Any.self }
        return isOptional ? optional(of: scalar) : scalar
    }

    private static let scalars: [String: any (Codable & SendableMetatype).Type] = [
        "Bool": Bool.self, "Int": Int.self, "Int8": Int8.self, "Int16": Int16.self, "Int32": Int32.self,
        "Int64": Int64.self, "UInt": UInt.self, "UInt8": UInt8.self, "UInt16": UInt16.self, "UInt32": UInt32.self,
        "UInt64": UInt64.self, "Float": Float.self, "Double": Double.self, "String": String.self, "Date": Date.self,
        "Data": Data.self, "UUID": UUID.self, "URL": URL.self, "Decimal": Decimal.self,
    ]

    private static func optional<T>(of type: T.Type) -> any Any.Type { Optional<T>.self }
}
