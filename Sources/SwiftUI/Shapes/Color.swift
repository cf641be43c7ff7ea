import Foundation
import WebHost

/// How an area, a line or a text is coloured, as CSS says it.
public struct _Paint: Hashable, Sendable {
    /// A colour.
    let color: String
    /// A gradient, where it is more than a colour.
    let image: String?
    /// The class of the host for the colour, as text and as background.
    let name: String?

    init(color: String, image: String? = nil, name: String? = nil) {
        self.color = color
        self.image = image
        self.name = name
    }

    var background: String { image ?? color }
}

/// A colour or pattern.
///
/// Source: Apple's `ShapeStyle`.
public protocol ShapeStyle: Sendable {
    /// The style as CSS says it. Not for use outside of the framework.
    func _paint() -> _Paint
}

extension ShapeStyle {
    public func _paint() -> _Paint { _Paint(color: "var(--c-primary)", name: "primary") }
    var css: _Paint { _paint() }
}

/// A colour.
///
/// Named ones are those of the page, readable in light and dark. Source: Apple's `Color`.
public struct Color: ShapeStyle, Hashable {
    private let paint: _Paint

    private init(paint: _Paint) { self.paint = paint }
    private init(named name: String) { paint = _Paint(color: "var(--c-\(name))", name: name) }

    /// How numbers are understood.
    ///
    /// Source: Apple's `Color.RGBColorSpace`.
    public enum RGBColorSpace: Hashable, Sendable {
        /// The web's usual space.
        case sRGB
        /// The same without the curve.
        case sRGBLinear
        /// A wider space.
        case displayP3
    }

    /// A colour by its parts, each from 0 to 1.
    public init(
        _ colorSpace: RGBColorSpace = .sRGB,
        red: Double,
        green: Double,
        blue: Double,
        opacity: Double = 1
    ) {
        let space = colorSpace == .sRGB ? "srgb" : colorSpace == .sRGBLinear ? "srgb-linear" : "display-p3"
        let parts = [red, green, blue].map { decimal(CGFloat($0)) }.joined(separator: " ")
        paint = _Paint(color: "color(\(space) \(parts) / \(decimal(opacity)))")
    }

    /// A grey, from 0 (black) to 1.
    public init(_ colorSpace: RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {
        self.init(colorSpace, red: white, green: white, blue: white, opacity: opacity)
    }

    /// A colour by hue, saturation and brightness, each from 0 to 1.
    public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
        let sector = (hue - hue.rounded(.down)) * 6
        let high = brightness
        let low = high * (1 - saturation)
        let part = sector - sector.rounded(.down)
        let falling = high * (1 - saturation * part)
        let rising = high * (1 - saturation * (1 - part))
        let all: [(Double, Double, Double)] = [
            (high, rising, low), (falling, high, low), (low, high, rising), (low, falling, high), (rising, low, high),
            (high, low, falling),
        ]
        let (red, green, blue) = all[max(0, min(5, sector.isFinite ? Int(sector) : 0))]
        self.init(red: red, green: green, blue: blue, opacity: opacity)
    }

    /// A colour of the app's catalogue; those cannot be read here, so that it is the accent colour.
    public init(_ name: String, bundle: Bundle? = nil) { self.init(named: "accent") }

    /// Red.
    public static let red = Color(named: "red")
    /// Orange.
    public static let orange = Color(named: "orange")
    /// Yellow.
    public static let yellow = Color(named: "yellow")
    /// Green.
    public static let green = Color(named: "green")
    /// Mint.
    public static let mint = Color(named: "mint")
    /// Teal.
    public static let teal = Color(named: "teal")
    /// Cyan.
    public static let cyan = Color(named: "cyan")
    /// Blue.
    public static let blue = Color(named: "blue")
    /// Indigo.
    public static let indigo = Color(named: "indigo")
    /// Purple.
    public static let purple = Color(named: "purple")
    /// Pink.
    public static let pink = Color(named: "pink")
    /// Brown.
    public static let brown = Color(named: "brown")
    /// Grey.
    public static let gray = Color(named: "gray")
    /// White.
    public static let white = Color(named: "white")
    /// Black.
    public static let black = Color(named: "black")
    /// Nothing is seen.
    public static let clear = Color(paint: _Paint(color: "transparent", name: "clear"))
    /// The colour of text.
    public static let primary = Color(named: "primary")
    /// The colour of text that steps back.
    public static let secondary = Color(named: "secondary")
    /// The colour of what can be used.
    // swift-format-ignore: DontRepeatTypeInStaticProperties
    public static let accentColor = Color(paint: _Paint(color: "var(--accent)", name: "accent"))

    /// The colour, as transparent as said.
    public func opacity(_ opacity: Double) -> Color {
        let percent = decimal(max(0, min(1, opacity)) * 100)
        return Color(paint: _Paint(color: "color-mix(in srgb,\(paint.color) \(percent)%,transparent)"))
    }

    /// A gradient that is hardly one: the colour, a little lighter at the top.
    public var gradient: AnyGradient {
        AnyGradient(Gradient(colors: [mix(with: .white, by: 0.15), self]))
    }

    /// Between this colour and another.
    public func mix(with rhs: Color, by fraction: Double) -> Color {
        let percent = decimal(max(0, min(1, fraction)) * 100)
        return Color(paint: _Paint(color: "color-mix(in srgb,\(rhs.paint.color) \(percent)%,\(paint.color))"))
    }

    public func _paint() -> _Paint { paint }
}

extension Color: View, Primitive {
    public func _render(_ context: _RenderContext) {
        var node = Node(id: context.id(), element: .div)
        node.attributes[.ariaHidden] = "true"
        var fragment = Fragment(node, classes: ["grow", "grow-y"])
        fragment.styles["background"] = css.background
        context.emit(fragment)
    }
}

extension Color: CustomStringConvertible {
    /// The colour as CSS says it.
    public var description: String { paint.color }
}

extension ShapeStyle where Self == Color {
    /// Red.
    public static var red: Color { Color.red }
    /// Orange.
    public static var orange: Color { Color.orange }
    /// Yellow.
    public static var yellow: Color { Color.yellow }
    /// Green.
    public static var green: Color { Color.green }
    /// Mint.
    public static var mint: Color { Color.mint }
    /// Teal.
    public static var teal: Color { Color.teal }
    /// Cyan.
    public static var cyan: Color { Color.cyan }
    /// Blue.
    public static var blue: Color { Color.blue }
    /// Indigo.
    public static var indigo: Color { Color.indigo }
    /// Purple.
    public static var purple: Color { Color.purple }
    /// Pink.
    public static var pink: Color { Color.pink }
    /// Brown.
    public static var brown: Color { Color.brown }
    /// Grey.
    public static var gray: Color { Color.gray }
    /// White.
    public static var white: Color { Color.white }
    /// Black.
    public static var black: Color { Color.black }
    /// Nothing is seen.
    public static var clear: Color { Color.clear }
}

/// Text colours by importance.
///
/// Source: Apple's `HierarchicalShapeStyle`.
public struct HierarchicalShapeStyle: ShapeStyle {
    let name: String
    /// The most important.
    public static let primary = HierarchicalShapeStyle(name: "primary")
    /// Less.
    public static let secondary = HierarchicalShapeStyle(name: "secondary")
    /// Still less.
    public static let tertiary = HierarchicalShapeStyle(name: "tertiary")
    /// The least.
    public static let quaternary = HierarchicalShapeStyle(name: "quaternary")
    public func _paint() -> _Paint { _Paint(color: "var(--c-\(name))", name: name) }
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    /// The most important.
    public static var primary: HierarchicalShapeStyle { .init(name: "primary") }
    /// Less.
    public static var secondary: HierarchicalShapeStyle { .init(name: "secondary") }
    /// Still less.
    public static var tertiary: HierarchicalShapeStyle { .init(name: "tertiary") }
    /// The least.
    public static var quaternary: HierarchicalShapeStyle { .init(name: "quaternary") }
}

/// A colour of the page for a purpose.
public struct _TokenStyle: ShapeStyle {
    let color: String
    let name: String?
    public func _paint() -> _Paint { _Paint(color: color, name: name) }
}

/// The colour of what can be used.
///
/// Source: Apple's `TintShapeStyle`.
public struct TintShapeStyle: ShapeStyle {
    /// The accent colour.
    public init() {}
    public func _paint() -> _Paint { _Paint(color: "var(--accent)", name: "accent") }
}

/// The page's background.
///
/// Source: Apple's `BackgroundStyle`.
public struct BackgroundStyle: ShapeStyle {
    /// The page's background.
    public init() {}
    public func _paint() -> _Paint { _Paint(color: "var(--page)", name: "page") }
}

/// The colour of text.
///
/// Source: Apple's `ForegroundStyle`.
public struct ForegroundStyle: ShapeStyle {
    /// The colour of text.
    public init() {}
    public func _paint() -> _Paint { _Paint(color: "currentColor") }
}

/// A surface through which what lies below shows.
///
/// Source: Apple's `Material`.
public struct Material: ShapeStyle {
    /// Hardly there.
    public static let ultraThin = Material()
    /// Thin.
    public static let thin = Material()
    /// Usual.
    public static let regular = Material()
    /// Thick.
    public static let thick = Material()
    /// Thicker.
    public static let ultraThick = Material()
    /// That of bars.
    public static let bar = Material()
    public func _paint() -> _Paint { _Paint(color: "var(--surface)", name: "material") }
}

extension ShapeStyle where Self == Material {
    /// Hardly there.
    public static var ultraThinMaterial: Material { Material() }
    /// Thin.
    public static var thinMaterial: Material { Material() }
    /// Usual.
    public static var regularMaterial: Material { Material() }
    /// Thick.
    public static var thickMaterial: Material { Material() }
    /// Thicker.
    public static var ultraThickMaterial: Material { Material() }
    /// That of bars.
    public static var bar: Material { Material() }
}

extension ShapeStyle where Self == TintShapeStyle {
    /// The colour of what can be used.
    public static var tint: TintShapeStyle { TintShapeStyle() }
}

extension ShapeStyle where Self == BackgroundStyle {
    /// The page's background.
    public static var background: BackgroundStyle { BackgroundStyle() }
}

extension ShapeStyle where Self == ForegroundStyle {
    /// The colour of text.
    public static var foreground: ForegroundStyle { ForegroundStyle() }
}

extension ShapeStyle where Self == _TokenStyle {
    /// Fills areas behind controls.
    public static var fill: _TokenStyle { _TokenStyle(color: "var(--fill)", name: "fill") }
    /// Hairlines.
    public static var separator: _TokenStyle { _TokenStyle(color: "var(--line)", name: nil) }
    /// What can be followed.
    public static var link: _TokenStyle { _TokenStyle(color: "var(--accent)", name: "accent") }
    /// Words that stand for what is missing.
    public static var placeholder: _TokenStyle { _TokenStyle(color: "var(--c-tertiary)", name: "tertiary") }
}

/// A style whose type is not told.
///
/// Source: Apple's `AnyShapeStyle`.
public struct AnyShapeStyle: ShapeStyle {
    private let paint: _Paint
    /// A style without its type.
    public init<S: ShapeStyle>(_ style: S) { paint = style._paint() }
    public func _paint() -> _Paint { paint }
}
