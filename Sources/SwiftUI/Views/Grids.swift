import Foundation
import WebHost

/// A column or row of a lazy grid.
///
/// Source: Apple's `GridItem`.
public struct GridItem: Sendable {
    /// How wide it is.
    ///
    /// Source: Apple's `GridItem.Size`.
    public enum Size: Sendable {
        /// In points.
        case fixed(CGFloat)
        /// A share of what is left, between bounds in points.
        case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
        /// As many as fit, between bounds in points.
        case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
    }
    /// How wide it is.
    public var size: Size
    /// The room after it, in points.
    public var spacing: CGFloat?
    /// Where views stand in it.
    public var alignment: Alignment?
    /// A column or row.
    public init(_ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {
        self.size = size
        self.spacing = spacing
        self.alignment = alignment
    }

    fileprivate var track: String {
        switch size {
        case .fixed(let width): rem(width)
        case .flexible(let least, let most): "minmax(\(rem(least)),\(most.isInfinite ? "1fr" : rem(most)))"
        case .adaptive(let least, let most):
            "repeat(auto-fill,minmax(min(100%,\(rem(least))),\(most.isInfinite ? "1fr" : rem(most))))"
        }
    }
}

extension _RenderContext {
    fileprivate func emitGrid<C: View>(_ content: C, _ styles: [(String, String)], gap: CGFloat?) {
        let id = id()
        var children: [Fragment] = []
        withEnvironment { values in
            values.enterStack(.vertical)
            values.windowsRows = true
            values.isDrawnAhead = true
        } _: {
            children = collected(content, "0")
        }
        var fragment = Fragment(
            Node(id: id, element: .div, content: .children(children.nodes)),
            classes: ["grid", "grow"]
        )
        for (name, value) in styles { fragment.styles[name] = value }
        if let gap { fragment.styles["gap"] = rem(gap) }
        emit(fragment)
    }
}

/// Views in columns, of which the first hundred are drawn and more when they are asked for.
///
/// Source: Apple's `LazyVGrid`.
public struct LazyVGrid<Content: View>: View, Primitive {
    private let columns: [GridItem]
    private let spacing: CGFloat?
    private let content: Content
    /// Views in columns.
    public init(
        columns: [GridItem],
        alignment: HorizontalAlignment = .center,
        spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = [],
        @ViewBuilder content: () -> Content
    ) {
        self.columns = columns
        self.spacing = spacing
        self.content = content()
    }
    public func _render(_ context: _RenderContext) {
        let tracks = columns.map(\.track).joined(separator: " ")
        context.emitGrid(content, [("grid-template-columns", tracks)], gap: spacing ?? columns.first?.spacing)
    }
}

/// Views in rows, of which the first hundred are drawn and more when they are asked for.
///
/// Source: Apple's `LazyHGrid`.
public struct LazyHGrid<Content: View>: View, Primitive {
    private let rows: [GridItem]
    private let spacing: CGFloat?
    private let content: Content
    /// Views in rows.
    public init(
        rows: [GridItem],
        alignment: VerticalAlignment = .center,
        spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = [],
        @ViewBuilder content: () -> Content
    ) {
        self.rows = rows
        self.spacing = spacing
        self.content = content()
    }
    public func _render(_ context: _RenderContext) {
        let tracks = rows.map(\.track).joined(separator: " ")
        context.emitGrid(
            content,
            [("grid-template-rows", tracks), ("grid-auto-flow", "column")],
            gap: spacing ?? rows.first?.spacing
        )
    }
}

/// Rows whose cells stand below each other.
///
/// Source: Apple's `Grid`.
public struct Grid<Content: View>: View, Primitive {
    private let alignment: Alignment
    private let horizontal: CGFloat?
    private let vertical: CGFloat?
    private let content: Content
    /// Rows whose cells stand below each other.
    public init(
        alignment: Alignment = .center,
        horizontalSpacing: CGFloat? = nil,
        verticalSpacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.alignment = alignment
        horizontal = horizontalSpacing
        vertical = verticalSpacing
        self.content = content()
    }

    public func _render(_ context: _RenderContext) {
        let id = context.id()
        var rows: [Fragment] = []
        context.withEnvironment {
            $0.enterStack(.vertical)
        } _: {
            rows = context.collected(content, "0")
        }
        let columns = rows.map { ($0.marks.cells ?? []).reduce(0) { $0 + $1.marks.columnSpan } }.max() ?? 1
        let cells = rows.flatMap { row -> [Node] in
            guard let cells = row.marks.cells else {
                var whole = row
                whole.styles["grid-column"] = "1 / -1"
                return [whole.finished()]
            }
            return cells.enumerated().map { place, cell in
                var cell = cell
                let span = cell.marks.columnSpan
                let start = place == 0 ? "1 / " : ""
                if span > 1 || place == 0 { cell.styles["grid-column"] = "\(start)span \(span)" }
                return cell.finished()
            }
        }
        var fragment = Fragment(Node(id: id, element: .div, content: .children(cells)), classes: ["grid"])
        fragment.styles["grid-template-columns"] = "repeat(\(max(1, columns)),auto)"
        fragment.styles["justify-items"] = alignment.horizontal.css
        fragment.styles["align-items"] = alignment.vertical.css
        fragment.styles["gap"] = "\(rem(vertical ?? 8)) \(rem(horizontal ?? 8))"
        context.emit(fragment)
    }
}

/// A row of a grid.
///
/// Source: Apple's `GridRow`.
public struct GridRow<Content: View>: View, Primitive {
    private let content: Content
    /// A row of a grid.
    public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) { self.content = content() }
    public func _render(_ context: _RenderContext) {
        let cells = context.collected(content, "0")
        var fragment = Fragment(
            Node(id: context.id(), element: .div, content: .children(cells.nodes)),
            classes: ["hstack"]
        )
        fragment.marks.cells = cells
        context.emit(fragment)
    }
}

extension View {
    /// Over how many columns of a grid the view goes.
    public func gridCellColumns(_ count: Int) -> some View { alterMarks { $0.columnSpan = max(1, count) } }
    /// Where views stand in a column of a grid; as the grid says.
    public func gridColumnAlignment(_ guide: HorizontalAlignment) -> some View {
        alterFragments { $1.styles["justify-self"] = guide.css }
    }
    /// Where the view stands in its cell.
    public func gridCellAnchor(_ anchor: UnitPoint) -> some View {
        alterFragments { $1.styles["justify-self"] = anchor.x < 0.5 ? "start" : anchor.x > 0.5 ? "end" : "center" }
    }
    /// Takes no room of its own.
    public func gridCellUnsizedAxes(_ axes: Axis.Set) -> some View { unaltered() }
}

/// Views that are arranged by how much room there is.
///
/// The width is that of the page; the height is not known before the page is drawn, and counts as the same. Source: Apple's
/// `GeometryReader`.
public struct GeometryReader<Content: View>: View, Primitive {
    /// Makes the content.
    public var content: (GeometryProxy) -> Content
    /// Views that are arranged by how much room there is.
    public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { self.content = content }
    public func _render(_ context: _RenderContext) {
        let known = context.environment.pageWidth
        let width = CGFloat(known > 0 ? known : 390)
        let view = content(GeometryProxy(size: CGSize(width: width, height: width)))
        context.emitStack(view, ["vstack", "a-start", "grow"], gap: 0) { $0.enterStack(.vertical) }
    }
}

/// How much room there is.
///
/// Source: Apple's `GeometryProxy`.
public struct GeometryProxy {
    /// The size, in points.
    public let size: CGSize
    /// Edges that are not safe: none.
    public var safeAreaInsets: EdgeInsets { EdgeInsets() }
    /// The place in other coordinates: at their beginning.
    public func frame(in coordinateSpace: CoordinateSpace) -> CGRect { CGRect(origin: .zero, size: size) }
}

/// Where coordinates count from.
///
/// Source: Apple's `CoordinateSpace`.
public enum CoordinateSpace: Hashable {
    /// The page.
    case global
    /// The view.
    case local
    /// A view with a name.
    case named(AnyHashable)
}

/// Takes the first of several views that fits; without a measure that is the last one, which is the smallest.
///
/// Source: Apple's `ViewThatFits`.
public struct ViewThatFits<Content: View>: View, Primitive {
    private let content: Content
    /// Takes the first of several views that fits.
    public init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
        self.content = content()
    }
    public func _render(_ context: _RenderContext) {
        let all = context.collected(content, "0")
        let isWide = context.environment.pageWidth >= PageAssembly.wideWidth
        if let one = isWide ? all.first : all.last { context.emit(one) }
    }
}

extension View {
    /// Names the coordinates of the view.
    public func coordinateSpace<T: Hashable>(name: T) -> some View { unaltered() }
}
