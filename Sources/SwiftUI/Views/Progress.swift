import Foundation
import WebHost

/// How far something is, or that it goes on.
///
/// Source: Apple's `ProgressView`.
public struct ProgressView<Label: View, CurrentValueLabel: View>: View, Primitive {
    private let label: Label
    private let current: CurrentValueLabel
    private let fraction: Double?
    private let isDeterminate: Bool

    fileprivate init(_ label: Label, _ current: CurrentValueLabel, _ fraction: Double?, isDeterminate: Bool) {
        self.label = label
        self.current = current
        self.fraction = fraction
        self.isDeterminate = isDeterminate
    }

    public func _render(_ context: _RenderContext) {
        let id = context.id()
        let words = context.nodes(label, "l").map(\.phrasing)
        let said = words.map(\.words).joined(separator: " ")
        let isBar = context.environment.progressLook.isBar ?? isDeterminate
        var bar = isBar ? self.bar(id) : ring(id)
        bar.attributes[.ariaLabel] = said.isEmpty ? OwnWord.progress.text(context.environment) : said
        let value = context.nodes(current, "v").map(\.phrasing)
        guard !words.isEmpty || !value.isEmpty else { return context.emit(Fragment(bar, isControl: true)) }
        var children =
            words.isEmpty
            ? [] : [Node(id: id + "n", element: .span, attributes: [.ariaHidden: "true"], content: .children(words))]
        children.append(bar)
        children += value
        let node = Node(id: id + "o", element: .div, content: .children(children))
        context.emit(
            Fragment(
                node,
                classes: isBar ? ["vstack", "a-start", "grow"] : ["hstack", "a-center"],
                isControl: true
            )
        )
    }

    private func bar(_ id: String) -> Node {
        var bar = Node(id: id, element: .progress, attributes: [.class: "progress", .max: "1"])
        bar.properties.value = isDeterminate ? fraction.map { decimal(CGFloat($0)) } : nil
        return bar
    }

    /// A ring that closes with the progress, or one that turns where nobody knows how far it is.
    private func ring(_ id: String) -> Node {
        var ring = Node(id: id, element: .span, attributes: [.class: "spinner", .role: "progressbar"])
        guard isDeterminate, let fraction else { return ring }
        ring.attributes[.class] = "ring"
        ring.attributes[.style] = "--done:\(decimal(CGFloat(fraction)))"
        (ring.attributes[.ariaValuemin], ring.attributes[.ariaValuemax]) = ("0", "100")
        ring.attributes[.ariaValuenow] = String(Int((fraction * 100).rounded()))
        return ring
    }
}

/// What the views inside are asked to look like.
enum ProgressLook: Equatable, Sendable {
    case automatic
    case linear
    case circular

    /// Whether it is a bar; nil where that is to follow from what is known.
    var isBar: Bool? { self == .automatic ? nil : self == .linear }
}

private struct ProgressLookKey: EnvironmentKey { static var defaultValue: ProgressLook { .automatic } }

extension EnvironmentValues {
    var progressLook: ProgressLook {
        get { self[ProgressLookKey.self] }
        set { self[ProgressLookKey.self] = newValue }
    }
}

private func fraction<V: BinaryFloatingPoint>(_ value: V?, _ total: V) -> Double? {
    value.map { total > 0 ? min(1, max(0, Double($0 / total))) : 0 }
}

extension ProgressView where Label == EmptyView, CurrentValueLabel == EmptyView {
    /// Something goes on.
    public init() { self.init(EmptyView(), EmptyView(), nil, isDeterminate: false) }
    /// How far something is.
    public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0) {
        self.init(EmptyView(), EmptyView(), SwiftUI.fraction(value, total), isDeterminate: value != nil)
    }
}

extension ProgressView where CurrentValueLabel == EmptyView {
    /// Something goes on.
    public init(@ViewBuilder label: () -> Label) { self.init(label(), EmptyView(), nil, isDeterminate: false) }
    /// How far something is.
    public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0, @ViewBuilder label: () -> Label) {
        self.init(label(), EmptyView(), SwiftUI.fraction(value, total), isDeterminate: value != nil)
    }
}

extension ProgressView where Label == Text, CurrentValueLabel == EmptyView {
    /// Something goes on.
    public init(_ titleKey: LocalizedStringKey) { self.init(Text(titleKey), EmptyView(), nil, isDeterminate: false) }
    /// Something goes on.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S) { self.init(Text(title), EmptyView(), nil, isDeterminate: false) }
    /// How far something is.
    public init<V: BinaryFloatingPoint>(_ titleKey: LocalizedStringKey, value: V?, total: V = 1.0) {
        self.init(Text(titleKey), EmptyView(), SwiftUI.fraction(value, total), isDeterminate: value != nil)
    }
    /// How far something is.
    @_disfavoredOverload
    public init<S: StringProtocol, V: BinaryFloatingPoint>(_ title: S, value: V?, total: V = 1.0) {
        self.init(Text(title), EmptyView(), SwiftUI.fraction(value, total), isDeterminate: value != nil)
    }
}

extension ProgressView {
    /// How far something is, with words for the value.
    public init<V: BinaryFloatingPoint>(
        value: V?,
        total: V = 1.0,
        @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) {
        self.init(label(), currentValueLabel(), SwiftUI.fraction(value, total), isDeterminate: value != nil)
    }
}

/// A value on a scale.
///
/// Source: Apple's `Gauge`.
public struct Gauge<Label: View, CurrentValueLabel: View>: View, Primitive {
    private let label: Label
    private let current: CurrentValueLabel
    private let value: Double
    private let bounds: ClosedRange<Double>

    /// A gauge with a label and words for the value.
    public init<V: BinaryFloatingPoint>(
        value: V,
        in bounds: ClosedRange<V> = 0...1,
        @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) {
        self.label = label()
        current = currentValueLabel()
        self.value = Double(value)
        self.bounds = Double(bounds.lowerBound)...Double(bounds.upperBound)
    }

    public func _render(_ context: _RenderContext) {
        let id = context.id()
        let words = context.nodes(label, "l").map(\.phrasing)
        var meter = Node(id: id, element: .meter, attributes: [.class: "gauge"])
        meter.attributes[.min] = decimal(CGFloat(bounds.lowerBound))
        meter.attributes[.max] = decimal(CGFloat(bounds.upperBound))
        meter.properties.value = decimal(CGFloat(value))
        meter.attributes[.ariaLabel] = words.map(\.words).joined(separator: " ")
        let children = words + [meter] + context.nodes(current, "v").map(\.phrasing)
        let node = Node(id: id + "o", element: .div, content: .children(children))
        context.emit(Fragment(node, classes: ["vstack", "a-start"], isControl: true))
    }
}

extension Gauge where CurrentValueLabel == EmptyView {
    /// A gauge with a label.
    public init<V: BinaryFloatingPoint>(value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label) {
        self.init(value: value, in: bounds, label: label) { EmptyView() }
    }
}

/// How progress looks.
///
/// Source: Apple's `ProgressViewStyle`.
public protocol ProgressViewStyle {}
/// As usual.
///
/// Source: Apple's `DefaultProgressViewStyle`.
public struct DefaultProgressViewStyle: ProgressViewStyle {
    /// As usual.
    public init() {}
}
/// A bar.
///
/// Source: Apple's `LinearProgressViewStyle`.
public struct LinearProgressViewStyle: ProgressViewStyle {
    /// A bar.
    public init() {}
    /// A bar; its colour is the page's.
    public init(tint: Color) {}
}
/// A ring.
///
/// Source: Apple's `CircularProgressViewStyle`.
public struct CircularProgressViewStyle: ProgressViewStyle {
    /// A ring.
    public init() {}
    /// A ring; its colour is the page's.
    public init(tint: Color) {}
}
extension ProgressViewStyle where Self == DefaultProgressViewStyle {
    /// As usual.
    public static var automatic: DefaultProgressViewStyle { DefaultProgressViewStyle() }
}
extension ProgressViewStyle where Self == LinearProgressViewStyle {
    /// A bar.
    public static var linear: LinearProgressViewStyle { LinearProgressViewStyle() }
}
extension ProgressViewStyle where Self == CircularProgressViewStyle {
    /// A ring.
    public static var circular: CircularProgressViewStyle { CircularProgressViewStyle() }
}
/// How gauges look.
///
/// Source: Apple's `GaugeStyle`.
public protocol GaugeStyle {}
/// As usual.
///
/// Source: Apple's `DefaultGaugeStyle`.
public struct DefaultGaugeStyle: GaugeStyle {
    /// As usual.
    public init() {}
}
extension GaugeStyle where Self == DefaultGaugeStyle {
    /// As usual.
    public static var automatic: DefaultGaugeStyle { DefaultGaugeStyle() }
}
extension View {
    /// How progress looks: a bar, or a ring; as usual a bar where it is known how far, and a ring otherwise.
    public func progressViewStyle<S: ProgressViewStyle>(_ style: S) -> some View {
        let look: ProgressLook =
            style is LinearProgressViewStyle ? .linear : style is CircularProgressViewStyle ? .circular : .automatic
        return alterEnvironment { $0.progressLook = look }
    }
    /// How gauges look; there is one look.
    public func gaugeStyle<S: GaugeStyle>(_ style: S) -> some View { unaltered() }
}
