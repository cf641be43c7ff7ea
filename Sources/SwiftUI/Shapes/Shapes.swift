import Foundation
import WebHost

/// An outline, as CSS draws it.
public struct _Outline: Hashable, Sendable {
    var classes: [String] = []
    var styles: [String: String] = [:]
    var trims: Double?
    var transform: String?
}

/// An outline that can be filled.
///
/// Source: Apple's `Shape`. Outlines are boxes with corners here; a path of the app's own is drawn as the polygon of its points.
public protocol Shape: Sendable, View {
    /// The outline in a rectangle.
    func path(in rect: CGRect) -> Path
    /// The outline as CSS draws it. Not for use outside of the framework.
    var _outline: _Outline { get }
}

extension Shape {
    /// The shape filled with the colour of text.
    public var body: some View { _ShapeView(outline: _outline, fill: ForegroundStyle()._paint(), stroke: nil) }

    /// A polygon through the points of the path.
    public var _outline: _Outline { path(in: CGRect(x: 0, y: 0, width: 100, height: 100)).outline }
}

/// A shape that can be made smaller by a border.
///
/// Source: Apple's `InsettableShape`.
public protocol InsettableShape: Shape {
    /// The type of the smaller shape.
    associatedtype InsetShape: InsettableShape
    /// The shape, smaller by a length in points at each side.
    func inset(by amount: CGFloat) -> InsetShape
}

/// A shape that is drawn.
public struct _ShapeView: View, Primitive {
    let outline: _Outline
    let fill: _Paint?
    let stroke: (paint: _Paint, width: CGFloat, dash: Bool)?

    public func _render(_ context: _RenderContext) {
        var node = Node(id: context.id(), element: .div)
        node.attributes[.ariaHidden] = "true"
        var fragment = Fragment(node, classes: ["shape", "grow", "grow-y"] + outline.classes)
        for (name, value) in outline.styles.sorted(by: { $0.key < $1.key }) { fragment.styles[name] = value }
        if let fill { fragment.styles["background"] = fill.background }
        if let stroke {
            fragment.styles["border"] = "\(rem(stroke.width)) \(stroke.dash ? "dashed" : "solid") \(stroke.paint.color)"
        }
        if let part = outline.trims {
            // A part of a circle is a wedge of that angle.
            fragment.styles["mask"] = "conic-gradient(#000 \(decimal(CGFloat(part * 360)))deg,transparent 0)"
        }
        if let transform = outline.transform { fragment.styles["transform"] = transform }
        context.emit(fragment)
    }
}

/// A rectangle.
///
/// Source: Apple's `Rectangle`.
public struct Rectangle: InsettableShape {
    /// A rectangle.
    public nonisolated init() {}
    /// The outline.
    public func path(in rect: CGRect) -> Path { Path(rect) }
    public var _outline: _Outline { _Outline() }
    /// A rectangle again.
    public func inset(by amount: CGFloat) -> some InsettableShape { self }
}

/// How corners are round.
///
/// Source: Apple's `RoundedCornerStyle`.
public enum RoundedCornerStyle: Hashable, Sendable {
    /// As a quarter of a circle.
    case circular
    /// Smoother.
    case continuous
}

/// A rectangle with round corners.
///
/// Source: Apple's `RoundedRectangle`.
public struct RoundedRectangle: InsettableShape {
    /// The size of the corners, in points.
    public var cornerSize: CGSize
    /// How the corners are round.
    public var style: RoundedCornerStyle
    /// A rectangle with corners of a size in points.
    public nonisolated init(cornerSize: CGSize, style: RoundedCornerStyle = .continuous) {
        self.cornerSize = cornerSize
        self.style = style
    }
    /// A rectangle with corners of a radius in points.
    public nonisolated init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
        self.init(cornerSize: CGSize(width: cornerRadius, height: cornerRadius), style: style)
    }
    /// The outline.
    public func path(in rect: CGRect) -> Path { Path(rect) }
    public var _outline: _Outline { _Outline(styles: ["border-radius": rem(cornerSize.width)]) }
    /// A smaller one.
    public func inset(by amount: CGFloat) -> some InsettableShape {
        RoundedRectangle(cornerRadius: max(0, cornerSize.width - amount), style: style)
    }
}

/// The radii of four corners, in points.
///
/// Source: Apple's `RectangleCornerRadii`.
public struct RectangleCornerRadii: Hashable, Sendable {
    /// At the top, where lines begin.
    public var topLeading: CGFloat
    /// At the bottom, where lines begin.
    public var bottomLeading: CGFloat
    /// At the bottom, where lines end.
    public var bottomTrailing: CGFloat
    /// At the top, where lines end.
    public var topTrailing: CGFloat
    /// The radii of four corners.
    public init(
        topLeading: CGFloat = 0,
        bottomLeading: CGFloat = 0,
        bottomTrailing: CGFloat = 0,
        topTrailing: CGFloat = 0
    ) {
        self.topLeading = topLeading
        self.bottomLeading = bottomLeading
        self.bottomTrailing = bottomTrailing
        self.topTrailing = topTrailing
    }
}

/// A rectangle whose corners differ.
///
/// Source: Apple's `UnevenRoundedRectangle`.
public struct UnevenRoundedRectangle: InsettableShape {
    /// The radii of the corners.
    public var cornerRadii: RectangleCornerRadii
    /// A rectangle whose corners have these radii in points.
    public nonisolated init(
        topLeadingRadius: CGFloat = 0,
        bottomLeadingRadius: CGFloat = 0,
        bottomTrailingRadius: CGFloat = 0,
        topTrailingRadius: CGFloat = 0,
        style: RoundedCornerStyle = .continuous
    ) {
        cornerRadii = RectangleCornerRadii(
            topLeading: topLeadingRadius,
            bottomLeading: bottomLeadingRadius,
            bottomTrailing: bottomTrailingRadius,
            topTrailing: topTrailingRadius
        )
    }
    /// A rectangle whose corners have these radii.
    public nonisolated init(cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous) {
        self.cornerRadii = cornerRadii
    }
    /// The outline.
    public func path(in rect: CGRect) -> Path { Path(rect) }
    public var _outline: _Outline {
        let all = [
            cornerRadii.topLeading, cornerRadii.topTrailing, cornerRadii.bottomTrailing, cornerRadii.bottomLeading,
        ]
        return _Outline(styles: ["border-radius": all.map { rem($0) }.joined(separator: " ")])
    }
    /// The same.
    public func inset(by amount: CGFloat) -> some InsettableShape { self }
}

/// A circle.
///
/// Source: Apple's `Circle`.
public struct Circle: InsettableShape {
    /// A circle.
    public nonisolated init() {}
    /// The outline.
    public func path(in rect: CGRect) -> Path { Path(ellipseIn: rect) }
    public var _outline: _Outline { _Outline(styles: ["border-radius": "50%", "aspect-ratio": "1"]) }
    /// A circle again.
    public func inset(by amount: CGFloat) -> some InsettableShape { self }
}

/// An ellipse.
///
/// Source: Apple's `Ellipse`.
public struct Ellipse: InsettableShape {
    /// An ellipse.
    public nonisolated init() {}
    /// The outline.
    public func path(in rect: CGRect) -> Path { Path(ellipseIn: rect) }
    public var _outline: _Outline { _Outline(styles: ["border-radius": "50%"]) }
    /// An ellipse again.
    public func inset(by amount: CGFloat) -> some InsettableShape { self }
}

/// A rectangle with round ends.
///
/// Source: Apple's `Capsule`.
public struct Capsule: InsettableShape {
    /// How the ends are round.
    public var style: RoundedCornerStyle
    /// A rectangle with round ends.
    public nonisolated init(style: RoundedCornerStyle = .continuous) { self.style = style }
    /// The outline.
    public func path(in rect: CGRect) -> Path { Path(rect) }
    public var _outline: _Outline { _Outline(styles: ["border-radius": "999rem"]) }
    /// The same.
    public func inset(by amount: CGFloat) -> some InsettableShape { self }
}

/// The outline of the container; a rectangle with the page's corners.
///
/// Source: Apple's `ContainerRelativeShape`.
public struct ContainerRelativeShape: InsettableShape {
    /// The outline of the container.
    public nonisolated init() {}
    /// The outline.
    public func path(in rect: CGRect) -> Path { Path(rect) }
    public var _outline: _Outline { _Outline(styles: ["border-radius": "var(--radius)"]) }
    /// The same.
    public func inset(by amount: CGFloat) -> some InsettableShape { self }
}

/// A shape whose type is not told.
///
/// Source: Apple's `AnyShape`.
public struct AnyShape: Shape {
    private let make: @MainActor (CGRect) -> Path
    private let outline: @MainActor () -> _Outline
    /// A shape without its type.
    public nonisolated init<S: Shape>(_ shape: S) {
        make = { shape.path(in: $0) }
        outline = { shape._outline }
    }
    /// The outline.
    public func path(in rect: CGRect) -> Path { make(rect) }
    public var _outline: _Outline { outline() }
}

extension Shape where Self == Rectangle {
    /// A rectangle.
    public nonisolated static var rect: Rectangle { Rectangle() }
}
extension Shape where Self == Circle {
    /// A circle.
    public nonisolated static var circle: Circle { Circle() }
}
extension Shape where Self == Ellipse {
    /// An ellipse.
    public nonisolated static var ellipse: Ellipse { Ellipse() }
}
extension Shape where Self == Capsule {
    /// A rectangle with round ends.
    public nonisolated static var capsule: Capsule { Capsule() }
    /// A rectangle with round ends.
    public nonisolated static func capsule(style: RoundedCornerStyle) -> Capsule { Capsule(style: style) }
}
extension Shape where Self == RoundedRectangle {
    /// A rectangle with corners of a radius in points.
    public nonisolated static func rect(
        cornerRadius: CGFloat,
        style: RoundedCornerStyle = .continuous
    ) -> RoundedRectangle {
        RoundedRectangle(cornerRadius: cornerRadius, style: style)
    }
    /// A rectangle with corners of a size in points.
    public nonisolated static func rect(cornerSize: CGSize, style: RoundedCornerStyle = .continuous) -> RoundedRectangle
    {
        RoundedRectangle(cornerSize: cornerSize, style: style)
    }
}
extension Shape where Self == ContainerRelativeShape {
    /// The outline of the container.
    public nonisolated static var containerRelative: ContainerRelativeShape { ContainerRelativeShape() }
}

/// How a line is drawn; lengths in points.
///
/// Source: Apple's `StrokeStyle`.
public struct StrokeStyle: Equatable, Sendable {
    /// The width.
    public var lineWidth: CGFloat
    /// The lengths of dashes and gaps.
    public var dash: [CGFloat]
    /// The ends of the line.
    public var lineCap: CGLineCap
    /// A line.
    public init(
        lineWidth: CGFloat = 1,
        lineCap: CGLineCap = .butt,
        lineJoin: CGLineJoin = .miter,
        miterLimit: CGFloat = 10,
        dash: [CGFloat] = [],
        dashPhase: CGFloat = 0
    ) {
        self.lineWidth = lineWidth
        self.lineCap = lineCap
        self.dash = dash
    }
}

/// The ends of a line.
///
/// Source: Core Graphics.
public enum CGLineCap: Int32, Sendable {
    /// Cut.
    case butt
    /// Round.
    case round
    /// Square.
    case square
}

/// The corners of a line.
///
/// Source: Core Graphics.
public enum CGLineJoin: Int32, Sendable {
    /// Pointed.
    case miter
    /// Round.
    case round
    /// Cut.
    case bevel
}

/// How the inside of an outline is found.
///
/// Source: Apple's `FillStyle`. Without effect.
public struct FillStyle: Equatable, Sendable {
    /// Whether every second area is outside.
    public var isEOFilled: Bool
    /// Whether edges are smooth.
    public var isAntialiased: Bool
    /// How the inside is found.
    public init(eoFill: Bool = false, antialiased: Bool = true) {
        isEOFilled = eoFill
        isAntialiased = antialiased
    }
}

extension Shape {
    /// The shape filled.
    public func fill<S: ShapeStyle>(_ content: S, style: FillStyle = FillStyle()) -> some View {
        _ShapeView(outline: _outline, fill: content._paint(), stroke: nil)
    }
    /// The shape filled with the colour of text.
    public func fill(style: FillStyle = FillStyle()) -> some View { fill(ForegroundStyle()) }
    /// The outline; the width in points.
    public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1) -> some View {
        _ShapeView(outline: _outline, fill: nil, stroke: (content._paint(), lineWidth, false))
    }
    /// The outline.
    public func stroke<S: ShapeStyle>(_ content: S, style: StrokeStyle) -> some View {
        _ShapeView(outline: _outline, fill: nil, stroke: (content._paint(), style.lineWidth, !style.dash.isEmpty))
    }
    /// The outline in the colour of text; the width in points.
    public func stroke(lineWidth: CGFloat = 1) -> some View { stroke(ForegroundStyle(), lineWidth: lineWidth) }
    /// The outline in the colour of text.
    public func stroke(style: StrokeStyle) -> some View { stroke(ForegroundStyle(), style: style) }
    /// A part of the outline; of a circle, a wedge.
    public func trim(from startFraction: CGFloat = 0, to endFraction: CGFloat = 1) -> some Shape {
        _OutlinedShape(base: self) { $0.trims = Double(max(0, endFraction - startFraction)) }
    }
    /// The shape turned.
    public func rotation(_ angle: Angle, anchor: UnitPoint = .center) -> some Shape {
        _OutlinedShape(base: self) { $0.transform = "rotate(\(decimal(angle.degrees))deg)" }
    }
    /// The shape larger or smaller.
    public func scale(_ scale: CGFloat, anchor: UnitPoint = .center) -> some Shape {
        _OutlinedShape(base: self) { $0.transform = "scale(\(decimal(scale)))" }
    }
    /// The shape elsewhere, in points.
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some Shape {
        _OutlinedShape(base: self) { $0.transform = "translate(\(rem(x)),\(rem(y)))" }
    }
    /// The shape in a size in points.
    public func size(_ size: CGSize) -> some Shape {
        _OutlinedShape(base: self) {
            $0.styles["width"] = rem(size.width)
            $0.styles["height"] = rem(size.height)
        }
    }
}

extension InsettableShape {
    /// A border inside of the shape; the width in points.
    public func strokeBorder<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true) -> some View
    {
        stroke(content, lineWidth: lineWidth)
    }
    /// A border inside of the shape.
    public func strokeBorder<S: ShapeStyle>(_ content: S, style: StrokeStyle, antialiased: Bool = true) -> some View {
        stroke(content, style: style)
    }
    /// A border in the colour of text; the width in points.
    public func strokeBorder(lineWidth: CGFloat = 1, antialiased: Bool = true) -> some View {
        stroke(lineWidth: lineWidth)
    }
    /// A border in the colour of text.
    public func strokeBorder(style: StrokeStyle, antialiased: Bool = true) -> some View { stroke(style: style) }
}

/// A shape whose outline is changed.
struct _OutlinedShape<Base: Shape>: Shape {
    let base: Base
    let change: @Sendable (inout _Outline) -> Void

    nonisolated init(base: Base, _ change: @escaping @Sendable (inout _Outline) -> Void) {
        self.base = base
        self.change = change
    }
    func path(in rect: CGRect) -> Path { base.path(in: rect) }
    var _outline: _Outline {
        var outline = base._outline
        change(&outline)
        return outline
    }
}
