import Foundation
import WebHost

/// Which parts of a date are chosen.
///
/// Source: Apple's `DatePickerComponents`.
public struct DatePickerComponents: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// The bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Hour and minute.
    public static let hourAndMinute = DatePickerComponents(rawValue: 1)
    /// The day.
    public static let date = DatePickerComponents(rawValue: 2)
}

/// A date.
///
/// Source: Apple's `DatePicker`.
public struct DatePicker<Label: View>: View, Primitive {
    /// Which parts of a date are chosen.
    public typealias Components = DatePickerComponents
    private let selection: Binding<Date>
    private let bounds: (Date?, Date?)
    private let components: DatePickerComponents
    private let label: Label

    private init(
        _ selection: Binding<Date>,
        _ bounds: (Date?, Date?),
        _ components: DatePickerComponents,
        _ label: Label
    ) {
        self.selection = selection
        self.bounds = bounds
        self.components = components
        self.label = label
    }

    /// A date picker with a label.
    public init(
        selection: Binding<Date>,
        displayedComponents: Components = [.hourAndMinute, .date],
        @ViewBuilder label: () -> Label
    ) { self.init(selection, (nil, nil), displayedComponents, label()) }
    /// A date picker with a label, between bounds.
    public init(
        selection: Binding<Date>,
        in range: ClosedRange<Date>,
        displayedComponents: Components = [.hourAndMinute, .date],
        @ViewBuilder label: () -> Label
    ) { self.init(selection, (range.lowerBound, range.upperBound), displayedComponents, label()) }
    /// A date picker with a label, from a date on.
    public init(
        selection: Binding<Date>,
        in range: PartialRangeFrom<Date>,
        displayedComponents: Components = [.hourAndMinute, .date],
        @ViewBuilder label: () -> Label
    ) { self.init(selection, (range.lowerBound, nil), displayedComponents, label()) }
    /// A date picker with a label, up to a date.
    public init(
        selection: Binding<Date>,
        in range: PartialRangeThrough<Date>,
        displayedComponents: Components = [.hourAndMinute, .date],
        @ViewBuilder label: () -> Label
    ) { self.init(selection, (nil, range.upperBound), displayedComponents, label()) }

    public func _render(_ context: _RenderContext) {
        let id = context.id()
        let form = DateForm(components: components, calendar: context.environment.calendar)
        let value = context.read { self.selection.wrappedValue }
        var input = Node(id: id, element: .input, attributes: [.type: form.inputType], events: .input)
        input.properties.value = form.text(value)
        if form.inputType != "time" {
            input.attributes[.min] = bounds.0.map(form.text)
            input.attributes[.max] = bounds.1.map(form.text)
        }
        let isEnabled = context.environment.isEnabled
        if !isEnabled { input.attributes[.disabled] = "" }
        let (selection, bounds) = (selection, bounds)
        context.on(id) { action in
            guard isEnabled, case .input(let text) = action, let date = form.date(text, near: selection.wrappedValue)
            else { return }
            selection.wrappedValue = min(bounds.1 ?? date, max(bounds.0 ?? date, date))
        }
        let node = Node(
            id: id + "o",
            element: .label,
            content: .children([context.controlName(label, id + "n"), input])
        )
        context.emit(Fragment(node, classes: ["date"], isControl: true))
    }
}

extension DatePicker where Label == Text {
    /// A date picker with a name.
    public init(
        _ titleKey: LocalizedStringKey,
        selection: Binding<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) {
        self.init(selection, (nil, nil), displayedComponents, Text(titleKey))
    }
    /// A date picker with a name.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S,
        selection: Binding<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) {
        self.init(selection, (nil, nil), displayedComponents, Text(title))
    }
    /// A date picker with a name, between bounds.
    public init(
        _ titleKey: LocalizedStringKey,
        selection: Binding<Date>,
        in range: ClosedRange<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) { self.init(selection, (range.lowerBound, range.upperBound), displayedComponents, Text(titleKey)) }
    /// A date picker with a name, from a date on.
    public init(
        _ titleKey: LocalizedStringKey,
        selection: Binding<Date>,
        in range: PartialRangeFrom<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) { self.init(selection, (range.lowerBound, nil), displayedComponents, Text(titleKey)) }
    /// A date picker with a name, up to a date.
    public init(
        _ titleKey: LocalizedStringKey,
        selection: Binding<Date>,
        in range: PartialRangeThrough<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) { self.init(selection, (nil, range.upperBound), displayedComponents, Text(titleKey)) }
    /// A time between two others.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S,
        selection: Binding<Date>,
        in range: ClosedRange<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) { self.init(selection, (range.lowerBound, range.upperBound), displayedComponents, Text(title)) }
    /// A time from another one on.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S,
        selection: Binding<Date>,
        in range: PartialRangeFrom<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) { self.init(selection, (range.lowerBound, nil), displayedComponents, Text(title)) }
    /// A time up to another one.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S,
        selection: Binding<Date>,
        in range: PartialRangeThrough<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) { self.init(selection, (nil, range.upperBound), displayedComponents, Text(title)) }
}

/// A date as the page's inputs write it: in the reader's time zone.
struct DateForm {
    let components: DatePickerComponents
    let calendar: Calendar

    var inputType: String {
        if components == .hourAndMinute { return "time" }
        return components == .date ? "date" : "datetime-local"
    }

    func text(_ date: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
        let day = String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
        let time = String(format: "%02d:%02d", parts.hour ?? 0, parts.minute ?? 0)
        return inputType == "time" ? time : inputType == "date" ? day : "\(day)T\(time)"
    }

    /// The date that a text means; parts that it does not say stay as they were.
    ///
    /// Nil for what is no date.
    func date(_ text: String, near date: Date) -> Date? {
        var parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        let pieces = text.split(separator: "T", maxSplits: 1).map(String.init)
        if inputType != "time" {
            let day = (pieces.first ?? "").split(separator: "-").compactMap { Int($0) }
            guard day.count == 3, (1...9_999).contains(day[0]), (1...12).contains(day[1]), (1...31).contains(day[2])
            else { return nil }
            (parts.year, parts.month, parts.day) = (day[0], day[1], day[2])
        }
        if inputType != "date" {
            let time = (pieces.last ?? "").split(separator: ":").compactMap { Int($0) }
            guard time.count >= 2, (0...23).contains(time[0]), (0...59).contains(time[1]) else { return nil }
            (parts.hour, parts.minute) = (time[0], time[1])
        }
        return calendar.date(from: parts)
    }
}

/// How date pickers look; the browser decides.
///
/// Source: Apple's `DatePickerStyle`.
public protocol DatePickerStyle {}
/// As usual.
///
/// Source: Apple's `DefaultDatePickerStyle`.
public struct DefaultDatePickerStyle: DatePickerStyle {
    /// As usual.
    public init() {}
}
/// Small.
///
/// Source: Apple's `CompactDatePickerStyle`.
public struct CompactDatePickerStyle: DatePickerStyle {
    /// Small.
    public init() {}
}
/// A calendar.
///
/// Source: Apple's `GraphicalDatePickerStyle`.
public struct GraphicalDatePickerStyle: DatePickerStyle {
    /// A calendar.
    public init() {}
}
/// Wheels.
///
/// Source: Apple's `WheelDatePickerStyle`.
public struct WheelDatePickerStyle: DatePickerStyle {
    /// Wheels.
    public init() {}
}
extension DatePickerStyle where Self == DefaultDatePickerStyle {
    /// As usual.
    public static var automatic: DefaultDatePickerStyle { DefaultDatePickerStyle() }
}
extension DatePickerStyle where Self == CompactDatePickerStyle {
    /// Small.
    public static var compact: CompactDatePickerStyle { CompactDatePickerStyle() }
}
extension DatePickerStyle where Self == GraphicalDatePickerStyle {
    /// A calendar.
    public static var graphical: GraphicalDatePickerStyle { GraphicalDatePickerStyle() }
}
extension DatePickerStyle where Self == WheelDatePickerStyle {
    /// Wheels.
    public static var wheel: WheelDatePickerStyle { WheelDatePickerStyle() }
}
extension View {
    /// How date pickers look; the browser decides.
    public func datePickerStyle<S: DatePickerStyle>(_ style: S) -> some View { unaltered() }
}

/// A colour.
///
/// Source: Apple's `ColorPicker`.
public struct ColorPicker<Label: View>: View, Primitive {
    private let selection: Binding<Color>
    private let label: Label
    /// A colour picker with a label.
    public init(selection: Binding<Color>, supportsOpacity: Bool = true, @ViewBuilder label: () -> Label) {
        self.selection = selection
        self.label = label()
    }
    public func _render(_ context: _RenderContext) {
        let id = context.id()
        let value = context.read { self.selection.wrappedValue }
        var input = Node(id: id, element: .input, attributes: [.type: "color"], events: .input)
        input.properties.value = value.hex ?? "#808080"
        let isEnabled = context.environment.isEnabled
        if !isEnabled { input.attributes[.disabled] = "" }
        let selection = selection
        context.on(id) {
            if isEnabled, case .input(let text) = $0, let color = Color(hex: text) { selection.wrappedValue = color }
        }
        let node = Node(
            id: id + "o",
            element: .label,
            content: .children([context.controlName(label, id + "n"), input])
        )
        context.emit(Fragment(node, classes: ["date"], isControl: true))
    }
}

extension ColorPicker where Label == Text {
    /// A colour picker with a name.
    public init(_ titleKey: LocalizedStringKey, selection: Binding<Color>, supportsOpacity: Bool = true) {
        self.init(selection: selection) { Text(titleKey) }
    }
    /// A colour picker with a name.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, selection: Binding<Color>, supportsOpacity: Bool = true) {
        self.init(selection: selection) { Text(title) }
    }
}

extension Color {
    /// As `#rrggbb`; nil for a colour that the page names.
    var hex: String? {
        let parts = css.color.dropFirst("color(srgb ".count).split(separator: " ").prefix(3).compactMap { Double($0) }
        guard css.color.hasPrefix("color(srgb "), parts.count == 3 else { return nil }
        return "#" + parts.map { String(format: "%02x", Int((min(1, max(0, $0)) * 255).rounded())) }.joined()
    }

    init?(hex: String) {
        guard hex.hasPrefix("#"), hex.count == 7, let number = UInt32(hex.dropFirst(), radix: 16) else { return nil }
        self.init(
            red: Double(number >> 16 & 255) / 255,
            green: Double(number >> 8 & 255) / 255,
            blue: Double(number & 255) / 255
        )
    }
}
