import Foundation
import WebHost

/// What a button is for.
///
/// Source: Apple's `ButtonRole`.
public struct ButtonRole: Hashable, Sendable {
    let name: String
    /// It destroys something.
    public static let destructive = ButtonRole(name: "destructive")
    /// It stops something.
    public static let cancel = ButtonRole(name: "cancel")
}

/// Something that does something when it is pressed.
///
/// Source: Apple's `Button`.
public struct Button<Label: View>: View, Primitive {
    let role: ButtonRole?
    let action: @MainActor () -> Void
    let label: Label

    /// A button with a label.
    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.init(role: nil, action: action, label: label)
    }

    /// A button for a purpose, with a label.
    public init(role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.role = role
        self.action = action
        self.label = label()
    }

    public func _render(_ context: _RenderContext) {
        let id = context.id()
        if case .custom(let style) = context.environment.buttonLook, context.environment.surrounding != .menu {
            return context.emitStyledButton(style, role: role, label: label.erased, action: action)
        }
        var content: [Fragment] = []
        context.withEnvironment {
            $0.enterLabel()
        } _: {
            content = context.collected(label, "0")
        }
        context.emitButton(id, role: role, content: content.nodes, action: action)
    }
}

extension Button where Label == Text {
    /// A button with a text.
    public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
        self.init(role: nil, action: action) { Text(titleKey) }
    }
    /// A button with a text.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {
        self.init(role: nil, action: action) { Text(title) }
    }
    /// A button for a purpose, with a text.
    public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
        self.init(role: role, action: action) { Text(titleKey) }
    }
    /// A button for a purpose, with a text.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
        self.init(role: role, action: action) { Text(title) }
    }
}

extension Button where Label == SwiftUI.Label<Text, Image> {
    /// A button with a symbol and a text.
    public init(_ titleKey: LocalizedStringKey, systemImage: String, action: @escaping @MainActor () -> Void) {
        self.init(role: nil, action: action) { SwiftUI.Label(titleKey, systemImage: systemImage) }
    }
    /// A button with a symbol and a text.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, systemImage: String, action: @escaping @MainActor () -> Void) {
        self.init(role: nil, action: action) { SwiftUI.Label(title, systemImage: systemImage) }
    }
    /// A button for a purpose, with a symbol and a text.
    public init(
        _ titleKey: LocalizedStringKey,
        systemImage: String,
        role: ButtonRole?,
        action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) { SwiftUI.Label(titleKey, systemImage: systemImage) }
    }
    /// A button for a purpose, with a symbol and a text.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S,
        systemImage: String,
        role: ButtonRole?,
        action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) { SwiftUI.Label(title, systemImage: systemImage) }
    }
}

extension Button where Label == PrimitiveButtonStyleConfiguration.Label {
    /// A button as a style was given it.
    public init(_ configuration: PrimitiveButtonStyleConfiguration) {
        self.init(role: configuration.role) {
            configuration.trigger()
        } label: {
            configuration.label
        }
    }
}

extension EnvironmentValues {
    /// Inside of a control: texts stand in a line, and other controls keep out.
    mutating func enterLabel() {
        surrounding = .plain
        stackAxis = .horizontal
    }
}

extension _RenderContext {
    /// A button of the page, with the looks that the surroundings ask for.
    func emitButton(
        _ id: String,
        role: ButtonRole?,
        content: [Node],
        action: @escaping @MainActor () -> Void,
        change: (inout Node) -> Void = { _ in }
    ) {
        let content = environment.surrounding == .menu ? content.map { withoutControls($0, in: "a menu") } : content
        var node = Node(id: id, element: .button, content: .children(content.map(\.phrasing)), events: .click)
        node.attributes[.type] = "button"
        node.takeNameOfContent()
        let isEnabled = environment.isEnabled
        if !isEnabled { node.attributes[.disabled] = "" }
        if environment.surrounding == .menu { node.attributes[.role] = "menuitem" }
        change(&node)
        let after = environment.afterAction
        on(id) { event in
            guard event == .click, isEnabled else { return }
            after?.action()
            action()
        }
        let classes = environment.surrounding == .menu ? ["menu-item"] : environment.buttonLook.classes(environment)
        var fragment = Fragment(node, classes: classes, isControl: true)
        if role == .destructive { fragment.classes.append("destructive") }
        if content.count == 1, content[0].isLoneIcon, environment.surrounding != .menu {
            fragment.classes.append("icon-only")
            // What a pointer is told of a symbol without words.
            fragment.node.attributes[.title] = content[0].words
        }
        if role == .cancel { fragment.node.attributes[.kind] = "cancel" }
        // A button is as wide as its label wants to be.
        if environment.surrounding != .menu, content.contains(where: \.grows) { fragment.classes.append("grow") }
        shortcut(for: id)
        emit(fragment)
    }

    /// A label as it is on Apple's systems where nothing but text and pictures can stand: controls are their words.
    func withoutControls(_ node: Node, in place: String) -> Node {
        guard node.holdsControl else { return node }
        Diagnostics.shared.report(
            "A control in the label of \(place) is shown by its words alone, as on Apple's systems: its action is not called."
        )
        return node.wordsAlone ?? Node(id: node.id, element: .span)
    }

    /// The key that was asked for presses the element.
    func shortcut(for id: String) {
        guard let shortcut = environment.pendingShortcut, environment.isEnabled else { return }
        preferences.shortcuts[shortcut] = id
    }

    func emitStyledButton(
        _ style: AnyButtonStyle,
        role: ButtonRole?,
        label: AnyView,
        action: @escaping @MainActor () -> Void
    ) {
        let id = id()
        var content: [Fragment] = []
        switch style {
        case .drawn(let make):
            let body = make(ButtonStyleConfiguration(role: role, label: .init(view: label), isPressed: false))
            withEnvironment {
                $0.enterLabel()
                $0.buttonLook = .automatic
            } _: {
                content = collected(body, "0")
            }
            withEnvironment {
                $0.buttonLook = .plain
            } _: {
                emitButton(id, role: role, content: content.nodes, action: action)
            }
        case .primitive(let make):
            let body = make(PrimitiveButtonStyleConfiguration(role: role, label: .init(view: label), action: action))
            withEnvironment {
                $0.buttonLook = .automatic
            } _: {
                step("p") { render(body) }
            }
        }
    }
}

extension Node {
    /// The element without its controls: of buttons, links and labels the words remain.
    fileprivate var wordsAlone: Node? {
        var node = self
        switch element {
        case .input, .select, .textarea: return nil
        case .button, .a, .label, .summary:
            node = Node(id: id, element: .span, content: content)
            node.attributes[.ariaLabel] = attributes[.ariaLabel]
            if node.attributes[.ariaLabel] != nil { node.attributes[.role] = "img" }
        default: break
        }
        if case .children(let nodes) = node.content { node.content = .children(nodes.compactMap(\.wordsAlone)) }
        return node
    }
}

/// How buttons look.
enum ButtonLook {
    case automatic, borderless, plain, bordered, prominent
    case custom(AnyButtonStyle)

    @MainActor func classes(_ environment: EnvironmentValues) -> [String] {
        var classes = ["btn"]
        switch self {
        case .automatic, .borderless, .custom: break
        case .plain: classes.append("plain")
        case .bordered: classes.append("bordered")
        case .prominent: classes.append("prominent")
        }
        switch environment.controlSize {
        case .mini, .small: classes.append("small")
        case .large, .extraLarge: classes.append("large")
        case .regular: break
        }
        if environment.buttonShapeIsCapsule { classes.append("capsule") }
        return classes
    }
}

/// A style of the app's own.
enum AnyButtonStyle {
    case drawn(@MainActor (ButtonStyleConfiguration) -> AnyView)
    case primitive(@MainActor (PrimitiveButtonStyleConfiguration) -> AnyView)
}

private struct ButtonLookKey: EnvironmentKey { static var defaultValue: ButtonLook { .automatic } }
private struct CapsuleKey: EnvironmentKey { static var defaultValue: Bool { false } }
private struct ShortcutKey: EnvironmentKey { static var defaultValue: String? { nil } }

extension EnvironmentValues {
    var buttonLook: ButtonLook {
        get { self[ButtonLookKey.self] }
        set { self[ButtonLookKey.self] = newValue }
    }
    var buttonShapeIsCapsule: Bool {
        get { self[CapsuleKey.self] }
        set { self[CapsuleKey.self] = newValue }
    }
    /// The key that presses the control inside.
    var pendingShortcut: String? {
        get { self[ShortcutKey.self] }
        set { self[ShortcutKey.self] = newValue }
    }
}
