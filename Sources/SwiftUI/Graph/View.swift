/// A part of the interface: described by a body of other views.
///
/// Source: Apple's `View`.
@MainActor @preconcurrency
public protocol View {
    /// The type of the body.
    associatedtype Body: View
    /// What the view consists of.
    ///
    /// It is evaluated again only when something that it read has changed.
    @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
    /// Draws the view into a picture. Not for use outside of the framework.
    @MainActor func _render(_ context: _RenderContext)
}

extension View {
    public func _render(_ context: _RenderContext) { context.component(self) }
}

/// A view that the framework draws itself.
protocol Primitive: View where Body == Never {}

extension View where Body == Never {
    /// Views that the framework draws have no body; nobody asks for it.
    public var body: Never {
        preconditionFailure("\(Self.self) has no body.")
    }
}

extension Never: View {
    /// Nobody asks for it, since there is no such view.
    public var body: Never {
        self
    }
    public func _render(_ context: _RenderContext) {}
}

/// A primitive that only passes on what is inside, so that the marks of its content may be looked at without drawing it.
protocol Transparent: Primitive {}

/// Nothing.
///
/// Source: Apple's `EmptyView`.
public struct EmptyView: Sendable {
    /// Nothing.
    public init() {}
}

extension EmptyView: View, Primitive, Transparent {
    public func _render(_ context: _RenderContext) {}
}

extension Optional: View where Wrapped: View {
    /// It is drawn as what is inside of it.
    public typealias Body = Never
    public func _render(_ context: _RenderContext) {
        if let self { context.step("s") { context.render(self) } }
    }
}

extension Optional: Primitive, Transparent where Wrapped: View {}

/// One of two views, as an `if` or `switch` in a view builder gives.
///
/// Source: Apple's `_ConditionalContent`.
public struct _ConditionalContent<TrueContent, FalseContent> {
    enum Storage {
        case first(TrueContent)
        case second(FalseContent)
    }
    let storage: Storage
}

extension _ConditionalContent: View, Primitive, Transparent where TrueContent: View, FalseContent: View {
    public func _render(_ context: _RenderContext) {
        switch storage {
        case .first(let view): context.step("t") { context.render(view) }
        case .second(let view): context.step("f") { context.render(view) }
        }
    }
}

/// Several views beside each other.
///
/// Source: Apple's `TupleView`.
public struct TupleView<T> {
    /// The views.
    public var value: T
    fileprivate let renderAll: @MainActor (_RenderContext) -> Void

    /// Views of a tuple.
    public init(_ value: T) {
        self.value = value
        nonisolated(unsafe) let all = value
        renderAll = { context in
            for (index, child) in Mirror(reflecting: all).children.enumerated() {
                if let view = child.value as? any View { context.step(index) { context.renderAny(view) } }
            }
        }
    }

    init(_ value: T, renderAll: @escaping @MainActor (_RenderContext) -> Void) {
        self.value = value
        self.renderAll = renderAll
    }
}

extension TupleView: View, Primitive, Transparent {
    public func _render(_ context: _RenderContext) { renderAll(context) }
}

/// The views of a tuple, which are drawn on the main actor, where they were made.
private struct TupleDrawing<each Content: View>: @unchecked Sendable {
    let views: (repeat each Content)

    @MainActor func render(_ context: _RenderContext) {
        var index = 0
        for view in repeat each views {
            context.step(index) { context.render(view) }
            index += 1
        }
    }
}

/// Makes one view of several statements.
///
/// Source: Apple's `ViewBuilder`.
@resultBuilder
public struct ViewBuilder {
    /// A statement.
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    /// Nothing.
    public static func buildBlock() -> EmptyView { EmptyView() }
    /// One statement.
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    /// Several statements.
    @_disfavoredOverload
    public static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> {
        let drawing = TupleDrawing(views: (repeat each content))
        return TupleView((repeat each content)) { drawing.render($0) }
    }
    /// `if` without `else`.
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    /// The first branch.
    public static func buildEither<TrueContent: View, FalseContent: View>(
        first: TrueContent
    ) -> _ConditionalContent<TrueContent, FalseContent> {
        _ConditionalContent(storage: .first(first))
    }
    /// The other branch.
    public static func buildEither<TrueContent: View, FalseContent: View>(
        second: FalseContent
    ) -> _ConditionalContent<TrueContent, FalseContent> {
        _ConditionalContent(storage: .second(second))
    }
    /// `if #available`.
    public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { AnyView(content) }
}

/// A view of any type.
///
/// Another type inside is another view: its state begins anew. Source: Apple's `AnyView`.
public struct AnyView {
    fileprivate let view: any View

    /// A view without its type.
    public init<V: View>(_ view: V) { self.view = (view as? AnyView)?.view ?? view }
    /// A view without its type.
    public init<V: View>(erasing view: V) { self.init(view) }
}

extension AnyView: View, Primitive, Transparent {
    public func _render(_ context: _RenderContext) {
        context.step("a" + context.graph.number(of: type(of: view))) { context.renderAny(view) }
    }
}

/// Views that are treated as one.
///
/// Source: Apple's `Group`.
public struct Group<Content> {
    let content: Content

    init(_ content: Content) { self.content = content }
}

extension Group: View, Primitive, Transparent where Content: View {
    /// Views that are treated as one.
    public init(@ViewBuilder content: () -> Content) { self.init(content()) }
    public func _render(_ context: _RenderContext) { context.render(content) }
}

extension View {
    /// The view without its type, for lists of different views inside of the framework.
    var erased: AnyView { AnyView(self) }
}
