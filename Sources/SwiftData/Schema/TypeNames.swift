/// Names of types, as `String(describing:)` gives them.
///
/// That initialiser asks each type first whether it describes itself, which costs three searches through every
/// conformance of the process: too much for each property at every start.
enum TypeNames {
    private static let optional = "Optional<"

    /// Without the module and what the type is nested in.
    static func short(_ type: Any.Type) -> String {
        _typeName(type, qualified: false)
    }

    /// The name without its optional.
    static func bare(_ name: String) -> Substring {
        isOptional(name) ? name.dropFirst(optional.count).dropLast() : Substring(name)
    }

    /// Whether a type of this name may be an optional; where it is false, it is none.
    static func isOptional(_ name: String) -> Bool { name.hasPrefix(optional) }
}
