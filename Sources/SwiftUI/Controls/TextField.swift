import Foundation
import WebHost

/// A field for text.
///
/// Source: Apple's `TextField`.
public struct TextField<Label: View>: View, Primitive {
    let label: Label
    let prompt: Text?
    let axis: Axis
    let text: FieldText

    init(label: Label, prompt: Text?, axis: Axis, text: FieldText) {
        self.label = label
        self.prompt = prompt
        self.axis = axis
        self.text = text
    }

    public func _render(_ context: _RenderContext) {
        context.emitField(label: label, prompt: prompt, kind: axis == .vertical ? .growing : .line, text: text)
    }
}

/// The text of a field, and what becomes of what is written.
struct FieldText {
    let read: () -> String
    let write: (String) -> Void

    init(_ binding: Binding<String>) {
        read = { binding.wrappedValue }
        write = { binding.wrappedValue = $0 }
    }

    init(read: @escaping () -> String, write: @escaping (String) -> Void) {
        self.read = read
        self.write = write
    }

    init<F: ParseableFormatStyle>(_ value: Binding<F.FormatInput>, _ format: F) where F.FormatOutput == String {
        read = { format.format(value.wrappedValue) }
        write = { if let parsed = try? format.parseStrategy.parse($0) { value.wrappedValue = parsed } }
    }

    init<F: ParseableFormatStyle>(_ value: Binding<F.FormatInput?>, _ format: F) where F.FormatOutput == String {
        read = { value.wrappedValue.map { format.format($0) } ?? "" }
        write = { value.wrappedValue = $0.isEmpty ? nil : (try? format.parseStrategy.parse($0)) ?? value.wrappedValue }
    }
}

extension TextField where Label == Text {
    /// A field with a name.
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil) {
        self.init(label: Text(titleKey), prompt: prompt, axis: .horizontal, text: FieldText(text))
    }
    /// A field with a name.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, text: Binding<String>, prompt: Text? = nil) {
        self.init(label: Text(title), prompt: prompt, axis: .horizontal, text: FieldText(text))
    }
    /// A field with a name that grows along an axis.
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil, axis: Axis) {
        self.init(label: Text(titleKey), prompt: prompt, axis: axis, text: FieldText(text))
    }
    /// A field with a name that grows along an axis.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, text: Binding<String>, prompt: Text? = nil, axis: Axis) {
        self.init(label: Text(title), prompt: prompt, axis: axis, text: FieldText(text))
    }
    /// A field for a value; what cannot be understood changes nothing.
    public init<F: ParseableFormatStyle>(
        _ titleKey: LocalizedStringKey,
        value: Binding<F.FormatInput>,
        format: F,
        prompt: Text? = nil
    ) where F.FormatOutput == String {
        self.init(label: Text(titleKey), prompt: prompt, axis: .horizontal, text: FieldText(value, format))
    }
    /// A field for a value; what cannot be understood changes nothing.
    @_disfavoredOverload
    public init<S: StringProtocol, F: ParseableFormatStyle>(
        _ title: S,
        value: Binding<F.FormatInput>,
        format: F,
        prompt: Text? = nil
    ) where F.FormatOutput == String {
        self.init(label: Text(title), prompt: prompt, axis: .horizontal, text: FieldText(value, format))
    }
    /// A field for a value that may be missing.
    public init<F: ParseableFormatStyle>(
        _ titleKey: LocalizedStringKey,
        value: Binding<F.FormatInput?>,
        format: F,
        prompt: Text? = nil
    ) where F.FormatOutput == String {
        self.init(label: Text(titleKey), prompt: prompt, axis: .horizontal, text: FieldText(value, format))
    }
    /// A field for a value that may be missing.
    @_disfavoredOverload
    public init<S: StringProtocol, F: ParseableFormatStyle>(
        _ title: S,
        value: Binding<F.FormatInput?>,
        format: F,
        prompt: Text? = nil
    ) where F.FormatOutput == String {
        self.init(label: Text(title), prompt: prompt, axis: .horizontal, text: FieldText(value, format))
    }
}

extension TextField {
    /// A field with a label.
    public init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {
        self.init(label: label(), prompt: prompt, axis: .horizontal, text: FieldText(text))
    }
    /// A field with a label that grows along an axis.
    public init(text: Binding<String>, prompt: Text? = nil, axis: Axis, @ViewBuilder label: () -> Label) {
        self.init(label: label(), prompt: prompt, axis: axis, text: FieldText(text))
    }
    /// A field for a value.
    public init<F: ParseableFormatStyle>(
        value: Binding<F.FormatInput>,
        format: F,
        prompt: Text? = nil,
        @ViewBuilder label: () -> Label
    ) where F.FormatOutput == String {
        self.init(label: label(), prompt: prompt, axis: .horizontal, text: FieldText(value, format))
    }
}

/// A field for text that others shall not see.
///
/// Source: Apple's `SecureField`.
public struct SecureField<Label: View>: View, Primitive {
    let label: Label
    let prompt: Text?
    let text: Binding<String>

    /// A field with a label.
    public init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {
        self.label = label()
        self.prompt = prompt
        self.text = text
    }

    public func _render(_ context: _RenderContext) {
        context.emitField(label: label, prompt: prompt, kind: .secret, text: FieldText(text))
    }
}

extension SecureField where Label == Text {
    /// A field with a name.
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil) {
        self.init(text: text, prompt: prompt) { Text(titleKey) }
    }
    /// A field with a name.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, text: Binding<String>, prompt: Text? = nil) {
        self.init(text: text, prompt: prompt) { Text(title) }
    }
}

/// A field for long text.
///
/// Source: Apple's `TextEditor`.
public struct TextEditor: View, Primitive {
    private let text: Binding<String>
    /// A field for long text.
    public init(text: Binding<String>) { self.text = text }

    public func _render(_ context: _RenderContext) {
        context.emitField(label: EmptyView(), prompt: nil, kind: .area, text: FieldText(text))
    }
}

/// The kinds of fields.
enum FieldKind { case line, growing, area, secret, search }

extension _RenderContext {
    func emitField<L: View>(label: L, prompt: Text?, kind: FieldKind, text: FieldText) {
        let id = id()
        let value = read(text.read)
        var input = Node(id: id, element: kind == .growing || kind == .area ? .textarea : .input)
        input.properties.value = value
        input.events = [.input, .submit, .focus]
        describe(&input, kind)
        let words = prompt?.plain(in: environment)
        var labels: [Fragment] = []
        withEnvironment {
            $0.enterLabel()
        } _: {
            labels = collected(label, "l")
        }
        let name = labels.nodes.map(\.words).joined(separator: " ")
        // A field that the app names by what stands around it needs a name of its own for readers.
        if name.isEmpty, words == nil { input.attributes[.ariaLabel] = OwnWord.text.text(environment) }
        input.attributes[.placeholder] = words ?? (name.isEmpty ? nil : name)
        let isEnabled = environment.isEnabled
        if !isEnabled { input.attributes[.disabled] = "" }
        let submit = environment.submitActions.actions
        let focus = environment.focusLink
        on(id) { action in
            guard isEnabled else { return }
            switch action {
            case .input(let written): text.write(written)
            case .submit: submit.forEach { $0() }
            case .focus: focus?.gained(id)
            case .blur: focus?.lost(id)
            default: break
            }
        }
        follow(focus, id: id)
        emitLabelled(input, labels: labels, isRounded: environment.fieldIsRounded)
    }

    private func describe(_ input: inout Node, _ kind: FieldKind) {
        switch kind {
        case .line: input.attributes[.type] = environment.fieldType
        case .secret: input.attributes[.type] = "password"
        case .search: input.attributes[.type] = "search"
        case .growing:
            let least = environment.lineLimit?.least ?? 1
            input.attributes[.rows] = String(least)
            // A field that grows with its content knows of rows by its least height alone.
            if least > 1 { input.attributes[.style] = "min-height:calc(\(least)lh + 1.25rem)" }
        case .area: input.attributes[.rows] = String(environment.lineLimit?.least ?? 5)
        }
        input.attributes[.enterkeyhint] = environment.submitLabelHint
        input.attributes[.autocapitalize] = environment.capitalization
        input.attributes[.inputmode] = environment.inputMode
        input.attributes[.autocomplete] = environment.autocomplete
        if environment.disablesCorrection { input.attributes[.spellcheck] = "false" }
    }

    /// An input with its name around.
    private func emitLabelled(_ input: Node, labels: [Fragment], isRounded: Bool) {
        // In a row the placeholder says it; the name is there for readers.
        let name = Node(
            id: input.id + "n",
            element: .span,
            attributes: [.class: "field-label visually-hidden"],
            content: .children(labels.nodes.map(\.phrasing))
        )
        let children = labels.isEmpty ? [input] : [name, input]
        let node = Node(id: input.id + "o", element: .label, content: .children(children))
        emit(Fragment(node, classes: isRounded ? ["field", "rounded"] : ["field"], isControl: true))
    }
}
