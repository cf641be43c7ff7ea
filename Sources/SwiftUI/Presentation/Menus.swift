import Foundation
import WebHost

/// A button that shows a list of actions.
///
/// Source: Apple's `Menu`.
public struct Menu<Label: View, Content: View>: View, Primitive {
    private let label: Label
    private let content: Content
    private let primaryAction: (() -> Void)?

    /// A menu with a label.
    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.label = label()
        self.content = content()
        primaryAction = nil
    }

    /// A menu with a label whose button does something itself; here the action stands first in the menu.
    public init(
        @ViewBuilder content: () -> Content,
        @ViewBuilder label: () -> Label,
        primaryAction: @escaping () -> Void
    ) {
        self.label = label()
        self.content = content()
        self.primaryAction = primaryAction
    }

    public func _render(_ context: _RenderContext) {
        if context.environment.surrounding == .menu { return renderInside(context) }
        var words: [Fragment] = []
        context.withEnvironment {
            $0.enterLabel()
        } _: {
            words = context.collected(label, "l")
        }
        context.emitMenu(words) { items($0) }
    }

    private func items(_ context: _RenderContext) {
        if let primaryAction {
            let first = Button {
                primaryAction()
            } label: {
                label
            }
            context.step("p") { context.render(first) }
        }
        context.step("c") { context.render(content) }
    }

    /// A menu in a menu: a title, and its actions below.
    private func renderInside(_ context: _RenderContext) {
        let words = context.nodes(label, "l")
        context.emit(
            Fragment(Node(id: context.id("h"), element: .div, content: .children(words)), classes: ["menu-head"])
        )
        items(context)
    }
}

extension Menu where Label == Text {
    /// A menu with a name.
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }
    /// A menu with a name.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(title) }
    }
}

extension Menu where Label == Text {
    /// A menu with a text that does something of its own when it is pressed.
    public init(
        _ titleKey: LocalizedStringKey,
        @ViewBuilder content: () -> Content,
        primaryAction: @escaping () -> Void
    ) {
        self.init(content: content, label: { Text(titleKey) }, primaryAction: primaryAction)
    }
    /// A menu with a text that does something of its own when it is pressed.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S,
        @ViewBuilder content: () -> Content,
        primaryAction: @escaping () -> Void
    ) {
        self.init(content: content, label: { Text(title) }, primaryAction: primaryAction)
    }
}

extension Menu where Label == SwiftUI.Label<Text, Image> {
    /// A menu with a symbol and a name.
    public init(_ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content) {
        self.init(content: content) { SwiftUI.Label(titleKey, systemImage: systemImage) }
    }
    /// A menu with a symbol and a name.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, systemImage: String, @ViewBuilder content: () -> Content) {
        self.init(content: content) { SwiftUI.Label(title, systemImage: systemImage) }
    }
}

extension Menu where Label == SwiftUI.Label<Text, Image> {
    /// A menu with a symbol and a text that does something of its own when it is pressed.
    public init(
        _ titleKey: LocalizedStringKey,
        systemImage: String,
        @ViewBuilder content: () -> Content,
        primaryAction: @escaping () -> Void
    ) {
        self.init(
            content: content,
            label: { SwiftUI.Label(titleKey, systemImage: systemImage) },
            primaryAction: primaryAction
        )
    }
}

extension _RenderContext {
    /// A button, and its actions above the page while it is open.
    func emitMenu(_ label: [Fragment], content: @escaping (_RenderContext) -> Void) {
        let id = id()
        let menuID = id + "u"
        let isOpen = node.attachment(path) { Kept(StateBox(false)) }.value
        let shows = read { isOpen.value }
        let shared = node.attachment(path + "share") { Kept(StateBox<TextToShare?>(nil)) }.value
        if let text = read({ shared.value }) {
            presentSheet("popover", key: true, content: AnyView(text)) { shared.value = nil }
        }
        emitButton(id, role: nil, content: label.nodes.map { withoutControls($0, in: "a menu") }) {
            isOpen.value = !isOpen.peek
        } change: { node in
            node.attributes[.ariaHaspopup] = "menu"
            node.attributes[.ariaExpanded] = shows ? "true" : "false"
            if shows { node.attributes[.ariaControls] = menuID }
        }
        guard shows else { return }
        let output = collectAll {
            withEnvironment { values in
                values.enterScreen()
                values.surrounding = .menu
                values.afterAction = Dismissal(id: menuID) { isOpen.value = false }
                values.menuShare = MenuShare(id: menuID) { shared.value = $0 }
            } _: {
                step("u") { content(self) }
            }
        }
        var menu = Node(
            id: menuID,
            element: .div,
            attributes: [.class: "menu", .role: "menu", .popover: "auto"],
            events: .close
        )
        menu.attributes[.kind] = "anchor-\(id)"
        menu.content = .children(items(output.fragments))
        menu.properties.isOpen = true
        on(menuID) { if $0 == .close { isOpen.value = false } }
        preferences.overlays.append(menu)
        preferences.overlays += output.preferences.overlays
    }

    /// The actions of a menu; sections have a title and a line.
    private func items(_ fragments: [Fragment]) -> [Node] {
        fragments.enumerated().flatMap { place, fragment -> [Node] in
            guard let parts = fragment.marks.section else { return [fragment.finished()] }
            var nodes: [Node] = []
            if place > 0 { nodes.append(Node(id: parts.id + "r", element: .hr, attributes: [.class: "divider"])) }
            if !parts.header.isEmpty {
                nodes.append(
                    Node(
                        id: parts.id + "h",
                        element: .div,
                        attributes: [.class: "menu-head"],
                        content: .children(parts.header.nodes)
                    )
                )
            }
            return nodes + items(parts.rows)
        }
    }
}

extension View {
    /// Actions that belong to the view: behind a button at its side, which keys and readers reach, too.
    public func contextMenu<M: View>(@ViewBuilder menuItems: () -> M) -> some View {
        let items = menuItems()
        return altered { context, content in
            let fragments = context.collect { context.step("m") { context.render(content) } }
            guard !context.isProbing, !(items is EmptyView) else { return fragments.forEach(context.emit) }
            var place = 0
            for fragment in fragments {
                var fragment = fragment
                fragment.addMenu(items, context, &place)
                context.emit(fragment)
            }
        }
    }

    /// Actions that belong to the view, with a picture of it; the view itself is that.
    public func contextMenu<M: View, P: View>(
        @ViewBuilder menuItems: () -> M,
        @ViewBuilder preview: () -> P
    ) -> some View {
        contextMenu(menuItems: menuItems)
    }

    /// How menus look; there is one look.
    public func menuStyle<S: MenuStyle>(_ style: S) -> some View { unaltered() }
    /// Whether a menu shows an arrow; the page decides.
    public func menuIndicator(_ visibility: Visibility) -> some View { unaltered() }
    /// The order of a menu; it is as written.
    public func menuOrder(_ order: MenuOrder) -> some View { unaltered() }
    /// Whether an action closes its menu; it does.
    public func menuActionDismissBehavior(_ behavior: MenuActionDismissBehavior) -> some View { unaltered() }
}

extension Fragment {
    /// Gives a view, or each row of a section, a button with actions.
    @MainActor
    fileprivate mutating func addMenu<M: View>(_ items: M, _ context: _RenderContext, _ place: inout Int) {
        if var section = marks.section {
            for index in section.rows.indices { section.rows[index].addMenu(items, context, &place) }
            marks.section = section
            return
        }
        let isRow = context.environment.surrounding == .list || context.environment.surrounding == .form
        var button: [Fragment] = []
        context.withEnvironment {
            $0.surrounding = .toolbar
            $0.buttonLook = .borderless
        } _: {
            let label = Label {
                Text(.actions)
            } icon: {
                Image(systemName: "ellipsis")
            }.labelStyle(.iconOnly)
            let menu = Menu {
                items
            } label: {
                label
            }
            button = context.collected(menu, place == 0 ? "cm" : "cm\(place)")
        }
        place += 1
        if isRow {
            marks.swipe.append(SwipeGroup(edge: .leading, actions: button))
        } else {
            let inner = finished()
            let known = marks
            self = Fragment(
                Node(id: inner.id + "w", element: .div, content: .children([inner] + button.nodes)),
                classes: ["hstack", "a-center"]
            )
            marks = known
        }
    }
}

/// How menus look.
///
/// Source: Apple's `MenuStyle`.
public protocol MenuStyle {}
/// As usual.
///
/// Source: Apple's `DefaultMenuStyle`.
public struct DefaultMenuStyle: MenuStyle {
    /// As usual.
    public init() {}
}
/// As a button.
///
/// Source: Apple's `ButtonMenuStyle`.
public struct ButtonMenuStyle: MenuStyle {
    /// As a button.
    public init() {}
}
/// Without a border.
///
/// Source: Apple's `BorderlessButtonMenuStyle`.
public struct BorderlessButtonMenuStyle: MenuStyle {
    /// Without a border.
    public init() {}
}
extension MenuStyle where Self == DefaultMenuStyle {
    /// As usual.
    public static var automatic: DefaultMenuStyle { DefaultMenuStyle() }
}
extension MenuStyle where Self == ButtonMenuStyle {
    /// As a button.
    public static var button: ButtonMenuStyle { ButtonMenuStyle() }
}
extension MenuStyle where Self == BorderlessButtonMenuStyle {
    /// Without a border.
    public static var borderlessButton: BorderlessButtonMenuStyle { BorderlessButtonMenuStyle() }
}

/// The order of a menu.
///
/// Source: Apple's `MenuOrder`. Without effect.
public struct MenuOrder: Hashable, Sendable {
    /// As usual.
    public static let automatic = MenuOrder()
    /// As written.
    public static let fixed = MenuOrder()
    /// The most important nearest.
    public static let priority = MenuOrder()
}

/// Whether an action closes its menu.
///
/// Source: Apple's `MenuActionDismissBehavior`. Without effect.
public struct MenuActionDismissBehavior: Hashable, Sendable {
    /// As usual.
    public static let automatic = MenuActionDismissBehavior()
    /// Yes.
    public static let enabled = MenuActionDismissBehavior()
    /// No.
    public static let disabled = MenuActionDismissBehavior()
}
