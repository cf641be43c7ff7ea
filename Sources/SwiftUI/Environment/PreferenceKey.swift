/// A value that views tell those around them.
///
/// Source: Apple's `PreferenceKey`.
public protocol PreferenceKey {
    /// The type of the value.
    associatedtype Value
    /// The value where nobody tells one.
    static var defaultValue: Value { get }
    /// Takes the next value in.
    static func reduce(value: inout Value, nextValue: () -> Value)
}

extension PreferenceKey where Value: ExpressibleByNilLiteral {
    /// Nil.
    public static var defaultValue: Value { nil }
}

extension View {
    /// Changes what the views inside tell, before it meets what their neighbours tell.
    private func toldApart(_ change: @escaping @MainActor (inout Preferences) -> Void) -> some View {
        altered { context, content in
            guard !context.isProbing else { return context.render(content) }
            var output = context.collectAll { context.render(content) }
            change(&output.preferences)
            context.append(output)
        }
    }

    /// Tells a value to the views around.
    public func preference<K: PreferenceKey>(key: K.Type = K.self, value: K.Value) -> some View {
        toldApart { preferences in
            preferences.values[ObjectIdentifier(key)] = value
            preferences.reducers[ObjectIdentifier(key)] = { first, next in
                guard var all = first as? K.Value, let next = next as? K.Value else { return next }
                K.reduce(value: &all) { next }
                return all
            }
        }
    }

    /// Changes the value that the views inside tell.
    public func transformPreference<K: PreferenceKey>(
        _ key: K.Type = K.self,
        _ callback: @escaping (inout K.Value) -> Void
    ) -> some View {
        toldApart { preferences in
            var value = preferences.values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue
            callback(&value)
            preferences.values[ObjectIdentifier(key)] = value
        }
    }

    /// Runs an action when the value that the views inside tell changes.
    public func onPreferenceChange<K: PreferenceKey>(
        _ key: K.Type = K.self,
        perform action: @escaping (K.Value) -> Void
    ) -> some View where K.Value: Equatable {
        altered { context, content in
            guard !context.isProbing else { return context.render(content) }
            let output = context.collectAll { context.step("m") { context.render(content) } }
            context.append(output)
            let value = output.preferences.values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue
            let known = context.node.attachment(context.path) { Kept<K.Value?>(nil) }
            guard known.value != value else { return }
            known.value = value
            context.graph.after { action(value) }
        }
    }
}
