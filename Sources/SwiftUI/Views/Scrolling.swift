import Foundation
import WebHost

/// What may be larger than its place.
///
/// Source: Apple's `ScrollView`.
public struct ScrollView<Content: View>: View, Primitive {
    /// The content.
    public var content: Content
    /// The ways in which it scrolls.
    public var axes: Axis.Set
    /// Whether the place is shown; the browser decides.
    public var showsIndicators: Bool

    /// What may be larger than its place.
    public init(_ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content) {
        self.axes = axes
        self.showsIndicators = showsIndicators
        self.content = content()
    }

    public func _render(_ context: _RenderContext) {
        let id = context.id()
        var inside: [Fragment] = []
        context.withEnvironment {
            $0.enterStack(axes == .horizontal ? .horizontal : .vertical)
        } _: {
            inside = context.collected(content, "0")
        }
        var node = Node(id: id, element: .div, content: .children(inside.nodes))
        var classes = ["scroll"]
        if axes == .horizontal { classes.append("x") }
        if axes == [.horizontal, .vertical] { classes.append("xy") }
        // What scrolls and holds nothing to focus must itself be reachable by keys.
        if axes.contains(.horizontal), !inside.nodes.contains(where: \.holdsControl) {
            node.attributes[.tabindex] = "0"
        }
        context.emit(Fragment(node, classes: classes))
    }
}

/// Lets the app scroll to a view.
///
/// Source: Apple's `ScrollViewReader`.
public struct ScrollViewReader<Content: View>: View, Primitive {
    private let content: (ScrollViewProxy) -> Content
    /// Lets the app scroll to a view.
    public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) { self.content = content }
    public func _render(_ context: _RenderContext) {
        let proxy = ScrollViewProxy(graph: context.graph)
        let view = content(proxy)
        context.step("0") { context.render(view) }
    }
}

/// Scrolls to views by their `id`.
///
/// Source: Apple's `ScrollViewProxy`.
public struct ScrollViewProxy {
    weak var graph: ViewGraph?
    /// Shows the view with this `id`, or the row of that element: the page moves there.
    @MainActor public func scrollTo<ID: Hashable>(_ id: ID, anchor: UnitPoint? = nil) {
        graph?.scroll(to: AnyHashable(id))
    }
}

/// Where the first item of a scroll view stands.
///
/// Source: Apple's `ScrollIndicatorVisibility`. Without effect.
public struct ScrollIndicatorVisibility: Hashable, Sendable {
    /// As usual.
    public static let automatic = ScrollIndicatorVisibility()
    /// Shown.
    public static let visible = ScrollIndicatorVisibility()
    /// Not shown.
    public static let hidden = ScrollIndicatorVisibility()
    /// Never.
    public static let never = ScrollIndicatorVisibility()
}

/// How far scrolling bounces.
///
/// Source: Apple's `ScrollBounceBehavior`. Without effect.
public struct ScrollBounceBehavior: Hashable, Sendable {
    /// As usual.
    public static let automatic = ScrollBounceBehavior()
    /// Always.
    public static let always = ScrollBounceBehavior()
    /// Where it is needed.
    public static let basedOnSize = ScrollBounceBehavior()
}

/// Where scrolling stops.
///
/// Source: Apple's `ScrollTargetBehavior`. Without effect.
public protocol ScrollTargetBehavior {}
/// At views.
///
/// Source: Apple's `ViewAlignedScrollTargetBehavior`.
public struct ViewAlignedScrollTargetBehavior: ScrollTargetBehavior {
    /// At views.
    public init() {}
}
/// At pages.
///
/// Source: Apple's `PagingScrollTargetBehavior`.
public struct PagingScrollTargetBehavior: ScrollTargetBehavior {
    /// At pages.
    public init() {}
}
extension ScrollTargetBehavior where Self == ViewAlignedScrollTargetBehavior {
    /// At views.
    public static var viewAligned: ViewAlignedScrollTargetBehavior { ViewAlignedScrollTargetBehavior() }
}
extension ScrollTargetBehavior where Self == PagingScrollTargetBehavior {
    /// At pages.
    public static var paging: PagingScrollTargetBehavior { PagingScrollTargetBehavior() }
}

extension View {
    /// Whether the place is shown; the browser decides.
    public func scrollIndicators(
        _ visibility: ScrollIndicatorVisibility,
        axes: Axis.Set = [.vertical, .horizontal]
    ) -> some View { unaltered() }
    /// Whether what scrolls has a background; the page decides.
    public func scrollContentBackground(_ visibility: Visibility) -> some View { unaltered() }
    /// Whether it can be scrolled; what does not fit can always be reached.
    public func scrollDisabled(_ disabled: Bool) -> some View { unaltered() }
    /// Whether what scrolls is cut at its edges; it is.
    public func scrollClipDisabled(_ disabled: Bool = true) -> some View { unaltered() }
    /// How far scrolling bounces; the browser decides.
    public func scrollBounceBehavior(_ behavior: ScrollBounceBehavior, axes: Axis.Set = [.vertical]) -> some View {
        unaltered()
    }
    /// Where scrolling stops; anywhere.
    public func scrollTargetBehavior<B: ScrollTargetBehavior>(_ behavior: B) -> some View { unaltered() }
    /// Whether scrolling stops at the views inside; anywhere.
    public func scrollTargetLayout(isEnabled: Bool = true) -> some View { unaltered() }
    /// Shows the view with this `id` whenever the app sets it.
    ///
    /// Difference: what the reader scrolls to is not written back, since a page does not tell it.
    public func scrollPosition<ID: Hashable>(id: Binding<ID?>, anchor: UnitPoint? = nil) -> some View {
        attached { _ in
            Kept<AnyHashable?>(nil)
        } _: { context, last in
            let wanted = context.read { id.wrappedValue }.map { AnyHashable($0) }
            defer { last.value = wanted }
            guard let wanted, wanted != last.value else { return }
            let graph = context.graph
            graph.after { [weak graph] in graph?.scroll(to: wanted) }
        }
    }
    /// Where scrolling begins; at the beginning.
    public func defaultScrollAnchor(_ anchor: UnitPoint?) -> some View { unaltered() }
}
