/// How a Swift value stands in its column.
struct Adapter<Value> {
    let stored: (Value) -> StoredValue
    /// Nil where the column has what this type has no value for.
    let value: (StoredValue) -> Value?

    /// The same for a property that may be nil.
    var optional: Adapter<Value?> {
        Adapter<Value?>(
            stored: { $0.map(stored) ?? .null },
            value: { $0 == .null ? .some(nil) : value($0).map { .some($0) } }
        )
    }

    static func integer(_ stored: @escaping (Value) -> Int64, _ value: @escaping (Int64) -> Value?) -> Adapter {
        Adapter(
            stored: { .integer(stored($0)) },
            value: { if case .integer(let number) = $0 { value(number) } else { nil } }
        )
    }

    static func real(_ stored: @escaping (Value) -> Double, _ value: @escaping (Double) -> Value?) -> Adapter {
        Adapter(
            stored: { .real(stored($0)) },
            value: {
                switch $0 {
                case .real(let number): value(number)
                // A number of an integer column that became one of reals.
                case .integer(let number): value(Double(number))
                default: nil
                }
            }
        )
    }

    static func text(_ stored: @escaping (Value) -> String, _ value: @escaping (String) -> Value?) -> Adapter {
        Adapter(
            stored: { .text(stored($0)) },
            value: { if case .text(let text) = $0 { value(text) } else { nil } }
        )
    }
}
