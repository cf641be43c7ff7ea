import WebHost

/// What is on or off.
///
/// Source: Apple's `Toggle`.
public struct Toggle<Label: View>: View, Primitive {
    private let isOn: Binding<Bool>
    private let label: Label

    /// A switch with a label.
    public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
        self.isOn = isOn
        self.label = label()
    }

    public func _render(_ context: _RenderContext) {
        if case .custom(let make) = context.environment.toggleLook {
            let configuration = ToggleStyleConfiguration(label: .init(view: label.erased), isOn: isOn)
            return context.withEnvironment {
                $0.toggleLook = .automatic
            } _: {
                context.step("s") { context.render(make(configuration)) }
            }
        }
        if case .button = context.environment.toggleLook { return renderButton(context) }
        let id = context.id()
        let isOn = isOn
        let isEnabled = context.environment.isEnabled
        var input = Node(id: id, element: .input, attributes: [.type: "checkbox"], events: .toggle)
        var isSwitch = true
        if case .checkbox = context.environment.toggleLook { isSwitch = false }
        if isSwitch { input.attributes[.role] = "switch" }
        input.properties.isChecked = context.read { isOn.wrappedValue }
        if !isEnabled { input.attributes[.disabled] = "" }
        context.on(id) { if case .toggle(let value) = $0, isEnabled { isOn.wrappedValue = value } }
        context.shortcut(for: id)
        var words: [Fragment] = []
        context.withEnvironment {
            $0.enterLabel()
        } _: {
            words = context.collected(label, "0")
        }
        let hidden = context.environment.labelsAreHidden ? "row-label visually-hidden" : "row-label"
        let name = Node(
            id: id + "n",
            element: .span,
            attributes: [.class: hidden],
            content: .children(words.nodes.map(\.phrasing))
        )
        let children = isSwitch ? [name, input] : [input, name]
        let node = Node(id: id + "o", element: .label, content: .children(children))
        context.emit(Fragment(node, classes: [isSwitch ? "switch" : "check"], isControl: true))
    }

    private func renderButton(_ context: _RenderContext) {
        let isOn = isOn
        let value = context.read { isOn.wrappedValue }
        var words: [Fragment] = []
        context.withEnvironment {
            $0.enterLabel()
        } _: {
            words = context.collected(label, "0")
        }
        context.withEnvironment {
            $0.buttonLook = .bordered
        } _: {
            context.emitButton(context.id(), role: nil, content: words.nodes) {
                isOn.wrappedValue.toggle()
            } change: {
                $0.attributes[.ariaPressed] = value ? "true" : "false"
            }
        }
    }
}

extension Toggle where Label == Text {
    /// A switch with a text.
    public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(titleKey) } }
    /// A switch with a text.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(title) } }
}

extension Toggle where Label == SwiftUI.Label<Text, Image> {
    /// A switch with a symbol and a text.
    public init(_ titleKey: LocalizedStringKey, systemImage: String, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { SwiftUI.Label(titleKey, systemImage: systemImage) }
    }
    /// A switch with a symbol and a text.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, systemImage: String, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { SwiftUI.Label(title, systemImage: systemImage) }
    }
}

extension Toggle where Label == ToggleStyleConfiguration.Label {
    /// A switch as a style was given it.
    public init(_ configuration: ToggleStyleConfiguration) {
        self.init(isOn: configuration.$isOn) { configuration.label }
    }
}

/// What a style is given of a switch.
///
/// Source: Apple's `ToggleStyleConfiguration`.
public struct ToggleStyleConfiguration {
    /// What stands beside the switch.
    ///
    /// Source: Apple's `ToggleStyleConfiguration.Label`.
    public struct Label: View, Primitive, Transparent {
        let view: AnyView
        public func _render(_ context: _RenderContext) { context.render(view) }
    }
    /// What stands beside the switch.
    public let label: Label
    /// Whether it is on.
    @Binding public var isOn: Bool

    init(label: Label, isOn: Binding<Bool>) {
        self.label = label
        _isOn = isOn
    }
}

/// How switches look.
///
/// Source: Apple's `ToggleStyle`.
@MainActor @preconcurrency
public protocol ToggleStyle {
    /// The type of the switch's view.
    associatedtype Body: View
    /// The view of a switch.
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
    /// What is given of a switch.
    typealias Configuration = ToggleStyleConfiguration
}

enum ToggleLook {
    case automatic, button, checkbox
    case custom(@MainActor (ToggleStyleConfiguration) -> AnyView)
}

@MainActor
protocol PageToggleStyle: ToggleStyle {
    var look: ToggleLook { get }
}

extension PageToggleStyle {
    /// The switch in this style.
    public func makeBody(configuration: ToggleStyleConfiguration) -> some View {
        let look = look
        return Toggle(configuration).alterEnvironment { $0.toggleLook = look }
    }
}

/// As usual at its place.
///
/// Source: Apple's `DefaultToggleStyle`.
public struct DefaultToggleStyle: PageToggleStyle {
    /// As usual at its place.
    public nonisolated init() {}
    var look: ToggleLook { .automatic }
}
/// A switch.
///
/// Source: Apple's `SwitchToggleStyle`.
public struct SwitchToggleStyle: PageToggleStyle {
    /// A switch.
    public nonisolated init() {}
    /// A switch; its colour is the page's.
    public nonisolated init(tint: Color) {}
    var look: ToggleLook { .automatic }
}
/// A button that stays down.
///
/// Source: Apple's `ButtonToggleStyle`.
public struct ButtonToggleStyle: PageToggleStyle {
    /// A button that stays down.
    public nonisolated init() {}
    var look: ToggleLook { .button }
}

extension ToggleStyle where Self == DefaultToggleStyle {
    /// As usual at its place.
    public static var automatic: DefaultToggleStyle { DefaultToggleStyle() }
}
extension ToggleStyle where Self == SwitchToggleStyle {
    /// A switch.
    public static var `switch`: SwitchToggleStyle { SwitchToggleStyle() }
}
extension ToggleStyle where Self == ButtonToggleStyle {
    /// A button that stays down.
    public static var button: ButtonToggleStyle { ButtonToggleStyle() }
}

private struct ToggleLookKey: EnvironmentKey { static var defaultValue: ToggleLook { .automatic } }

extension EnvironmentValues {
    var toggleLook: ToggleLook {
        get { self[ToggleLookKey.self] }
        set { self[ToggleLookKey.self] = newValue }
    }
}

extension View {
    /// How switches inside look.
    public func toggleStyle<S: ToggleStyle>(_ style: S) -> some View {
        let look = (style as? any PageToggleStyle)?.look ?? .custom { AnyView(style.makeBody(configuration: $0)) }
        return alterEnvironment { $0.toggleLook = look }
    }

    /// Keeps the labels of controls for readers alone.
    public func labelsHidden() -> some View { alterEnvironment { $0.labelsAreHidden = true } }
    /// Whether labels of controls are seen.
    public func labelsVisibility(_ visibility: Visibility) -> some View {
        alterEnvironment { $0.labelsAreHidden = visibility == .hidden }
    }
}
