import SwiftData

// The macros of SwiftUI. Their expansions are written in the target SwiftUIMacros.

/// What a fetch of all objects gives, kept current.
///
/// Source: Apple's `@Query`.
@attached(accessor)
@attached(peer, names: prefixed(`_`))
public macro Query() = #externalMacro(module: "SwiftUIMacros", type: "QueryMacro")

/// What a description asks for, kept current.
///
/// Source: Apple's `@Query`.
@attached(accessor)
@attached(peer, names: prefixed(`_`))
public macro Query<Element: PersistentModel>(_ descriptor: FetchDescriptor<Element>, animation: Animation = .default) =
    #externalMacro(module: "SwiftUIMacros", type: "QueryMacro")

/// What a description asks for, kept current.
///
/// Source: Apple's `@Query`.
@attached(accessor)
@attached(peer, names: prefixed(`_`))
public macro Query<Element: PersistentModel>(_ descriptor: FetchDescriptor<Element>, transaction: Transaction) =
    #externalMacro(module: "SwiftUIMacros", type: "QueryMacro")

/// What a fetch of all objects gives, kept current.
///
/// Source: Apple's `@Query`.
@attached(accessor)
@attached(peer, names: prefixed(`_`))
public macro Query(animation: Animation) = #externalMacro(module: "SwiftUIMacros", type: "QueryMacro")

/// What a fetch of all objects gives, kept current.
///
/// Source: Apple's `@Query`.
@attached(accessor)
@attached(peer, names: prefixed(`_`))
public macro Query(transaction: Transaction) = #externalMacro(module: "SwiftUIMacros", type: "QueryMacro")

/// The objects that match, in order, kept current.
///
/// Source: Apple's `@Query`.
@attached(accessor)
@attached(peer, names: prefixed(`_`))
public macro Query<Element: PersistentModel>(
    filter: Predicate<Element>? = nil,
    sort descriptors: [SortDescriptor<Element>] = [],
    animation: Animation = .default
) = #externalMacro(module: "SwiftUIMacros", type: "QueryMacro")

/// The objects that match, in order, kept current.
///
/// Source: Apple's `@Query`.
@attached(accessor)
@attached(peer, names: prefixed(`_`))
public macro Query<Element: PersistentModel>(
    filter: Predicate<Element>? = nil,
    sort descriptors: [SortDescriptor<Element>] = [],
    transaction: Transaction
) = #externalMacro(module: "SwiftUIMacros", type: "QueryMacro")

/// The objects that match, in the order of a property, kept current.
///
/// Source: Apple's `@Query`.
@attached(accessor)
@attached(peer, names: prefixed(`_`))
public macro Query<Value: Comparable, Element: PersistentModel>(
    filter: Predicate<Element>? = nil,
    sort keyPath: KeyPath<Element, Value> & Sendable,
    order: SortOrder = .forward,
    animation: Animation = .default
) = #externalMacro(module: "SwiftUIMacros", type: "QueryMacro")

/// The objects that match, in the order of a property, kept current.
///
/// Source: Apple's `@Query`.
@attached(accessor)
@attached(peer, names: prefixed(`_`))
public macro Query<Value: Comparable, Element: PersistentModel>(
    filter: Predicate<Element>? = nil,
    sort keyPath: KeyPath<Element, Value?> & Sendable,
    order: SortOrder = .forward,
    animation: Animation = .default
) = #externalMacro(module: "SwiftUIMacros", type: "QueryMacro")

/// The objects that match, in the order of a property, kept current.
///
/// Source: Apple's `@Query`.
@attached(accessor)
@attached(peer, names: prefixed(`_`))
public macro Query<Value: Comparable, Element: PersistentModel>(
    filter: Predicate<Element>? = nil,
    sort keyPath: KeyPath<Element, Value> & Sendable,
    order: SortOrder = .forward,
    transaction: Transaction
) = #externalMacro(module: "SwiftUIMacros", type: "QueryMacro")

/// The objects that match, in the order of a property, kept current.
///
/// Source: Apple's `@Query`.
@attached(accessor)
@attached(peer, names: prefixed(`_`))
public macro Query<Value: Comparable, Element: PersistentModel>(
    filter: Predicate<Element>? = nil,
    sort keyPath: KeyPath<Element, Value?> & Sendable,
    order: SortOrder = .forward,
    transaction: Transaction
) = #externalMacro(module: "SwiftUIMacros", type: "QueryMacro")

/// A preview; nothing shows it here.
///
/// Source: Apple's `#Preview`.
@freestanding(declaration)
public macro Preview(_ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View) =
    #externalMacro(module: "SwiftUIMacros", type: "PreviewMacro")

/// A preview with traits; nothing shows it here.
///
/// Source: Apple's `#Preview`.
@freestanding(declaration)
public macro Preview(
    _ name: String? = nil,
    traits: PreviewTrait<Preview.ViewTraits>,
    _ additionalTraits: PreviewTrait<Preview.ViewTraits>...,
    @ViewBuilder body: @escaping @MainActor () -> any View
) = #externalMacro(module: "SwiftUIMacros", type: "PreviewMacro")

/// Marks a variable inside of a preview.
///
/// Source: Apple's `@Previewable`.
@attached(peer)
public macro Previewable() = #externalMacro(module: "SwiftUIMacros", type: "PreviewableMacro")

/// A value of the environment, and the key behind it.
///
/// Source: Apple's `@Entry`.
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro Entry() = #externalMacro(module: "SwiftUIMacros", type: "EntryMacro")

/// What previews are made of.
///
/// Source: Apple's `Preview`.
public struct Preview {
    /// What traits of views are.
    ///
    /// Source: Apple's `Preview.ViewTraits`.
    public struct ViewTraits: Sendable {}
}

/// How a preview is shown.
///
/// Source: Apple's `PreviewTrait`. Without effect.
public struct PreviewTrait<T>: Sendable {
    /// As large as the content.
    public static var sizeThatFitsLayout: PreviewTrait<T> { PreviewTrait() }
    /// As on a device.
    public static var defaultLayout: PreviewTrait<T> { PreviewTrait() }
    /// Wide.
    public static var landscapeLeft: PreviewTrait<T> { PreviewTrait() }
    /// Wide.
    public static var landscapeRight: PreviewTrait<T> { PreviewTrait() }
    /// High.
    public static var portrait: PreviewTrait<T> { PreviewTrait() }
    /// In a size in points.
    public static func fixedLayout(width: CGFloat, height: CGFloat) -> PreviewTrait<T> { PreviewTrait() }
    /// With a modifier.
    public static func modifier<M: PreviewModifier>(_ modifier: M) -> PreviewTrait<T> { PreviewTrait() }
}

/// Prepares previews.
///
/// Source: Apple's `PreviewModifier`. Without effect.
@MainActor @preconcurrency
public protocol PreviewModifier {
    /// What several previews share; nothing where that is left out.
    associatedtype Context = Void
    /// Makes what the previews share.
    static func makeSharedContext() async throws -> Self.Context
    /// The type of the body.
    associatedtype Body: View
    /// A preview.
    typealias Content = PreviewModifierContent
    /// The preview with what it needs.
    @ViewBuilder func body(content: Self.Content, context: Self.Context) -> Self.Body
}

extension PreviewModifier where Context == Void {
    /// Nothing is shared.
    public static func makeSharedContext() async throws {}
}

/// A preview that a modifier changes.
///
/// Source: Apple's `PreviewModifierContent`. Nothing shows it here.
public struct PreviewModifierContent: View, Primitive, Transparent {
    let view: AnyView

    public func _render(_ context: _RenderContext) { context.render(view) }
}

/// The older kind of previews.
///
/// Source: Apple's `PreviewProvider`. Nothing shows them here.
@MainActor @preconcurrency
public protocol PreviewProvider {
    /// The type of the previews.
    associatedtype Previews: View
    /// The previews.
    @ViewBuilder @MainActor @preconcurrency static var previews: Self.Previews { get }
}

extension View {
    /// How a preview is called; nothing shows it here.
    public func previewDisplayName(_ value: String?) -> some View { unaltered() }
    /// How a preview is arranged; nothing shows it here.
    public func previewLayout(_ value: PreviewLayout) -> some View { unaltered() }
}

/// How a preview is arranged.
///
/// Source: Apple's `PreviewLayout`. Without effect.
public enum PreviewLayout: Sendable {
    /// As on a device.
    case device
    /// As large as the content.
    case sizeThatFits
    /// In a size in points.
    case fixed(width: CGFloat, height: CGFloat)
}
