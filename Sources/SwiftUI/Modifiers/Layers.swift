import Foundation
import WebHost

extension View {
    /// A colour or pattern behind the view.
    public func background<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
        let paint = style._paint()
        return alterFragments { $1.paintBehind(paint, nil) }
    }

    /// The page's colour behind the view.
    public func background(ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View { background(BackgroundStyle()) }

    /// A colour or pattern behind the view, in a shape.
    public func background<S: ShapeStyle, T: Shape>(
        _ style: S,
        in shape: T,
        fillStyle: FillStyle = FillStyle()
    ) -> some View {
        let (paint, outline) = (style._paint(), shape._outline)
        return alterFragments { $1.paintBehind(paint, outline) }
    }

    /// The page's colour behind the view, in a shape.
    public func background<S: InsettableShape>(in shape: S, fillStyle: FillStyle = FillStyle()) -> some View {
        background(BackgroundStyle(), in: shape)
    }

    /// A view behind the view.
    public func background<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View {
        layered(content(), alignment, isAbove: false)
    }

    /// A view behind the view.
    @_disfavoredOverload
    public func background<Background: View>(_ background: Background, alignment: Alignment = .center) -> some View {
        layered(background, alignment, isAbove: false)
    }

    /// A view above the view.
    public func overlay<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View {
        layered(content(), alignment, isAbove: true)
    }

    /// A view above the view.
    @_disfavoredOverload
    public func overlay<Overlay: View>(_ overlay: Overlay, alignment: Alignment = .center) -> some View {
        layered(overlay, alignment, isAbove: true)
    }

    /// A colour or pattern above the view.
    public func overlay<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
        layered(Rectangle().fill(style), .center, isAbove: true)
    }

    /// A colour or pattern above the view, in a shape.
    public func overlay<S: ShapeStyle, T: Shape>(
        _ style: S,
        in shape: T,
        fillStyle: FillStyle = FillStyle()
    ) -> some View {
        layered(shape.fill(style), .center, isAbove: true)
    }

    private func layered<V: View>(_ layer: V, _ alignment: Alignment, isAbove: Bool) -> some View {
        altered { context, content in
            let fragments = context.collect { context.step("m") { context.render(content) } }
            guard !context.isProbing, let first = fragments.first else {
                fragments.forEach(context.emit)
                return
            }
            var above: [Fragment] = []
            context.withEnvironment {
                $0.enterStack(nil)
            } _: {
                above = context.collected(layer, "y")
            }
            // Tabs and screens keep the same element around, so that nothing of them moves when something comes or goes.
            let isFrame = fragments.count == 1 && first.finished().isPageFrame
            guard isFrame || !above.isEmpty else { return fragments.forEach(context.emit) }
            // A page that scrolls keeps its own element; what lies above it stays in sight.
            let inner =
                fragments.count == 1
                ? first.finished()
                : Node(
                    id: context.id("y"),
                    element: .div,
                    attributes: [.class: "vstack"],
                    content: .children(fragments.nodes)
                )
            var layers = above.nodes
            if !isAbove { layers = layers.map { $0.behind } }
            var holder = Fragment(
                Node(id: inner.id + "w", element: .div, content: .children([inner] + layers)),
                classes: [isFrame ? "layers" : "underlay"]
            )
            if let place = alignment.className { holder.classes.append(place) }
            if first.classes.contains("grow") { holder.classes.append("grow") }
            holder.marks = first.marks
            context.emit(holder)
        }
    }

    /// Cuts the view to a shape.
    public func clipShape<S: Shape>(_ shape: S, style: FillStyle = FillStyle()) -> some View {
        let outline = shape._outline
        return alterFragments { $1.clip(outline) }
    }
    /// Cuts the view at its edges.
    public func clipped(antialiased: Bool = false) -> some View { alterFragments { $1.styles["overflow"] = "hidden" } }
    /// Cuts the corners; the radius in points.
    public func cornerRadius(_ radius: CGFloat, antialiased: Bool = true) -> some View {
        clipShape(RoundedRectangle(cornerRadius: radius))
    }
    /// Cuts the view to a shape, or lets a gradient take it away by degrees.
    ///
    /// Difference: a mask of anything else (a text, a picture) shows the whole view, since a page cannot cut to it.
    public func mask<Mask: View>(alignment: Alignment = .center, @ViewBuilder _ mask: () -> Mask) -> some View {
        masked(mask())
    }
    /// Cuts the view to a shape, by the older name.
    @_disfavoredOverload
    public func mask<Mask: View>(_ mask: Mask) -> some View { masked(mask) }

    private func masked<Mask: View>(_ mask: Mask) -> some View {
        alterFragments { context, fragment in
            let outlines = context.collected(mask, "k")
            guard outlines.count == 1, let outline = outlines.first else { return }
            fragment.cut(to: outline)
        }
    }
    /// Where the view can be touched: all of it.
    public func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View { unaltered() }
    /// Where the view can be touched: all of it.
    public func contentShape<S: Shape>(_ kind: ContentShapeKinds, _ shape: S, eoFill: Bool = false) -> some View {
        unaltered()
    }
    /// A border; the width in points.
    public func border<S: ShapeStyle>(_ content: S, width: CGFloat = 1) -> some View {
        let paint = content._paint()
        return alterFragments { _, fragment in
            fragment.wrapIfNeeded(for: "border")
            fragment.styles["border"] = "\(rem(width)) solid \(paint.color)"
        }
    }
    /// What lies behind a container; the page's.
    public func containerBackground<S: ShapeStyle>(_ style: S, for container: ContainerBackgroundPlacement) -> some View
    { unaltered() }
}

/// What a shape of the content is for.
///
/// Source: Apple's `ContentShapeKinds`. Without effect.
public struct ContentShapeKinds: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int
    /// The bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Touching.
    public static let interaction = ContentShapeKinds(rawValue: 1)
    /// Dragging.
    public static let dragPreview = ContentShapeKinds(rawValue: 2)
    /// Menus.
    public static let contextMenuPreview = ContentShapeKinds(rawValue: 4)
    /// Pointing.
    public static let hoverEffect = ContentShapeKinds(rawValue: 8)
}

/// A container with a background.
///
/// Source: Apple's `ContainerBackgroundPlacement`. Without effect.
public struct ContainerBackgroundPlacement: Sendable {
    /// A screen.
    public static let navigation = ContainerBackgroundPlacement()
    /// A window.
    public static let window = ContainerBackgroundPlacement()
    /// A widget.
    public static let widget = ContainerBackgroundPlacement()
    /// A tab.
    public static let tabView = ContainerBackgroundPlacement()
}

extension Node {
    /// The same behind its neighbour.
    fileprivate var behind: Node {
        var node = self
        node.attributes[.style] = (node.attributes[.style].map { $0 + ";" } ?? "") + "z-index:-1"
        return node
    }
}

extension Fragment {
    mutating func paintBehind(_ paint: _Paint, _ outline: _Outline?) {
        wrapIfNeeded(for: "background", "clip-path")
        if paint.name == "material" { classes.append("bg-material") } else { styles["background"] = paint.background }
        guard let outline else { return }
        for (name, value) in outline.styles where name != "aspect-ratio" { styles[name] = value }
    }

    /// Cuts the element to what another one covers, where CSS can tell.
    fileprivate mutating func cut(to other: Fragment) {
        let paint = other.styles["background"]
        let fades = paint?.contains("gradient(") == true
        guard fades || other.classes.contains("shape") else { return }
        wrapIfNeeded(for: "border-radius", "clip-path", "mask", "overflow")
        for name in ["border-radius", "clip-path"] {
            if let value = other.styles[name] { styles[name] = value }
        }
        if fades { styles["mask"] = paint }
        styles["overflow"] = "hidden"
    }

    mutating func clip(_ outline: _Outline) {
        if styles["border-radius"] != nil || styles["clip-path"] != nil || isControl { wrap() }
        for (name, value) in outline.styles where name != "aspect-ratio" { styles[name] = value }
        styles["overflow"] = "hidden"
    }
}
