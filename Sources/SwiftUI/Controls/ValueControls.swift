import Foundation
import WebHost

extension _RenderContext {
    /// The name of a control, seen beside it or for readers alone.
    func controlName<L: View>(_ label: L, _ id: String) -> Node {
        var words: [Fragment] = []
        withEnvironment({ $0.enterLabel() }) { words = collected(label, "l") }
        let hidden = environment.labelsAreHidden ? "row-label visually-hidden" : "row-label"
        return Node(id: id, element: .span, attributes: [.class: hidden], content: .children(words.nodes.map(\.phrasing)))
    }
}

/// Makes a value larger or smaller by steps.
///
/// Source: Apple's `Stepper`.
public struct Stepper<Label: View>: View, Primitive {
    private let label: Label
    private let increment: (() -> Void)?
    private let decrement: (() -> Void)?
    private let canIncrement: () -> Bool
    private let canDecrement: () -> Bool

    /// A stepper with actions of the app's own; nil where a direction is closed.
    public init(
        @ViewBuilder label: () -> Label, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.label = label()
        increment = onIncrement
        decrement = onDecrement
        canIncrement = { onIncrement != nil }
        canDecrement = { onDecrement != nil }
    }

    /// A stepper for a value.
    public init<V: Strideable>(
        value: Binding<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.label = label()
        increment = { value.wrappedValue = value.wrappedValue.advanced(by: step) }
        decrement = { value.wrappedValue = value.wrappedValue.advanced(by: 0 - step) }
        canIncrement = { true }
        canDecrement = { true }
    }

    /// A stepper for a value between bounds.
    public init<V: Strideable>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.label = label()
        increment = { value.wrappedValue = min(bounds.upperBound, value.wrappedValue.advanced(by: step)) }
        decrement = { value.wrappedValue = max(bounds.lowerBound, value.wrappedValue.advanced(by: 0 - step)) }
        canIncrement = { value.wrappedValue < bounds.upperBound }
        canDecrement = { value.wrappedValue > bounds.lowerBound }
    }

    public func _render(_ context: _RenderContext) {
        let id = context.id()
        let name = context.controlName(label, id + "n")
        let words = name.words
        let less = button(id + "d", "Decrement", "minus", words, context.read(canDecrement), decrement, context)
        let more = button(id + "i", "Increment", "plus", words, context.read(canIncrement), increment, context)
        var node = Node(id: id, element: .div, content: .children([name, less, more]))
        node.attributes = [.role: "group", .ariaLabelledby: name.id]
        context.emit(Fragment(node, classes: ["stepper"], isControl: true))
    }

    private func button(
        _ id: String, _ title: String, _ icon: String, _ name: String, _ can: Bool, _ action: (() -> Void)?, _ context: _RenderContext
    ) -> Node {
        let symbol = Node(id: id + "s", element: .span, attributes: [.class: "icon", .ariaHidden: "true"], content: .icon(icon))
        var node = Node(id: id, element: .button, content: .children([symbol]), events: .click)
        node.attributes = [.class: "btn bordered icon-only", .type: "button", .ariaLabel: "\(title) \(name)"]
        let isEnabled = context.environment.isEnabled && can
        if !isEnabled { node.attributes[.disabled] = "" }
        context.on(id) { if $0 == .click, isEnabled { action?() } }
        return node
    }
}

extension Stepper where Label == Text {
    /// A stepper with a name for a value.
    public init<V: Strideable>(
        _ titleKey: LocalizedStringKey, value: Binding<V>, step: V.Stride = 1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.init(value: value, step: step) { Text(titleKey) } }
    /// A stepper with a name for a value.
    @_disfavoredOverload
    public init<S: StringProtocol, V: Strideable>(
        _ title: S, value: Binding<V>, step: V.Stride = 1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.init(value: value, step: step) { Text(title) } }
    /// A stepper with a name for a value between bounds.
    public init<V: Strideable>(
        _ titleKey: LocalizedStringKey, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.init(value: value, in: bounds, step: step) { Text(titleKey) } }
    /// A stepper with a name for a value between bounds.
    @_disfavoredOverload
    public init<S: StringProtocol, V: Strideable>(
        _ title: S, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.init(value: value, in: bounds, step: step) { Text(title) } }
    /// A stepper with a name and actions of the app's own.
    public init(
        _ titleKey: LocalizedStringKey, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.init(label: { Text(titleKey) }, onIncrement: onIncrement, onDecrement: onDecrement) }
}

/// A value between two others.
///
/// Source: Apple's `Slider`.
public struct Slider<Label: View, ValueLabel: View>: View, Primitive {
    private let read: () -> Double
    private let write: (Double) -> Void
    private let bounds: ClosedRange<Double>
    private let step: Double?
    private let label: Label
    private let ends: (ValueLabel, ValueLabel)?
    private let onEditingChanged: (Bool) -> Void

    fileprivate init<V: BinaryFloatingPoint>(
        _ value: Binding<V>, _ bounds: ClosedRange<V>, _ step: V.Stride?, _ label: Label, _ ends: (ValueLabel, ValueLabel)?,
        _ onEditingChanged: @escaping (Bool) -> Void
    ) where V.Stride: BinaryFloatingPoint {
        read = { Double(value.wrappedValue) }
        write = { value.wrappedValue = V($0) }
        self.bounds = Double(bounds.lowerBound)...Double(bounds.upperBound)
        self.step = step.map { Double($0) }
        self.label = label
        self.ends = ends
        self.onEditingChanged = onEditingChanged
    }

    public func _render(_ context: _RenderContext) {
        let id = context.id()
        let value = context.read(read)
        var input = Node(id: id, element: .input, attributes: [.type: "range"], events: .input)
        input.attributes[.min] = decimal(CGFloat(bounds.lowerBound))
        input.attributes[.max] = decimal(CGFloat(bounds.upperBound))
        input.attributes[.step] = step.map { decimal(CGFloat($0)) } ?? "any"
        input.properties.value = decimal(CGFloat(value))
        if let said = context.environment.spokenValue { input.attributes[.ariaValuetext] = said }
        let isEnabled = context.environment.isEnabled
        if !isEnabled { input.attributes[.disabled] = "" }
        let (write, bounds, changed) = (write, bounds, onEditingChanged)
        context.on(id) { action in
            guard isEnabled, case .input(let text) = action, let number = Double(text), number.isFinite else { return }
            changed(true)
            write(min(bounds.upperBound, max(bounds.lowerBound, number)))
            changed(false)
        }
        let name = context.controlName(label, id + "n")
        var children = [name]
        if let ends { children += context.nodes(ends.0, "min").map(\.phrasing) }
        children.append(input)
        if let ends { children += context.nodes(ends.1, "max").map(\.phrasing) }
        let node = Node(id: id + "o", element: .label, content: .children(children))
        context.emit(Fragment(node, classes: ["slider"], isControl: true))
    }
}

extension Slider {
    /// A slider with a label and marks at its ends.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder minimumValueLabel: () -> ValueLabel, @ViewBuilder maximumValueLabel: () -> ValueLabel,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value, bounds, nil, label(), (minimumValueLabel(), maximumValueLabel()), onEditingChanged)
    }
    /// A slider by steps, with a label and marks at its ends.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
        @ViewBuilder minimumValueLabel: () -> ValueLabel, @ViewBuilder maximumValueLabel: () -> ValueLabel,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value, bounds, step, label(), (minimumValueLabel(), maximumValueLabel()), onEditingChanged)
    }
}

extension Slider where ValueLabel == EmptyView {
    /// A slider with a label.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint { self.init(value, bounds, nil, label(), nil, onEditingChanged) }
    /// A slider by steps, with a label.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint { self.init(value, bounds, step, label(), nil, onEditingChanged) }
}

extension Slider where Label == EmptyView, ValueLabel == EmptyView {
    /// A slider.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint { self.init(value, bounds, nil, EmptyView(), nil, onEditingChanged) }
    /// A slider by steps.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint { self.init(value, bounds, step, EmptyView(), nil, onEditingChanged) }
}

private struct SpokenValueKey: EnvironmentKey { static var defaultValue: String? { nil } }

extension EnvironmentValues {
    /// The value of a control in words.
    var spokenValue: String? { get { self[SpokenValueKey.self] } set { self[SpokenValueKey.self] = newValue } }
}

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

    private init(_ selection: Binding<Date>, _ bounds: (Date?, Date?), _ components: DatePickerComponents, _ label: Label) {
        self.selection = selection
        self.bounds = bounds
        self.components = components
        self.label = label
    }

    /// A date picker with a label.
    public init(
        selection: Binding<Date>, displayedComponents: Components = [.hourAndMinute, .date], @ViewBuilder label: () -> Label
    ) { self.init(selection, (nil, nil), displayedComponents, label()) }
    /// A date picker with a label, between bounds.
    public init(
        selection: Binding<Date>, in range: ClosedRange<Date>, displayedComponents: Components = [.hourAndMinute, .date],
        @ViewBuilder label: () -> Label
    ) { self.init(selection, (range.lowerBound, range.upperBound), displayedComponents, label()) }
    /// A date picker with a label, from a date on.
    public init(
        selection: Binding<Date>, in range: PartialRangeFrom<Date>, displayedComponents: Components = [.hourAndMinute, .date],
        @ViewBuilder label: () -> Label
    ) { self.init(selection, (range.lowerBound, nil), displayedComponents, label()) }
    /// A date picker with a label, up to a date.
    public init(
        selection: Binding<Date>, in range: PartialRangeThrough<Date>, displayedComponents: Components = [.hourAndMinute, .date],
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
            guard isEnabled, case .input(let text) = action, let date = form.date(text, near: selection.wrappedValue) else { return }
            selection.wrappedValue = min(bounds.1 ?? date, max(bounds.0 ?? date, date))
        }
        let node = Node(id: id + "o", element: .label, content: .children([context.controlName(label, id + "n"), input]))
        context.emit(Fragment(node, classes: ["date"], isControl: true))
    }
}

extension DatePicker where Label == Text {
    /// A date picker with a name.
    public init(_ titleKey: LocalizedStringKey, selection: Binding<Date>, displayedComponents: Components = [.hourAndMinute, .date]) {
        self.init(selection, (nil, nil), displayedComponents, Text(titleKey))
    }
    /// A date picker with a name.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, selection: Binding<Date>, displayedComponents: Components = [.hourAndMinute, .date]) {
        self.init(selection, (nil, nil), displayedComponents, Text(title))
    }
    /// A date picker with a name, between bounds.
    public init(
        _ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: ClosedRange<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) { self.init(selection, (range.lowerBound, range.upperBound), displayedComponents, Text(titleKey)) }
    /// A date picker with a name, from a date on.
    public init(
        _ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: PartialRangeFrom<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) { self.init(selection, (range.lowerBound, nil), displayedComponents, Text(titleKey)) }
    /// A date picker with a name, up to a date.
    public init(
        _ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: PartialRangeThrough<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) { self.init(selection, (nil, range.upperBound), displayedComponents, Text(titleKey)) }
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

    /// The date that a text means; parts that it does not say stay as they were. Nil for what is no date.
    func date(_ text: String, near date: Date) -> Date? {
        var parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        let pieces = text.split(separator: "T", maxSplits: 1).map(String.init)
        if inputType != "time" {
            let day = (pieces.first ?? "").split(separator: "-").compactMap { Int($0) }
            guard day.count == 3, (1...9_999).contains(day[0]), (1...12).contains(day[1]), (1...31).contains(day[2]) else { return nil }
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
        context.on(id) { if isEnabled, case .input(let text) = $0, let color = Color(hex: text) { selection.wrappedValue = color } }
        let node = Node(id: id + "o", element: .label, content: .children([context.controlName(label, id + "n"), input]))
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
            red: Double(number >> 16 & 255) / 255, green: Double(number >> 8 & 255) / 255, blue: Double(number & 255) / 255)
    }
}
