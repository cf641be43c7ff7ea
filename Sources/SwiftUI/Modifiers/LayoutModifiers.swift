import Foundation
import WebHost

/// The room that views have around them where none is said, in points.
private let usualPadding: CGFloat = 16

extension View {
    /// Room around the view, in points; 16 where none is said.
    public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
        let size = rem(length ?? usualPadding)
        return alterFragments { _, fragment in
            fragment.wrapIfNeeded(for: "background", "border", "width", "max-width", "padding", "box-shadow")
            if edges == .all {
                fragment.styles["padding"] = size
                return
            }
            let sides: [(Edge.Set, String)] = [
                (.top, "block-start"), (.leading, "inline-start"), (.bottom, "block-end"), (.trailing, "inline-end"),
            ]
            let names = sides.filter { edges.contains($0.0) }.map { "padding-\($0.1)" }
            if names.contains(where: { fragment.styles[$0] != nil }) { fragment.wrap() }
            for name in names { fragment.styles[name] = size }
        }
    }

    /// Room around the view on all sides, in points.
    public func padding(_ length: CGFloat) -> some View { padding(.all, length) }

    /// Room around the view, in points.
    public func padding(_ insets: EdgeInsets) -> some View {
        alterFragments { _, fragment in
            fragment.wrapIfNeeded(for: "background", "border", "width", "max-width", "padding")
            fragment.styles["padding"] = insets.css
        }
    }

    /// A box of a size in points around the view.
    public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View {
        alterFragments { _, fragment in
            guard width != nil || height != nil else { return }
            fragment.becomeFrame(alignment)
            if let width { fragment.styles["width"] = rem(width) }
            if let height { fragment.styles["height"] = rem(height) }
        }
    }

    /// A box around the view whose size has bounds in points.
    public func frame(
        minWidth: CGFloat? = nil,
        idealWidth: CGFloat? = nil,
        maxWidth: CGFloat? = nil,
        minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil,
        maxHeight: CGFloat? = nil,
        alignment: Alignment = .center
    ) -> some View {
        alterFragments { _, fragment in
            let grows = fragment.classes.contains("grow")
            fragment.becomeFrame(alignment)
            // As wide as the bound allows, and in the middle of what lies beyond.
            if grows, let maxWidth, maxWidth.isFinite {
                fragment.classes.append("grow")
                fragment.styles["margin-inline"] = "auto"
            }
            if let minWidth, minWidth > 0 { fragment.styles["min-width"] = rem(minWidth) }
            if let minHeight, minHeight > 0 { fragment.styles["min-height"] = rem(minHeight) }
            if let maxWidth {
                if maxWidth.isInfinite {
                    fragment.classes.append("grow")
                } else {
                    fragment.styles["max-width"] = rem(maxWidth)
                }
            }
            if let maxHeight {
                if maxHeight.isInfinite {
                    fragment.classes.append("grow-y")
                } else {
                    fragment.styles["max-height"] = rem(maxHeight)
                }
            }
        }
    }

    /// The view as large as what is in it asks for.
    public func fixedSize() -> some View { alterFragments { $1.classes.append("fixed") } }
    /// The view as large as what is in it asks for, each way as said.
    public func fixedSize(horizontal: Bool, vertical: Bool) -> some View {
        alterFragments { if horizontal { $1.classes.append("fixed") } }
    }

    /// Who gets room first: a view of higher priority is not made smaller.
    public func layoutPriority(_ value: Double) -> some View {
        alterFragments { if value > 0 { $1.styles["flex-shrink"] = "0" } }
    }

    /// Shows the view elsewhere by a distance in points, without moving others.
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View {
        alterFragments { $1.transform("translate(\(rem(x)),\(rem(y)))") }
    }
    /// Shows the view elsewhere by a distance in points, without moving others.
    public func offset(_ offset: CGSize) -> some View { self.offset(x: offset.width, y: offset.height) }

    /// The view at a place of its parent, in points.
    public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View {
        alterFragments { _, fragment in
            fragment.wrapIfNeeded(for: "position")
            fragment.styles["position"] = "absolute"
            fragment.styles["left"] = rem(x)
            fragment.styles["top"] = rem(y)
            fragment.transform("translate(-50%,-50%)")
        }
    }
    /// The view at a place of its parent, in points.
    public func position(_ position: CGPoint) -> some View { self.position(x: position.x, y: position.y) }

    /// Shows the view larger or smaller.
    public func scaleEffect(_ s: CGFloat, anchor: UnitPoint = .center) -> some View {
        alterFragments { $1.transform("scale(\(decimal(s)))", anchor) }
    }
    /// Shows the view larger or smaller.
    public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some View {
        alterFragments { $1.transform("scale(\(decimal(x)),\(decimal(y)))", anchor) }
    }
    /// Shows the view larger or smaller.
    public func scaleEffect(_ scale: CGSize, anchor: UnitPoint = .center) -> some View {
        scaleEffect(x: scale.width, y: scale.height, anchor: anchor)
    }
    /// Turns the view.
    public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View {
        alterFragments { $1.transform("rotate(\(decimal(angle.degrees))deg)", anchor) }
    }
    /// Turns the view around an axis.
    public func rotation3DEffect(
        _ angle: Angle,
        axis: (x: CGFloat, y: CGFloat, z: CGFloat),
        anchor: UnitPoint = .center,
        anchorZ: CGFloat = 0,
        perspective: CGFloat = 1
    ) -> some View {
        let axis = [axis.x, axis.y, axis.z].map { decimal($0) }.joined(separator: ",")
        return alterFragments { $1.transform("rotate3d(\(axis),\(decimal(angle.degrees))deg)", anchor) }
    }

    /// Width beside height.
    public func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> some View {
        alterFragments { _, fragment in
            if let aspectRatio { fragment.styles["aspect-ratio"] = decimal(aspectRatio) }
            fragment.styles["object-fit"] = contentMode == .fit ? "contain" : "cover"
        }
    }
    /// Width beside height.
    public func aspectRatio(_ aspectRatio: CGSize, contentMode: ContentMode) -> some View {
        self.aspectRatio(
            aspectRatio.height > 0 ? aspectRatio.width / aspectRatio.height : nil,
            contentMode: contentMode
        )
    }
    /// As large as fits.
    public func scaledToFit() -> some View { aspectRatio(contentMode: .fit) }
    /// As large as the place.
    public func scaledToFill() -> some View { aspectRatio(contentMode: .fill) }

    /// Which of several views lies above.
    public func zIndex(_ value: Double) -> some View { alterFragments { $1.styles["z-index"] = decimal(value) } }

    /// Takes the view's own place; pages have no unsafe edges.
    public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all) -> some View { unaltered() }
    /// Takes the view's own place; pages have no unsafe edges.
    public func edgesIgnoringSafeArea(_ edges: Edge.Set) -> some View { unaltered() }
    /// Room at the sides of what scrolls, in points.
    public func contentMargins(
        _ edges: Edge.Set = .all,
        _ length: CGFloat?,
        for placement: ContentMarginPlacement = .automatic
    ) -> some View {
        padding(edges, length)
    }
    /// Room at the edges, in points.
    public func safeAreaPadding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
        padding(edges, length)
    }

    /// Keeps a view in sight above or below what scrolls.
    public func safeAreaInset<V: View>(
        edge: VerticalEdge,
        alignment: HorizontalAlignment = .center,
        spacing: CGFloat? = nil,
        @ViewBuilder content: () -> V
    ) -> some View {
        let inset = content()
        return altered { context, content in
            context.render(content)
            guard !context.isProbing else { return }
            // Drawn before it is told: what is inside tells the screen things of its own.
            var nodes: [Node] = []
            context.step("i\(edge.rawValue)") { nodes = context.nodes(inset, "0") }
            context.preferences.insets.append((edge, nodes))
        }
    }
}

/// How something fills a place of another shape.
///
/// Source: Apple's `ContentMode`.
public enum ContentMode: CaseIterable, Hashable, Sendable {
    /// All of it is seen.
    case fit
    /// All of the place is covered.
    case fill
}

/// Edges that are not safe.
///
/// Source: Apple's `SafeAreaRegions`. Without effect.
public struct SafeAreaRegions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// The bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The device's.
    public static let container = SafeAreaRegions(rawValue: 1)
    /// The keyboard's.
    public static let keyboard = SafeAreaRegions(rawValue: 2)
    /// All.
    public static let all: SafeAreaRegions = [.container, .keyboard]
}

/// What margins are for.
///
/// Source: Apple's `ContentMarginPlacement`. Without effect.
public struct ContentMarginPlacement: Sendable {
    /// As usual.
    public static let automatic = ContentMarginPlacement()
    /// What scrolls.
    public static let scrollContent = ContentMarginPlacement()
    /// The bars that show the place.
    public static let scrollIndicators = ContentMarginPlacement()
}

extension Fragment {
    /// Puts the element into a box whose size is set by what follows.
    mutating func becomeFrame(_ alignment: Alignment) {
        if node.element == .img || classes.contains("shape"), styles["width"] == nil, styles["height"] == nil { return }
        wrap(["frame"])
        if let name = alignment.className { classes.append(name) }
    }

    /// Adds to how the element is shown elsewhere.
    mutating func transform(_ change: String, _ anchor: UnitPoint = .center) {
        if isControl { wrap() }
        styles["transform"] = styles["transform"].map { "\(change) \($0)" } ?? change
        if anchor != .center { styles["transform-origin"] = anchor.css }
    }
}
