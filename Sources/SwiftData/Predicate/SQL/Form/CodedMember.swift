import Foundation

/// Under which key a stored property of a `Codable` structure stands in JSON.
enum CodedMember {
    /// The key; nil where it cannot be made sure that the key is the property's name.
    static func name(of keyPath: AnyKeyPath) -> String? {
        nil
    }
}
