import Foundation
import WebHost

extension _RenderContext {
    /// The name of a control, seen beside it or for readers alone.
    func controlName<L: View>(_ label: L, _ id: String) -> Node {
        var words: [Fragment] = []
        withEnvironment {
            $0.enterLabel()
        } _: {
            words = collected(label, "l")
        }
        let hidden = environment.labelsAreHidden ? "row-label visually-hidden" : "row-label"
        return Node(
            id: id,
            element: .span,
            attributes: [.class: hidden],
            content: .children(words.nodes.map(\.phrasing))
        )
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
    private let onEditingChanged: (Bool) -> Void

    /// A stepper with actions of the app's own; nil where a direction is closed.
    public init(
        @ViewBuilder label: () -> Label,
        onIncrement: (() -> Void)?,
        onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.label = label()
        self.onEditingChanged = onEditingChanged
        increment = onIncrement
        decrement = onDecrement
        canIncrement = { onIncrement != nil }
        canDecrement = { onDecrement != nil }
    }

    /// A stepper for a value.
    public init<V: Strideable>(
        value: Binding<V>,
        step: V.Stride = 1,
        @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.label = label()
        self.onEditingChanged = onEditingChanged
        increment = { value.wrappedValue = value.wrappedValue.advanced(by: step) }
        decrement = { value.wrappedValue = value.wrappedValue.advanced(by: 0 - step) }
        canIncrement = { true }
        canDecrement = { true }
    }

    /// A stepper for a value between bounds.
    public init<V: Strideable>(
        value: Binding<V>,
        in bounds: ClosedRange<V>,
        step: V.Stride = 1,
        @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.label = label()
        self.onEditingChanged = onEditingChanged
        increment = { value.wrappedValue = min(bounds.upperBound, value.wrappedValue.advanced(by: step)) }
        decrement = { value.wrappedValue = max(bounds.lowerBound, value.wrappedValue.advanced(by: 0 - step)) }
        canIncrement = { value.wrappedValue < bounds.upperBound }
        canDecrement = { value.wrappedValue > bounds.lowerBound }
    }

    public func _render(_ context: _RenderContext) {
        let id = context.id()
        let name = context.controlName(label, id + "n")
        let words = context.spokenWords(of: name)
        let less = button(id + "d", .decrement, "minus", words, context.read(canDecrement), decrement, context)
        let more = button(id + "i", .increment, "plus", words, context.read(canIncrement), increment, context)
        var node = Node(id: id, element: .div, content: .children([name, less, more]))
        node.attributes = [.role: "group", .ariaLabelledby: name.id]
        context.emit(Fragment(node, classes: ["stepper"], isControl: true))
    }

    private func button(
        _ id: String,
        _ word: OwnWord,
        _ icon: String,
        _ name: String,
        _ can: Bool,
        _ action: (() -> Void)?,
        _ context: _RenderContext
    ) -> Node {
        let symbol = Node(
            id: id + "s",
            element: .span,
            attributes: [.class: "icon", .ariaHidden: "true"],
            content: .icon(icon)
        )
        var node = Node(id: id, element: .button, content: .children([symbol]), events: .click)
        node.attributes = [
            .class: "btn bordered icon-only", .type: "button", .ariaLabel: "\(word.text(context.environment)) \(name)",
        ]
        let isEnabled = context.environment.isEnabled && can
        if !isEnabled { node.attributes[.disabled] = "" }
        let changed = onEditingChanged
        context.on(id) {
            guard $0 == .click, isEnabled else { return }
            changed(true)
            action?()
            changed(false)
        }
        return node
    }
}

extension Stepper where Label == Text {
    /// A stepper with a name for a value.
    public init<V: Strideable>(
        _ titleKey: LocalizedStringKey,
        value: Binding<V>,
        step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.init(value: value, step: step, label: { Text(titleKey) }, onEditingChanged: onEditingChanged) }
    /// A stepper with a name for a value.
    @_disfavoredOverload
    public init<S: StringProtocol, V: Strideable>(
        _ title: S,
        value: Binding<V>,
        step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.init(value: value, step: step, label: { Text(title) }, onEditingChanged: onEditingChanged) }
    /// A stepper with a name for a value between bounds.
    public init<V: Strideable>(
        _ titleKey: LocalizedStringKey,
        value: Binding<V>,
        in bounds: ClosedRange<V>,
        step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.init(value: value, in: bounds, step: step, label: { Text(titleKey) }, onEditingChanged: onEditingChanged) }
    /// A stepper with a name for a value between bounds.
    @_disfavoredOverload
    public init<S: StringProtocol, V: Strideable>(
        _ title: S,
        value: Binding<V>,
        in bounds: ClosedRange<V>,
        step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.init(value: value, in: bounds, step: step, label: { Text(title) }, onEditingChanged: onEditingChanged) }
    /// A stepper with a name and actions of the app's own.
    public init(
        _ titleKey: LocalizedStringKey,
        onIncrement: (() -> Void)?,
        onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(
            label: { Text(titleKey) },
            onIncrement: onIncrement,
            onDecrement: onDecrement,
            onEditingChanged: onEditingChanged
        )
    }
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
        _ value: Binding<V>,
        _ bounds: ClosedRange<V>,
        _ step: V.Stride?,
        _ label: Label,
        _ ends: (ValueLabel, ValueLabel)?,
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
        if context.spokenWords(of: name).isEmpty {
            input.attributes[.ariaLabel] = OwnWord.value.text(context.environment)
        }
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
        value: Binding<V>,
        in bounds: ClosedRange<V> = 0...1,
        @ViewBuilder label: () -> Label,
        @ViewBuilder minimumValueLabel: () -> ValueLabel,
        @ViewBuilder maximumValueLabel: () -> ValueLabel,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value, bounds, nil, label(), (minimumValueLabel(), maximumValueLabel()), onEditingChanged)
    }
    /// A slider by steps, with a label and marks at its ends.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>,
        in bounds: ClosedRange<V>,
        step: V.Stride = 1,
        @ViewBuilder label: () -> Label,
        @ViewBuilder minimumValueLabel: () -> ValueLabel,
        @ViewBuilder maximumValueLabel: () -> ValueLabel,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value, bounds, step, label(), (minimumValueLabel(), maximumValueLabel()), onEditingChanged)
    }
}

extension Slider where ValueLabel == EmptyView {
    /// A slider with a label.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>,
        in bounds: ClosedRange<V> = 0...1,
        @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint { self.init(value, bounds, nil, label(), nil, onEditingChanged) }
    /// A slider by steps, with a label.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>,
        in bounds: ClosedRange<V>,
        step: V.Stride = 1,
        @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint { self.init(value, bounds, step, label(), nil, onEditingChanged) }
}

extension Slider where Label == EmptyView, ValueLabel == EmptyView {
    /// A slider.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>,
        in bounds: ClosedRange<V> = 0...1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint { self.init(value, bounds, nil, EmptyView(), nil, onEditingChanged) }
    /// A slider by steps.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>,
        in bounds: ClosedRange<V>,
        step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint { self.init(value, bounds, step, EmptyView(), nil, onEditingChanged) }
}

private struct SpokenValueKey: EnvironmentKey { static var defaultValue: String? { nil } }

extension EnvironmentValues {
    /// The value of a control in words.
    var spokenValue: String? {
        get { self[SpokenValueKey.self] }
        set { self[SpokenValueKey.self] = newValue }
    }
}
