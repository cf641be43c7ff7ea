/// Keeps a large and mostly absent value out of line, so that the struct around it stays small.
@propertyWrapper
public struct Indirect<Value: Hashable & Sendable>: Hashable, Sendable {
    private indirect enum Storage: Hashable, Sendable {
        case absent
        case present(Value)
    }

    private var storage = Storage.absent

    /// A value, kept out of line.
    public init(wrappedValue: Value?) {
        self.wrappedValue = wrappedValue
    }

    /// The value.
    public var wrappedValue: Value? {
        get { if case .present(let value) = storage { value } else { nil } }
        set { storage = newValue.map(Storage.present) ?? .absent }
    }
}
