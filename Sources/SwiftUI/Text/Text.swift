import Foundation
import WebHost

/// A piece of text.
///
/// Source: Apple's `Text`.
public struct Text: Equatable {
    /// A run of text in one style.
    struct Run: Equatable {
        var content: Content
        var style = TextStyle()
    }

    enum Content: Equatable {
        case verbatim(String)
        case key(LocalizedStringKey, table: String?, bundle: Bundle?)
        case date(Date, DateStyle)
        case interval(ClosedRange<Date>)
        case formatted(Formatted)
        case attributed(AttributedString)
        case icon(String)
        case own(OwnWord, [LocalizedStringKey.Argument])
    }

    /// A value that is written in the language of the one who reads.
    struct Formatted: Equatable {
        let value: AnyHashable?
        let text: (Locale, TimeZone) -> String
        static func == (left: Formatted, right: Formatted) -> Bool { left.value != nil && left.value == right.value }
    }

    var runs: [Run]

    /// A text as it is, not looked up.
    public init(verbatim content: String) { runs = [Run(content: .verbatim(content))] }

    /// A text as it is, not looked up.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ content: S) { runs = [Run(content: .verbatim(String(content)))] }

    /// A text from the app's tables of strings.
    public init(
        _ key: LocalizedStringKey,
        tableName: String? = nil,
        bundle: Bundle? = nil,
        comment: StaticString? = nil
    ) {
        runs = [Run(content: .key(key, table: tableName, bundle: bundle))]
    }

    /// A text with attributes.
    public init(_ attributedContent: AttributedString) { runs = [Run(content: .attributed(attributedContent))] }

    /// A date.
    public init(_ date: Date, style: DateStyle) { runs = [Run(content: .date(date, style))] }

    /// A span of time.
    public init(_ dates: ClosedRange<Date>) { runs = [Run(content: .interval(dates))] }

    /// A span of time.
    public init(_ interval: DateInterval) { self.init(interval.start...interval.end) }

    /// A value in a format, in the language of the one who reads.
    public init<F: FormatStyle>(_ input: F.FormatInput, format: F)
    where F.FormatInput: Equatable, F.FormatOutput == String {
        runs = [Run(content: .formatted(Formatted(value: nil) { locale, _ in format.locale(locale).format(input) }))]
    }

    /// A value written by a formatter.
    public init(_ subject: some NSObject, formatter: Formatter) {
        runs = [Run(content: .verbatim(formatter.string(for: subject) ?? ""))]
    }

    /// The symbol of an image, in a line of text.
    public init(_ image: Image) { runs = [Run(content: image.systemName.map { .icon($0) } ?? .verbatim(""))] }

    init(icon: String) { runs = [Run(content: .icon(icon))] }
    init(runs: [Run]) { self.runs = runs }

    /// One text after another.
    public static func + (lhs: Text, rhs: Text) -> Text { Text(runs: lhs.runs + rhs.runs) }

    /// How dates are written.
    ///
    /// Source: Apple's `Text.DateStyle`.
    public struct DateStyle: Equatable, Sendable {
        enum Kind: Sendable { case time, date, relative, offset, timer }
        let kind: Kind
        /// The time of day.
        public static let time = DateStyle(kind: .time)
        /// The day.
        public static let date = DateStyle(kind: .date)
        /// How far from now, in words.
        public static let relative = DateStyle(kind: .relative)
        /// How far from now, with a sign.
        public static let offset = DateStyle(kind: .offset)
        /// How far from now, as a clock that runs.
        public static let timer = DateStyle(kind: .timer)
    }

    /// Where a long line is cut.
    ///
    /// Source: Apple's `Text.TruncationMode`.
    public enum TruncationMode: Sendable {
        /// At the beginning.
        case head
        /// At the end.
        case tail
        /// In the middle.
        case middle
    }

    /// Capital or small letters.
    ///
    /// Source: Apple's `Text.Case`.
    public enum Case: Sendable {
        /// Capital letters.
        case uppercase
        /// Small letters.
        case lowercase
    }

    /// How lines through and below a text look.
    ///
    /// Source: Apple's `Text.LineStyle`.
    public struct LineStyle: Hashable, Sendable {
        let pattern: Pattern
        /// A single line.
        public static let single = LineStyle(pattern: .solid)
        /// A line of a pattern; the color is that of the text.
        public init(pattern: Pattern = .solid, color: Color? = nil) { self.pattern = pattern }
        /// The pattern of a line.
        public struct Pattern: Hashable, Sendable {
            let css: String
            /// One line.
            public static let solid = Pattern(css: "solid")
            /// Dots.
            public static let dot = Pattern(css: "dotted")
            /// Dashes.
            public static let dash = Pattern(css: "dashed")
            /// Dashes and dots.
            public static let dashDot = Pattern(css: "dashed")
            /// Dashes and two dots.
            public static let dashDotDot = Pattern(css: "dashed")
        }
    }
}

extension Text: @unchecked Sendable {}
