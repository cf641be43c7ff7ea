import Foundation
import WebHost

extension View {
    /// The font of the texts inside that have none of their own.
    public func font(_ font: Font?) -> some View {
        altered { context, content in
            for fragment in context.collect({
                context.withEnvironment {
                    $0.font = font
                } _: {
                    context.render(content)
                }
            }) {
                var fragment = fragment
                if !context.isProbing { font?.apply(to: &fragment) }
                context.emit(fragment)
            }
        }
    }
    /// The weight of letters.
    public func fontWeight(_ weight: Font.Weight?) -> some View {
        alterFragments { if let weight { $1.styles.fill("font-weight", String(weight.value)) } }
    }
    /// The design of letters.
    public func fontDesign(_ design: Font.Design?) -> some View {
        alterFragments { if let name = design?.className { $1.classes.append(name) } }
    }
    /// The width of letters; there is one here.
    public func fontWidth(_ width: Font.Width?) -> some View { unaltered() }
    /// Bold letters.
    public func bold(_ isActive: Bool = true) -> some View {
        alterFragments { if isActive { $1.styles.fill("font-weight", "700") } }
    }
    /// Slanted letters.
    public func italic(_ isActive: Bool = true) -> some View {
        alterFragments { if isActive { $1.styles.fill("font-style", "italic") } }
    }
    /// Letters of one width.
    public func monospaced(_ isActive: Bool = true) -> some View {
        alterFragments { if isActive { $1.classes.append("mono") } }
    }
    /// Digits of one width.
    public func monospacedDigit() -> some View { alterFragments { $1.classes.append("mono-digits") } }
    /// A line through the texts.
    public func strikethrough(
        _ isActive: Bool = true,
        pattern: Text.LineStyle.Pattern = .solid,
        color: Color? = nil
    ) -> some View {
        alterFragments { if isActive { $1.classes.append("strike") } }
    }
    /// A line below the texts.
    public func underline(
        _ isActive: Bool = true,
        pattern: Text.LineStyle.Pattern = .solid,
        color: Color? = nil
    ) -> some View {
        alterFragments { if isActive { $1.classes.append("underline") } }
    }
    /// Space between letters, in points.
    public func kerning(_ kerning: CGFloat) -> some View {
        alterFragments { $1.styles.fill("letter-spacing", rem(kerning)) }
    }
    /// Space between letters, in points.
    public func tracking(_ tracking: CGFloat) -> some View {
        alterFragments { $1.styles.fill("letter-spacing", rem(tracking)) }
    }
    /// Space between lines, in points.
    public func lineSpacing(_ lineSpacing: CGFloat) -> some View {
        alterFragments { $1.styles.fill("line-height", "calc(1.3em + \(rem(lineSpacing)))") }
    }

    /// The colour of texts and symbols.
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View {
        let paint = style.css
        return alterFragments { $1.color(paint) }
    }
    /// The colours of texts and symbols; the first one counts.
    public func foregroundStyle<S1: ShapeStyle, S2: ShapeStyle>(_ primary: S1, _ secondary: S2) -> some View {
        foregroundStyle(primary)
    }
    /// The colour of texts and symbols.
    public func foregroundColor(_ color: Color?) -> some View {
        alterFragments { if let color { $1.color(color.css) } }
    }

    /// The colour of what can be used.
    public func tint<S: ShapeStyle>(_ tint: S?) -> some View { tinted(tint?.css) }
    /// The colour of what can be used.
    public func tint(_ tint: Color?) -> some View { tinted(tint?.css) }
    /// The colour of what can be used.
    public func accentColor(_ accentColor: Color?) -> some View { tinted(accentColor?.css) }

    private func tinted(_ paint: _Paint?) -> some View {
        alterFragments { _, fragment in
            guard let paint else { return }
            if let name = paint.name, name != "accent", name != "clear" {
                if !fragment.classes.contains(where: { $0.hasPrefix("tint-") }) {
                    fragment.classes.append("tint-\(name)")
                }
            } else {
                fragment.styles.fill("--accent", paint.color)
            }
        }
    }

    /// How much is seen of the view, from 0 to 1.
    public func opacity(_ opacity: Double) -> some View {
        alterFragments { _, fragment in
            // An empty link that is hidden makes its row lead somewhere, without an arrow; there is nothing of it to be seen.
            if opacity <= 0, fragment.isEmptyLink { return }
            fragment.styles["opacity"] = decimal(opacity)
            // What nobody sees cannot be used, as on a screen.
            if opacity <= 0 { fragment.node.attributes[.inert] = "" }
        }
    }
    /// Takes the view's place and shows nothing.
    public func hidden() -> some View {
        alterFragments { _, fragment in
            if fragment.isEmptyLink { return }
            fragment.styles["visibility"] = "hidden"
            fragment.node.attributes[.ariaHidden] = "true"
            fragment.node.attributes[.inert] = ""
        }
    }
    /// A shadow; lengths in points.
    public func shadow(
        color: Color = Color.black.opacity(0.33),
        radius: CGFloat,
        x: CGFloat = 0,
        y: CGFloat = 0
    ) -> some View {
        alterFragments {
            $1.styles["filter"] = "drop-shadow(\(rem(x)) \(rem(y)) \(rem(radius / 2)) \(color.css.color))"
        }
    }
    /// Unsharp by a radius in points.
    public func blur(radius: CGFloat, opaque: Bool = false) -> some View {
        alterFragments { $1.styles["filter"] = "blur(\(rem(radius / 2)))" }
    }
    /// Brighter.
    public func brightness(_ amount: Double) -> some View {
        alterFragments { $1.styles["filter"] = "brightness(\(decimal(1 + amount)))" }
    }
    /// More or less contrast.
    public func contrast(_ amount: Double) -> some View {
        alterFragments { $1.styles["filter"] = "contrast(\(decimal(amount)))" }
    }
    /// More or less colour.
    public func saturation(_ amount: Double) -> some View {
        alterFragments { $1.styles["filter"] = "saturate(\(decimal(amount)))" }
    }
    /// Less colour.
    public func grayscale(_ amount: Double) -> some View {
        alterFragments { $1.styles["filter"] = "grayscale(\(decimal(amount)))" }
    }
    /// Other colours.
    public func hueRotation(_ angle: Angle) -> some View {
        alterFragments { $1.styles["filter"] = "hue-rotate(\(decimal(angle.degrees))deg)" }
    }
    /// How colours are laid over those below.
    public func blendMode(_ blendMode: BlendMode) -> some View {
        alterFragments { $1.styles["mix-blend-mode"] = blendMode.css }
    }
    /// Draws the views inside as one; a page does.
    public func drawingGroup(opaque: Bool = false) -> some View { unaltered() }
    /// Draws the views inside as one; a page does.
    public func compositingGroup() -> some View { unaltered() }

    /// At most so many lines.
    public func lineLimit(_ number: Int?) -> some View {
        alterEnvironment { $0.lineLimit = number.map { LineLimit(most: $0) } }
    }
    /// At most so many lines, and at least so many where text is written.
    public func lineLimit(_ limit: ClosedRange<Int>) -> some View {
        alterEnvironment { $0.lineLimit = LineLimit(most: limit.upperBound, least: limit.lowerBound) }
    }
    /// At least so many lines where text is written.
    public func lineLimit(_ limit: PartialRangeFrom<Int>) -> some View {
        alterEnvironment { $0.lineLimit = LineLimit(least: limit.lowerBound) }
    }
    /// At most so many lines.
    public func lineLimit(_ limit: PartialRangeThrough<Int>) -> some View {
        alterEnvironment { $0.lineLimit = LineLimit(most: limit.upperBound) }
    }
    /// At most so many lines.
    public func lineLimit(_ limit: Int, reservesSpace: Bool) -> some View {
        alterEnvironment { $0.lineLimit = LineLimit(most: limit, least: reservesSpace ? limit : nil) }
    }
    /// Where lines of text begin.
    public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
        alterFragments { _, fragment in
            let name = alignment == .leading ? "start" : alignment == .center ? "center" : "end"
            if !fragment.classes.contains(where: { $0.hasPrefix("text-") }) { fragment.classes.append("text-\(name)") }
        }
    }
    /// Where a long line is cut; at its end here, and readers have all of it.
    public func truncationMode(_ mode: Text.TruncationMode) -> some View { unaltered() }
    /// Makes letters smaller where there is little room; they stay readable here and lines break.
    public func minimumScaleFactor(_ factor: CGFloat) -> some View { unaltered() }
    /// Lets lines be tighter; they stay as they are.
    public func allowsTightening(_ flag: Bool) -> some View { unaltered() }
    /// Capital or small letters.
    public func textCase(_ textCase: Text.Case?) -> some View { alterEnvironment { $0.textCase = textCase } }
    /// Whether text may be marked.
    public func textSelection<S: TextSelectability>(_ selectability: S) -> some View {
        alterFragments { if S.allowsSelection { $1.classes.append("selectable") } }
    }
    /// The room of a redrawn view; it is shown as it is.
    public func redacted(reason: RedactionReasons) -> some View {
        alterFragments { _, fragment in
            guard reason.contains(.placeholder) else { return }
            fragment.styles["opacity"] = "0.4"
            fragment.node.attributes[.ariaBusy] = "true"
        }
    }
    /// Shows the view as it is.
    public func unredacted() -> some View { unaltered() }
    /// Marks what is private; the page is the reader's own.
    public func privacySensitive(_ sensitive: Bool = true) -> some View { unaltered() }
}

/// Why something is not shown in full.
///
/// Source: Apple's `RedactionReasons`.
public struct RedactionReasons: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int
    /// The bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// It stands for what is being loaded.
    public static let placeholder = RedactionReasons(rawValue: 1)
    /// It is private.
    public static let privacy = RedactionReasons(rawValue: 2)
    /// It is out of date.
    public static let invalidated = RedactionReasons(rawValue: 4)
}

/// Whether text may be marked.
///
/// Source: Apple's `TextSelectability`.
public protocol TextSelectability {
    /// Whether text may be marked.
    static var allowsSelection: Bool { get }
}
/// Text may be marked.
///
/// Source: Apple's `EnabledTextSelectability`.
public struct EnabledTextSelectability: TextSelectability {
    /// True.
    public static let allowsSelection = true
}
/// Text may not be marked.
///
/// Source: Apple's `DisabledTextSelectability`.
public struct DisabledTextSelectability: TextSelectability {
    /// False.
    public static let allowsSelection = false
}
extension TextSelectability where Self == EnabledTextSelectability {
    /// Text may be marked.
    public static var enabled: EnabledTextSelectability { EnabledTextSelectability() }
}
extension TextSelectability where Self == DisabledTextSelectability {
    /// Text may not be marked.
    public static var disabled: DisabledTextSelectability { DisabledTextSelectability() }
}

/// How colours are laid over others.
///
/// Source: Apple's `BlendMode`.
public enum BlendMode: Hashable, Sendable {
    /// Above.
    case normal
    /// Darker.
    case multiply
    /// Lighter.
    case screen
    /// More contrast.
    case overlay
    /// The darker one.
    case darken
    /// The lighter one.
    case lighten
    /// Brighter.
    case colorDodge
    /// Darker.
    case colorBurn
    /// Softly.
    case softLight
    /// Hard.
    case hardLight
    /// The difference.
    case difference
    /// Nearly the difference.
    case exclusion
    /// The hue.
    case hue
    /// The saturation.
    case saturation
    /// The colour.
    case color
    /// The brightness.
    case luminosity
    /// The sum.
    case plusLighter
    /// The sum, darker.
    case plusDarker

    var css: String {
        switch self {
        case .normal: "normal"
        case .multiply, .plusDarker: "multiply"
        case .screen: "screen"
        case .overlay: "overlay"
        case .darken: "darken"
        case .lighten: "lighten"
        case .colorDodge: "color-dodge"
        case .colorBurn: "color-burn"
        case .softLight: "soft-light"
        case .hardLight: "hard-light"
        case .difference: "difference"
        case .exclusion: "exclusion"
        case .hue: "hue"
        case .saturation: "saturation"
        case .color: "color"
        case .luminosity: "luminosity"
        case .plusLighter: "plus-lighter"
        }
    }
}

extension Fragment {
    /// Colours text and symbols that have no colour of their own.
    mutating func color(_ paint: _Paint) {
        guard styles["color"] == nil, !classes.contains(where: { $0.hasPrefix("c-") }) else { return }
        if classes.contains("shape"), styles["background"] == nil {
            styles["background"] = paint.background
        } else if let image = paint.image {
            styles["background"] = image
            styles["background-clip"] = "text"
            styles["color"] = "transparent"
        } else if let name = paint.name, name != "page", name != "material", name != "fill" {
            classes.append("c-\(name)")
        } else {
            styles["color"] = paint.color
        }
    }
}
