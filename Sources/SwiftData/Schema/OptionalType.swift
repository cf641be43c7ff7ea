/// Lets an optional type be recognised, and its wrapped type be had, from an `Any.Type`.
protocol OptionalType {
    static var wrappedType: Any.Type { get }
}

extension Optional: OptionalType {
    static var wrappedType: Any.Type { Wrapped.self }
}
