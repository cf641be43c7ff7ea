import Foundation
import SwiftData

// The values that the framework itself hands down to views.

/// What is around a view, as far as it changes how the view is drawn.
enum Surrounding: Equatable, Sendable { case plain, list, form, menu, picker, toolbar, tabs, table }

private struct SurroundingKey: EnvironmentKey { static var defaultValue: Surrounding { .plain } }
private struct WindowsRowsKey: EnvironmentKey { static var defaultValue: Bool { false } }
private struct AxisKey: EnvironmentKey { static var defaultValue: Axis? { .vertical } }
private struct LanguagesKey: EnvironmentKey { static var defaultValue: [String] { ["en"] } }
private struct ClockKey: EnvironmentKey { static var defaultValue: ViewClock { LiveSurroundings.clock } }
private struct FontKey: EnvironmentKey { static var defaultValue: Font? { nil } }
private struct IsEnabledKey: EnvironmentKey { static var defaultValue: Bool { true } }
private struct ColorSchemeKey: EnvironmentKey { static var defaultValue: ColorScheme { .light } }
private struct ContrastKey: EnvironmentKey { static var defaultValue: ColorSchemeContrast { .standard } }
private struct TypeSizeKey: EnvironmentKey { static var defaultValue: DynamicTypeSize { .large } }
private struct LocaleKey: EnvironmentKey { static var defaultValue: Locale { Locale(identifier: "en") } }
private struct CalendarKey: EnvironmentKey { static var defaultValue: Calendar { .current } }
private struct TimeZoneKey: EnvironmentKey { static var defaultValue: TimeZone { .current } }
private struct PhaseKey: EnvironmentKey { static var defaultValue: ScenePhase { .active } }
private struct ReduceMotionKey: EnvironmentKey { static var defaultValue: Bool { false } }
private struct DirectionKey: EnvironmentKey { static var defaultValue: LayoutDirection { .leftToRight } }
private struct LineLimitKey: EnvironmentKey { static var defaultValue: LineLimit? { nil } }
private struct TextCaseKey: EnvironmentKey { static var defaultValue: Text.Case? { nil } }
private struct TextAlignmentKey: EnvironmentKey { static var defaultValue: TextAlignment { .leading } }
private struct WidthClassKey: EnvironmentKey { static var defaultValue: UserInterfaceSizeClass? { .compact } }
private struct HeightClassKey: EnvironmentKey { static var defaultValue: UserInterfaceSizeClass? { .regular } }
private struct PageWidthKey: EnvironmentKey { static var defaultValue: Double { 0 } }
private struct OpenURLKey: EnvironmentKey {
    static var defaultValue: OpenURLAction { OpenURLAction { _ in .systemAction } }
}
private struct ControlSizeKey: EnvironmentKey { static var defaultValue: ControlSize { .regular } }
private struct UndoManagerKey: EnvironmentKey { static var defaultValue: UndoManager? { nil } }
private struct DisplayScaleKey: EnvironmentKey { static var defaultValue: CGFloat { 2 } }
private struct LetsRowsLeaveKey: EnvironmentKey { static var defaultValue: Bool { false } }
private struct IsDrawnAheadKey: EnvironmentKey { static var defaultValue: Bool { false } }
private struct LabelsHiddenKey: EnvironmentKey { static var defaultValue: Bool { false } }
private struct TintKey: EnvironmentKey { static var defaultValue: _Paint? { nil } }

extension EnvironmentValues {
    var surrounding: Surrounding {
        get { self[SurroundingKey.self] }
        set { self[SurroundingKey.self] = newValue }
    }
    /// Whether repeated views are drawn a hundred at a time.
    var windowsRows: Bool {
        get { self[WindowsRowsKey.self] }
        set { self[WindowsRowsKey.self] = newValue }
    }
    /// Whether repeated views leave the page again that lie far behind the reader.
    var letsRowsLeave: Bool {
        get { self[LetsRowsLeaveKey.self] }
        set { self[LetsRowsLeaveKey.self] = newValue }
    }
    /// Whether views are drawn before the reader has come to them: the page says when it has them in its window.
    var isDrawnAhead: Bool {
        get { self[IsDrawnAheadKey.self] }
        set { self[IsDrawnAheadKey.self] = newValue }
    }
    var stackAxis: Axis? {
        get { self[AxisKey.self] }
        set { self[AxisKey.self] = newValue }
    }
    /// The languages of the one who reads, the dearest first.
    var languages: [String] {
        get { self[LanguagesKey.self] }
        set { self[LanguagesKey.self] = newValue }
    }
    var clock: ViewClock {
        get { self[ClockKey.self] }
        set { self[ClockKey.self] = newValue }
    }
    var lineLimit: LineLimit? {
        get { self[LineLimitKey.self] }
        set { self[LineLimitKey.self] = newValue }
    }
    var labelsAreHidden: Bool {
        get { self[LabelsHiddenKey.self] }
        set { self[LabelsHiddenKey.self] = newValue }
    }
    /// The width of the page in CSS pixels; 0 where it is not known.
    var pageWidth: Double {
        get { self[PageWidthKey.self] }
        set { self[PageWidthKey.self] = newValue }
    }
    var tintPaint: _Paint? {
        get { self[TintKey.self] }
        set { self[TintKey.self] = newValue }
    }

    mutating func enterStack(_ axis: Axis?) {
        stackAxis = axis
        surrounding = .plain
        windowsRows = false
        letsRowsLeave = false
    }

    /// The font.
    public var font: Font? {
        get { self[FontKey.self] }
        set { self[FontKey.self] = newValue }
    }
    /// Whether controls can be used.
    public var isEnabled: Bool {
        get { self[IsEnabledKey.self] }
        set { self[IsEnabledKey.self] = newValue }
    }
    /// Light or dark, as the page is shown.
    public var colorScheme: ColorScheme {
        get { self[ColorSchemeKey.self] }
        set { self[ColorSchemeKey.self] = newValue }
    }
    /// Whether the reader asks for more contrast.
    public var colorSchemeContrast: ColorSchemeContrast { self[ContrastKey.self] }
    var contrast: ColorSchemeContrast {
        get { self[ContrastKey.self] }
        set { self[ContrastKey.self] = newValue }
    }
    /// The reader's text size.
    public var dynamicTypeSize: DynamicTypeSize {
        get { self[TypeSizeKey.self] }
        set { self[TypeSizeKey.self] = newValue }
    }
    /// The reader's language and region.
    public var locale: Locale {
        get { self[LocaleKey.self] }
        set {
            self[LocaleKey.self] = newValue
            // Texts are looked up in the language that was set, then in the reader's.
            let tag = newValue.identifier(.bcp47)
            languages = [tag] + languages.filter { $0 != tag }
        }
    }
    /// The calendar.
    public var calendar: Calendar {
        get { self[CalendarKey.self] }
        set { self[CalendarKey.self] = newValue }
    }
    /// The reader's time zone.
    public var timeZone: TimeZone {
        get { self[TimeZoneKey.self] }
        set { self[TimeZoneKey.self] = newValue }
    }
    /// Whether the page is in front.
    public var scenePhase: ScenePhase {
        get { self[PhaseKey.self] }
        set { self[PhaseKey.self] = newValue }
    }
    /// Whether the reader asks for less motion.
    public var accessibilityReduceMotion: Bool { self[ReduceMotionKey.self] }
    var reducesMotion: Bool {
        get { self[ReduceMotionKey.self] }
        set { self[ReduceMotionKey.self] = newValue }
    }
    /// Whether colour alone must not carry a meaning: always, since a page may be printed or read aloud.
    public var accessibilityDifferentiateWithoutColor: Bool { true }
    /// Whether see-through surfaces are unwanted; browsers do not say.
    public var accessibilityReduceTransparency: Bool { false }
    /// Whether a reader for the blind runs; browsers do not say.
    public var accessibilityVoiceOverEnabled: Bool { false }
    /// Whether colours are inverted; browsers do not say.
    public var accessibilityInvertColors: Bool { false }
    /// The direction of text.
    public var layoutDirection: LayoutDirection {
        get { self[DirectionKey.self] }
        set { self[DirectionKey.self] = newValue }
    }
    /// Capital or small letters.
    public var textCase: Text.Case? {
        get { self[TextCaseKey.self] }
        set { self[TextCaseKey.self] = newValue }
    }
    /// Where lines of text begin.
    public var multilineTextAlignment: TextAlignment {
        get { self[TextAlignmentKey.self] }
        set { self[TextAlignmentKey.self] = newValue }
    }
    /// Whether the page is wide.
    public var horizontalSizeClass: UserInterfaceSizeClass? {
        get { self[WidthClassKey.self] }
        set { self[WidthClassKey.self] = newValue }
    }
    /// Whether the page is high.
    public var verticalSizeClass: UserInterfaceSizeClass? {
        get { self[HeightClassKey.self] }
        set { self[HeightClassKey.self] = newValue }
    }
    /// Opens an address.
    public var openURL: OpenURLAction {
        get { self[OpenURLKey.self] }
        set { self[OpenURLKey.self] = newValue }
    }
    /// The size of controls.
    public var controlSize: ControlSize {
        get { self[ControlSizeKey.self] }
        set { self[ControlSizeKey.self] = newValue }
    }
    /// Takes changes back.
    public var undoManager: UndoManager? { self[UndoManagerKey.self] }
    var undo: UndoManager? {
        get { self[UndoManagerKey.self] }
        set { self[UndoManagerKey.self] = newValue }
    }
    /// Pixels in a point; browsers take care of it.
    public var displayScale: CGFloat {
        get { self[DisplayScaleKey.self] }
        set { self[DisplayScaleKey.self] = newValue }
    }
    /// The length of a pixel in points.
    public var pixelLength: CGFloat { 1 / displayScale }
}

/// Along which way.
///
/// Source: Apple's `Axis`.
public enum Axis: Int8, CaseIterable, Hashable, Sendable {
    /// Across.
    case horizontal
    /// From top to bottom.
    case vertical

    /// Several ways.
    ///
    /// Source: Apple's `Axis.Set`.
    public struct Set: OptionSet, Sendable {
        /// The bits.
        public let rawValue: Int8
        /// The bits.
        public init(rawValue: Int8) { self.rawValue = rawValue }
        /// Across.
        public static let horizontal = Set(rawValue: 1)
        /// From top to bottom.
        public static let vertical = Set(rawValue: 2)
    }
}

/// Light or dark.
///
/// Source: Apple's `ColorScheme`.
public enum ColorScheme: CaseIterable, Hashable, Sendable {
    /// Dark text on light.
    case light
    /// Light text on dark.
    case dark
}

/// How much contrast there is.
///
/// Source: Apple's `ColorSchemeContrast`.
public enum ColorSchemeContrast: CaseIterable, Hashable, Sendable {
    /// As usual.
    case standard
    /// More than usual.
    case increased
}

/// The direction of text.
///
/// Source: Apple's `LayoutDirection`.
public enum LayoutDirection: CaseIterable, Hashable, Sendable {
    /// As in English.
    case leftToRight
    /// As in Arabic.
    case rightToLeft
}

/// Where lines of text begin.
///
/// Source: Apple's `TextAlignment`.
public enum TextAlignment: CaseIterable, Hashable, Sendable {
    /// At the leading side.
    case leading
    /// In the middle.
    case center
    /// At the trailing side.
    case trailing
}

/// Whether there is much room.
///
/// Source: Apple's `UserInterfaceSizeClass`.
public enum UserInterfaceSizeClass: Hashable, Sendable {
    /// Little.
    case compact
    /// Much.
    case regular
}

/// Whether a scene is in front.
///
/// Source: Apple's `ScenePhase`.
public enum ScenePhase: Int, Comparable, Hashable, Sendable {
    /// Not seen.
    case background
    /// Seen, and not used.
    case inactive
    /// In front.
    case active
    /// Which is further behind.
    public static func < (lhs: ScenePhase, rhs: ScenePhase) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// The size of controls.
///
/// Source: Apple's `ControlSize`.
public enum ControlSize: CaseIterable, Hashable, Sendable {
    /// The smallest.
    case mini
    /// Small.
    case small
    /// Usual.
    case regular
    /// Large.
    case large
    /// The largest.
    case extraLarge
}

/// The reader's text size.
///
/// Source: Apple's `DynamicTypeSize`.
public enum DynamicTypeSize: Int, Comparable, CaseIterable, Hashable, Sendable {
    /// The smallest.
    case xSmall
    /// Small.
    case small
    /// Rather small.
    case medium
    /// The usual one.
    case large
    /// Rather large.
    case xLarge
    /// Large.
    case xxLarge
    /// Very large.
    case xxxLarge
    /// For those who see little.
    case accessibility1
    /// Larger.
    case accessibility2
    /// Larger still.
    case accessibility3
    /// Nearly the largest.
    case accessibility4
    /// The largest.
    case accessibility5
    /// Whether it is one of those for people who see little.
    public var isAccessibilitySize: Bool { self >= .accessibility1 }
    /// Which is smaller.
    public static func < (lhs: DynamicTypeSize, rhs: DynamicTypeSize) -> Bool { lhs.rawValue < rhs.rawValue }

    /// The size for text that is so many times as large as usual.
    init(scale: Double) {
        let limits = [0.83, 0.89, 0.95, 1.06, 1.18, 1.3, 1.5, 1.8, 2.1, 2.5, 2.9]
        self = DynamicTypeSize(rawValue: limits.firstIndex { scale < $0 } ?? limits.count) ?? .large
    }
}

/// At most so many lines.
struct LineLimit: Equatable, Sendable {
    var most: Int?
    var least: Int?

    func apply(to fragment: inout Fragment) {
        guard let most, most > 0 else { return }
        fragment.classes.append("lines")
        fragment.styles["--lines"] = String(most)
    }
}

/// Opens an address when it is called.
///
/// Source: Apple's `OpenURLAction`.
public struct OpenURLAction: Sendable {
    /// What became of an address.
    ///
    /// Source: Apple's `OpenURLAction.Result`.
    public struct Result: Sendable {
        enum Kind: Sendable, Equatable { case handled, discarded, system }
        let kind: Kind
        var url: URL?
        /// The app has done it.
        public static let handled = Result(kind: .handled)
        /// Nothing is to be done.
        public static let discarded = Result(kind: .discarded)
        /// The browser is to do it.
        public static let systemAction = Result(kind: .system)
        /// The browser is to open another address.
        public static func systemAction(_ url: URL) -> Result { Result(kind: .system, url: url) }
    }

    private let handler: @Sendable @MainActor (URL) -> Result
    /// What the page is to open.
    var open: (@Sendable @MainActor (URL) -> Void)?

    /// An action of the app's own.
    public init(handler: @escaping @Sendable @MainActor (URL) -> Result) { self.handler = handler }

    /// Opens an address.
    @MainActor public func callAsFunction(_ url: URL) {
        let result = handler(url)
        if result.kind == .system { open?(result.url ?? url) }
    }

    /// Opens an address and tells whether anybody took it.
    @MainActor public func callAsFunction(_ url: URL, completion: @escaping (Bool) -> Void) {
        let result = handler(url)
        if result.kind == .system { open?(result.url ?? url) }
        completion(result.kind != .discarded)
    }

    /// Whether the app has an action of its own for it.
    @MainActor func isHandledByApp(_ url: URL) -> Bool { handler(url).kind != .system }
}
