import Foundation

/// Colours one after the other.
///
/// Source: Apple's `Gradient`.
public struct Gradient: ShapeStyle, Hashable {
    /// A colour at a place from 0 to 1.
    ///
    /// Source: Apple's `Gradient.Stop`.
    public struct Stop: Hashable, Sendable {
        /// The colour.
        public var color: Color
        /// The place, from 0 to 1.
        public var location: CGFloat
        /// A colour at a place.
        public init(color: Color, location: CGFloat) {
            self.color = color
            self.location = location
        }
    }
    /// The colours and their places.
    public var stops: [Stop]
    /// Colours at places.
    public init(stops: [Stop]) { self.stops = stops }
    /// Colours at equal distances.
    public init(colors: [Color]) {
        let last = CGFloat(max(1, colors.count - 1))
        stops = colors.enumerated().map { Stop(color: $1, location: CGFloat($0) / last) }
    }

    var list: String {
        stops.map { "\($0.color.css.color) \(decimal($0.location * 100))%" }.joined(separator: ",")
    }
    var first: String { stops.first?.color.css.color ?? "transparent" }
    public func _paint() -> _Paint { _Paint(color: first, image: "linear-gradient(\(list))") }
}

/// The gradient of a single colour.
///
/// Source: Apple's `AnyGradient`.
public struct AnyGradient: ShapeStyle, Hashable {
    private let gradient: Gradient
    /// A gradient.
    public init(_ gradient: Gradient) { self.gradient = gradient }
    public func _paint() -> _Paint { gradient._paint() }
}

/// A place in a rectangle whose sides count as 1.
///
/// Source: Apple's `UnitPoint`.
public struct UnitPoint: Hashable, Sendable {
    /// From the leading side.
    public var x: CGFloat
    /// From the top.
    public var y: CGFloat
    /// A place.
    public init(x: CGFloat, y: CGFloat) {
        self.x = x
        self.y = y
    }
    /// The top corner at the leading side.
    public init() { self.init(x: 0, y: 0) }
    /// The top corner at the leading side.
    public static let zero = UnitPoint(x: 0, y: 0)
    /// The middle.
    public static let center = UnitPoint(x: 0.5, y: 0.5)
    /// The leading side.
    public static let leading = UnitPoint(x: 0, y: 0.5)
    /// The trailing side.
    public static let trailing = UnitPoint(x: 1, y: 0.5)
    /// The top.
    public static let top = UnitPoint(x: 0.5, y: 0)
    /// The bottom.
    public static let bottom = UnitPoint(x: 0.5, y: 1)
    /// A corner.
    public static let topLeading = UnitPoint(x: 0, y: 0)
    /// A corner.
    public static let topTrailing = UnitPoint(x: 1, y: 0)
    /// A corner.
    public static let bottomLeading = UnitPoint(x: 0, y: 1)
    /// A corner.
    public static let bottomTrailing = UnitPoint(x: 1, y: 1)

    var css: String { "\(decimal(x * 100))% \(decimal(y * 100))%" }
}

/// A gradient along a line.
///
/// Source: Apple's `LinearGradient`.
public struct LinearGradient: ShapeStyle {
    private let gradient: Gradient
    private let angle: Double

    /// A gradient between two places.
    public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {
        self.gradient = gradient
        angle = atan2(endPoint.x - startPoint.x, startPoint.y - endPoint.y) * 180 / .pi
    }
    /// Colours between two places.
    public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {
        self.init(gradient: Gradient(colors: colors), startPoint: startPoint, endPoint: endPoint)
    }
    /// Colours between two places.
    public init(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) {
        self.init(gradient: Gradient(stops: stops), startPoint: startPoint, endPoint: endPoint)
    }
    public func _paint() -> _Paint {
        _Paint(color: gradient.first, image: "linear-gradient(\(decimal(angle))deg,\(gradient.list))")
    }
}

/// A gradient from a middle outwards.
///
/// Source: Apple's `RadialGradient`.
public struct RadialGradient: ShapeStyle {
    private let paint: _Paint
    /// A gradient from a middle outwards; radii in points.
    public init(gradient: Gradient, center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
        let size = "circle \(rem(endRadius)) at \(center.css)"
        paint = _Paint(color: gradient.first, image: "radial-gradient(\(size),\(gradient.list))")
    }
    /// Colours from a middle outwards; radii in points.
    public init(colors: [Color], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
        self.init(gradient: Gradient(colors: colors), center: center, startRadius: startRadius, endRadius: endRadius)
    }
    public func _paint() -> _Paint { paint }
}

/// A gradient around a middle.
///
/// Source: Apple's `AngularGradient`.
public struct AngularGradient: ShapeStyle {
    private let paint: _Paint
    /// A gradient around a middle.
    public init(gradient: Gradient, center: UnitPoint, angle: Angle = .zero) {
        let start = "from \(decimal(angle.degrees + 90))deg at \(center.css)"
        paint = _Paint(color: gradient.first, image: "conic-gradient(\(start),\(gradient.list))")
    }
    /// Colours around a middle.
    public init(colors: [Color], center: UnitPoint, angle: Angle = .zero) {
        self.init(gradient: Gradient(colors: colors), center: center, angle: angle)
    }
    public func _paint() -> _Paint { paint }
}

extension ShapeStyle where Self == LinearGradient {
    /// Colours between two places.
    public static func linearGradient(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) -> LinearGradient {
        LinearGradient(colors: colors, startPoint: startPoint, endPoint: endPoint)
    }
    /// A gradient between two places.
    public static func linearGradient(
        _ gradient: Gradient,
        startPoint: UnitPoint,
        endPoint: UnitPoint
    ) -> LinearGradient {
        LinearGradient(gradient: gradient, startPoint: startPoint, endPoint: endPoint)
    }
}

/// An angle.
///
/// Source: Apple's `Angle`.
public struct Angle: Hashable, Comparable, Sendable {
    /// A full turn is 2π.
    public var radians: Double
    /// A full turn is 360.
    public var degrees: Double {
        get { radians * 180 / .pi }
        set { radians = newValue * .pi / 180 }
    }
    /// No angle.
    public init() { radians = 0 }
    /// A full turn is 2π.
    public init(radians: Double) { self.radians = radians }
    /// A full turn is 360.
    public init(degrees: Double) { radians = degrees * .pi / 180 }
    /// No angle.
    public static let zero = Angle()
    /// A full turn is 360.
    public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }
    /// A full turn is 2π.
    public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }
    /// Which is smaller.
    public static func < (lhs: Angle, rhs: Angle) -> Bool { lhs.radians < rhs.radians }
    /// Both together.
    public static func + (lhs: Angle, rhs: Angle) -> Angle { Angle(radians: lhs.radians + rhs.radians) }
    /// The difference.
    public static func - (lhs: Angle, rhs: Angle) -> Angle { Angle(radians: lhs.radians - rhs.radians) }
    /// The opposite.
    public static prefix func - (angle: Angle) -> Angle { Angle(radians: -angle.radians) }
    /// So many times.
    public static func * (lhs: Angle, rhs: Double) -> Angle { Angle(radians: lhs.radians * rhs) }
    /// A part.
    public static func / (lhs: Angle, rhs: Double) -> Angle { Angle(radians: lhs.radians / rhs) }
}

extension LinearGradient: View, Primitive {
    public func _render(_ context: _RenderContext) { context.emitArea(css) }
}

extension RadialGradient: View, Primitive {
    public func _render(_ context: _RenderContext) { context.emitArea(css) }
}

extension AngularGradient: View, Primitive {
    public func _render(_ context: _RenderContext) { context.emitArea(css) }
}
