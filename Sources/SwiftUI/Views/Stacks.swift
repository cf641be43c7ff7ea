import Foundation
import WebHost

/// Where views stand beside each other across.
///
/// Source: Apple's `HorizontalAlignment`.
public struct HorizontalAlignment: Hashable, Sendable {
    let css: String
    /// At the leading side.
    public static let leading = HorizontalAlignment(css: "start")
    /// In the middle.
    public static let center = HorizontalAlignment(css: "center")
    /// At the trailing side.
    public static let trailing = HorizontalAlignment(css: "end")
    /// At the leading side.
    public static let listRowSeparatorLeading = leading
    /// At the trailing side.
    public static let listRowSeparatorTrailing = trailing
}

/// Where views stand beside each other from top to bottom.
///
/// Source: Apple's `VerticalAlignment`.
public struct VerticalAlignment: Hashable, Sendable {
    let css: String
    /// At the top.
    public static let top = VerticalAlignment(css: "start")
    /// In the middle.
    public static let center = VerticalAlignment(css: "center")
    /// At the bottom.
    public static let bottom = VerticalAlignment(css: "end")
    /// On the first line of text.
    public static let firstTextBaseline = VerticalAlignment(css: "baseline")
    /// On the last line of text.
    public static let lastTextBaseline = VerticalAlignment(css: "baseline")
}

/// Where a view stands in a larger place.
///
/// Source: Apple's `Alignment`.
public struct Alignment: Hashable, Sendable {
    /// Across.
    public var horizontal: HorizontalAlignment
    /// From top to bottom.
    public var vertical: VerticalAlignment
    /// A place.
    public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
        self.horizontal = horizontal
        self.vertical = vertical
    }
    /// The middle.
    public static let center = Alignment(horizontal: .center, vertical: .center)
    /// The leading side.
    public static let leading = Alignment(horizontal: .leading, vertical: .center)
    /// The trailing side.
    public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
    /// The top.
    public static let top = Alignment(horizontal: .center, vertical: .top)
    /// The bottom.
    public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
    /// A corner.
    public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
    /// A corner.
    public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
    /// A corner.
    public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
    /// A corner.
    public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
    /// The first line of text, in the middle.
    public static let centerFirstTextBaseline = Alignment(horizontal: .center, vertical: .firstTextBaseline)
    /// The first line of text, at the leading side.
    public static let leadingFirstTextBaseline = Alignment(horizontal: .leading, vertical: .firstTextBaseline)

    /// The host's class; nil for the middle.
    var className: String? {
        let vertical = vertical.css == "start" ? "t" : vertical.css == "end" ? "b" : ""
        let horizontal = horizontal.css == "start" ? "l" : horizontal.css == "end" ? "r" : ""
        let both = vertical + horizontal
        return both.isEmpty ? nil : "z-\(both)"
    }
}

extension _RenderContext {
    /// Elements of views inside of a container of their own.
    func emitStack<Content: View>(
        _ content: Content,
        _ classes: [String],
        gap: CGFloat?,
        change: (inout EnvironmentValues) -> Void
    ) {
        let id = id()
        var children: [Fragment] = []
        withEnvironment(change) { children = collected(content, "0") }
        var fragment = Fragment(Node(id: id, element: .div, content: .children(children.nodes)), classes: classes)
        if let gap { fragment.styles["gap"] = rem(gap) }
        // A stack takes the room that something inside of it asks for.
        if children.contains(where: { $0.marks.isSpacer || $0.classes.contains("grow") }) {
            fragment.classes.append("grow")
        }
        emit(fragment)
    }

    func emitArea(_ paint: _Paint) {
        var node = Node(id: id(), element: .div)
        node.attributes[.ariaHidden] = "true"
        var fragment = Fragment(node, classes: ["grow", "grow-y"])
        fragment.styles["background"] = paint.background
        emit(fragment)
    }
}

/// Views one below the other.
///
/// Source: Apple's `VStack`.
public struct VStack<Content: View>: View, Primitive {
    private let alignment: HorizontalAlignment
    private let spacing: CGFloat?
    private let content: Content

    /// Views one below the other; spacing in points.
    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content)
    {
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }

    public func _render(_ context: _RenderContext) {
        context.emitStack(content, ["vstack", "a-\(alignment.css)"], gap: spacing) { $0.enterStack(.vertical) }
    }
}

/// Views beside each other.
///
/// Source: Apple's `HStack`.
public struct HStack<Content: View>: View, Primitive {
    private let alignment: VerticalAlignment
    private let spacing: CGFloat?
    private let content: Content

    /// Views beside each other; spacing in points.
    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }

    public func _render(_ context: _RenderContext) {
        context.emitStack(content, ["hstack", "a-\(alignment.css)"], gap: spacing) { $0.enterStack(.horizontal) }
    }
}

/// What stays in view while the rest scrolls.
///
/// Source: Apple's `PinnedScrollableViews`. Without effect.
public struct PinnedScrollableViews: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// The bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Titles of sections.
    public static let sectionHeaders = PinnedScrollableViews(rawValue: 1)
    /// Words below sections.
    public static let sectionFooters = PinnedScrollableViews(rawValue: 2)
}

/// Views one below the other, of which the first hundred are drawn and more when they are asked for.
///
/// Source: Apple's `LazyVStack`.
public struct LazyVStack<Content: View>: View, Primitive {
    private let alignment: HorizontalAlignment
    private let spacing: CGFloat?
    private let content: Content

    /// Views one below the other; spacing in points.
    public init(
        alignment: HorizontalAlignment = .center,
        spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = [],
        @ViewBuilder content: () -> Content
    ) {
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }

    public func _render(_ context: _RenderContext) {
        context.emitStack(content, ["vstack", "a-\(alignment.css)"], gap: spacing) {
            $0.enterStack(.vertical)
            $0.windowsRows = true
            $0.isDrawnAhead = true
        }
    }
}

/// Views beside each other, of which the first hundred are drawn and more when they are asked for.
///
/// Source: Apple's `LazyHStack`.
public struct LazyHStack<Content: View>: View, Primitive {
    private let alignment: VerticalAlignment
    private let spacing: CGFloat?
    private let content: Content

    /// Views beside each other; spacing in points.
    public init(
        alignment: VerticalAlignment = .center,
        spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = [],
        @ViewBuilder content: () -> Content
    ) {
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }

    public func _render(_ context: _RenderContext) {
        context.emitStack(content, ["hstack", "a-\(alignment.css)"], gap: spacing) {
            $0.enterStack(.horizontal)
            $0.windowsRows = true
            $0.isDrawnAhead = true
        }
    }
}

/// Views one upon the other.
///
/// Source: Apple's `ZStack`.
public struct ZStack<Content: View>: View, Primitive {
    private let alignment: Alignment
    private let content: Content

    /// Views one upon the other.
    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
        self.alignment = alignment
        self.content = content()
    }

    public func _render(_ context: _RenderContext) {
        let place = alignment.className.map { [$0] } ?? []
        context.emitStack(content, ["zstack"] + place, gap: nil) { $0.enterStack(nil) }
    }
}

/// Takes the room that is left.
///
/// Source: Apple's `Spacer`.
public struct Spacer: View, Primitive {
    /// The least length, in points.
    public var minLength: CGFloat?
    /// Takes the room that is left.
    public init(minLength: CGFloat? = nil) { self.minLength = minLength }

    public func _render(_ context: _RenderContext) {
        var node = Node(id: context.id(), element: .div)
        node.attributes[.ariaHidden] = "true"
        var fragment = Fragment(node, classes: ["spacer"])
        if let minLength { fragment.styles["flex-basis"] = rem(minLength) }
        fragment.marks.isSpacer = true
        context.emit(fragment)
    }
}

/// A line between views.
///
/// Source: Apple's `Divider`.
public struct Divider: View, Primitive {
    /// A line between views.
    public init() {}

    public func _render(_ context: _RenderContext) {
        var fragment = Fragment(Node(id: context.id(), element: .hr), classes: ["divider"])
        fragment.marks.isDivider = true
        context.emit(fragment)
    }
}
