/// Looks for instances of classes within a value: who changes one in place changes every copy of the value.
enum ReferenceSearch {
    static func holdsReferences(_ value: Any) -> Bool {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .class: return true
        case .struct where isOfALibrary(type(of: value)): return false
        default: return mirror.children.contains { holdsReferences($0.value) }
        }
    }

    /// Whether a struct is the standard library's or Foundation's: those with a class inside copy it before they change it.
    private static func isOfALibrary(_ type: Any.Type) -> Bool {
        let module = String(reflecting: type).prefix { $0 != "." }
        return module == "Swift" || module.hasPrefix("Foundation")
    }
}
