/// The looks of a run of text.
struct TextStyle: Equatable {
    var font: Font?
    var weight: Font.Weight?
    var color: String?
    var isItalic = false
    var isMonospaced = false
    var hasFixedDigits = false
    var strikethrough: Text.LineStyle?
    var underline: Text.LineStyle?
    var kerning: CGFloat?
    var baseline: CGFloat?
    var link: String?

    var isPlain: Bool { self == TextStyle() }

    /// Writes the looks that CSS has.
    func apply(to fragment: inout Fragment) {
        font?.apply(to: &fragment)
        if let weight { fragment.styles["font-weight"] = String(weight.value) }
        if let color { fragment.styles["color"] = color }
        if isItalic { fragment.styles["font-style"] = "italic" }
        if isMonospaced { fragment.styles["font-family"] = "var(--font-mono,monospace)" }
        if hasFixedDigits { fragment.styles["font-variant-numeric"] = "tabular-nums" }
        if let kerning { fragment.styles["letter-spacing"] = rem(kerning) }
        if let baseline { fragment.styles["vertical-align"] = rem(baseline) }
    }
}

extension Text {
    func styled(_ change: (inout TextStyle) -> Void) -> Text {
        var copy = self
        for index in copy.runs.indices { change(&copy.runs[index].style) }
        return copy
    }

    /// The font, where none is set yet.
    public func font(_ font: Font?) -> Text { styled { $0.font = $0.font ?? font } }
    /// The weight.
    public func fontWeight(_ weight: Font.Weight?) -> Text { styled { $0.weight = $0.weight ?? weight } }
    /// The design of the letters.
    public func fontDesign(_ design: Font.Design?) -> Text {
        styled { if design == .monospaced { $0.isMonospaced = true } }
    }
    /// The color.
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text { styled { $0.color = $0.color ?? style.css.color } }
    /// The color.
    public func foregroundColor(_ color: Color?) -> Text { styled { $0.color = $0.color ?? color?.css.color } }
    /// Bold letters.
    public func bold() -> Text { bold(true) }
    /// Bold letters, or not.
    public func bold(_ isActive: Bool) -> Text { isActive ? styled { $0.weight = .bold } : self }
    /// Slanted letters.
    public func italic() -> Text { italic(true) }
    /// Slanted letters, or not.
    public func italic(_ isActive: Bool) -> Text { styled { $0.isItalic = isActive } }
    /// Letters of one width.
    public func monospaced(_ isActive: Bool = true) -> Text { styled { $0.isMonospaced = isActive } }
    /// Digits of one width.
    public func monospacedDigit() -> Text { styled { $0.hasFixedDigits = true } }
    /// A line through the text.
    public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Text {
        styled { $0.strikethrough = isActive ? .single : nil }
    }
    /// A line through the text.
    public func strikethrough(_ isActive: Bool = true, pattern: LineStyle.Pattern, color: Color? = nil) -> Text {
        styled { $0.strikethrough = isActive ? LineStyle(pattern: pattern) : nil }
    }
    /// A line below the text.
    public func underline(_ isActive: Bool = true, color: Color? = nil) -> Text {
        styled { $0.underline = isActive ? .single : nil }
    }
    /// A line below the text.
    public func underline(_ isActive: Bool = true, pattern: LineStyle.Pattern, color: Color? = nil) -> Text {
        styled { $0.underline = isActive ? LineStyle(pattern: pattern) : nil }
    }
    /// Space between letters, in points.
    public func kerning(_ kerning: CGFloat) -> Text { styled { $0.kerning = kerning } }
    /// Space between letters, in points.
    public func tracking(_ tracking: CGFloat) -> Text { styled { $0.kerning = tracking } }
    /// How far above the line the text stands, in points.
    public func baselineOffset(_ baselineOffset: CGFloat) -> Text { styled { $0.baseline = baselineOffset } }
}

/// A length in points, as a multiple of the size of the page's text: 16 points are the usual size.
func rem(_ points: CGFloat) -> String {
    guard points.isFinite else { return "0" }
    return points == 0 ? "0" : "\(decimal(points / 16))rem"
}

/// A number as CSS writes it, with up to four places.
func decimal(_ number: CGFloat) -> String {
    guard number.isFinite else { return "0" }
    let rounded = (number * 10_000).rounded() / 10_000
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int(rounded)) : String(Double(rounded))
}
