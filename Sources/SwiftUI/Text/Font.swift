import Foundation

/// How letters look.
///
/// Source: Apple's `Font`.
public struct Font: Hashable, Sendable {
    var styleName: TextStyle?
    var size: CGFloat?
    var fixedWeight: Weight?
    var fixedDesign: Design?
    var family: String?
    var isItalic = false
    var hasFixedDigits = false

    /// The sizes that text has by its role.
    ///
    /// Source: Apple's `Font.TextStyle`.
    public enum TextStyle: String, CaseIterable, Hashable, Sendable {
        /// The title of a screen.
        case largeTitle
        /// A title of the first level.
        case title
        /// A title of the second level.
        case title2
        /// A title of the third level.
        case title3
        /// A heading.
        case headline
        /// A smaller heading.
        case subheadline
        /// Running text.
        case body
        /// A remark.
        case callout
        /// A note below.
        case footnote
        /// Words at a picture.
        case caption
        /// Smaller words at a picture.
        case caption2
    }

    /// How heavy letters are.
    ///
    /// Source: Apple's `Font.Weight`.
    public struct Weight: Hashable, Sendable {
        let value: Int
        let name: String
        /// 100.
        public static let ultraLight = Weight(value: 100, name: "ultraLight")
        /// 200.
        public static let thin = Weight(value: 200, name: "thin")
        /// 300.
        public static let light = Weight(value: 300, name: "light")
        /// 400.
        public static let regular = Weight(value: 400, name: "regular")
        /// 500.
        public static let medium = Weight(value: 500, name: "medium")
        /// 600.
        public static let semibold = Weight(value: 600, name: "semibold")
        /// 700.
        public static let bold = Weight(value: 700, name: "bold")
        /// 800.
        public static let heavy = Weight(value: 800, name: "heavy")
        /// 900.
        public static let black = Weight(value: 900, name: "black")
    }

    /// The design of letters.
    ///
    /// Source: Apple's `Font.Design`.
    public enum Design: Hashable, Sendable {
        /// The system's.
        case `default`
        /// With serifs.
        case serif
        /// Round.
        case rounded
        /// Of one width.
        case monospaced

        var className: String? {
            switch self {
            case .default: nil
            case .serif: "serif"
            case .rounded: "rounded"
            case .monospaced: "mono"
            }
        }
    }

    /// How wide letters are.
    ///
    /// Source: Apple's `Font.Width`. Without effect.
    public struct Width: Hashable, Sendable {
        /// The width beside the usual one.
        public var value: CGFloat
        /// A width.
        public init(_ value: CGFloat) { self.value = value }
        /// Narrow.
        public static let compressed = Width(-0.4)
        /// Rather narrow.
        public static let condensed = Width(-0.2)
        /// Usual.
        public static let standard = Width(0)
        /// Wide.
        public static let expanded = Width(0.2)
    }

    /// The space between lines.
    ///
    /// Source: Apple's `Font.Leading`. Without effect.
    public enum Leading: Hashable, Sendable {
        /// Usual.
        case standard
        /// Tight.
        case tight
        /// Loose.
        case loose
    }

    private static func style(_ style: TextStyle) -> Font { Font(styleName: style) }

    /// The title of a screen.
    public static let largeTitle = style(.largeTitle)
    /// A title of the first level.
    public static let title = style(.title)
    /// A title of the second level.
    public static let title2 = style(.title2)
    /// A title of the third level.
    public static let title3 = style(.title3)
    /// A heading.
    public static let headline = style(.headline)
    /// A smaller heading.
    public static let subheadline = style(.subheadline)
    /// Running text.
    public static let body = style(.body)
    /// A remark.
    public static let callout = style(.callout)
    /// A note below.
    public static let footnote = style(.footnote)
    /// Words at a picture.
    public static let caption = style(.caption)
    /// Smaller words at a picture.
    public static let caption2 = style(.caption2)

    /// The font of a role.
    public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font {
        Font(styleName: style, fixedWeight: weight, fixedDesign: design)
    }

    /// The system's font at a size in points; it follows the reader's text size.
    public static func system(size: CGFloat, weight: Weight? = nil, design: Design? = nil) -> Font {
        Font(size: size, fixedWeight: weight, fixedDesign: design)
    }

    /// A font by name, where the reader's system has it.
    public static func custom(_ name: String, size: CGFloat) -> Font { Font(size: size, family: name) }
    /// A font by name, where the reader's system has it.
    public static func custom(_ name: String, fixedSize: CGFloat) -> Font { Font(size: fixedSize, family: name) }
    /// A font by name, where the reader's system has it.
    public static func custom(_ name: String, size: CGFloat, relativeTo textStyle: TextStyle) -> Font {
        Font(size: size, family: name)
    }

    private func with(_ change: (inout Font) -> Void) -> Font {
        var copy = self
        change(&copy)
        return copy
    }

    /// Another weight.
    public func weight(_ weight: Weight) -> Font { with { $0.fixedWeight = weight } }
    /// Bold.
    public func bold() -> Font { weight(.bold) }
    /// Slanted.
    public func italic() -> Font { with { $0.isItalic = true } }
    /// Letters of one width.
    public func monospaced() -> Font { with { $0.fixedDesign = .monospaced } }
    /// Digits of one width.
    public func monospacedDigit() -> Font { with { $0.hasFixedDigits = true } }
    /// The same: small capitals are left to the font.
    public func smallCaps() -> Font { self }
    /// The same: the space between lines is the page's.
    public func leading(_ leading: Leading) -> Font { self }
    /// The same: letters have one width here.
    public func width(_ width: Width) -> Font { self }

    /// Gives an element these looks, where it has none of its own.
    func apply(to fragment: inout Fragment) {
        if let styleName, !fragment.classes.contains(where: { $0.hasPrefix("t-") }), fragment.styles["font-size"] == nil
        {
            fragment.classes.append("t-\(styleName.rawValue)")
        }
        if let size, !fragment.classes.contains(where: { $0.hasPrefix("t-") }) {
            fragment.styles.fill("font-size", rem(size))
        }
        if let fixedWeight { fragment.styles.fill("font-weight", String(fixedWeight.value)) }
        if let name = fixedDesign?.className, !fragment.classes.contains(name) { fragment.classes.append(name) }
        if let family { fragment.styles.fill("font-family", Self.quoted(family)) }
        if isItalic { fragment.styles.fill("font-style", "italic") }
        if hasFixedDigits { fragment.classes.append("mono-digits") }
    }

    /// A name as CSS quotes it: nothing but letters, digits and blanks is left.
    private static func quoted(_ name: String) -> String {
        "'" + name.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" } + "',system-ui"
    }
}
