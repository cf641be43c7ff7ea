import Foundation
import WebHost

/// One of several values.
///
/// Source: Apple's `Picker`.
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View, Primitive {
    private let selection: Binding<SelectionValue>
    private let label: Label
    private let content: Content

    /// A picker with a label.
    public init(
        selection: Binding<SelectionValue>,
        @ViewBuilder content: () -> Content,
        @ViewBuilder label: () -> Label
    ) {
        self.selection = selection
        self.label = label()
        self.content = content()
    }

    /// A picker with a label.
    public init(selection: Binding<SelectionValue>, label: Label, @ViewBuilder content: () -> Content) {
        self.selection = selection
        self.label = label
        self.content = content()
    }

    public func _render(_ context: _RenderContext) {
        var options: [Fragment] = []
        context.withEnvironment {
            $0.surrounding = .picker
            $0.windowsRows = false
            $0.isDrawnAhead = false
            $0.stackAxis = .horizontal
        } _: {
            options = context.collected(content, "c")
        }
        var words: [Fragment] = []
        context.withEnvironment {
            $0.enterLabel()
        } _: {
            words = context.collected(label, "l")
        }
        let chosen = context.read { AnyHashable(selection.wrappedValue) }
        let look = context.environment.surrounding == .menu ? .inline : context.environment.pickerLook
        let groups = PickerGroup.groups(options, SelectionValue.self)
        let drawing = PickerDrawing(context: context, label: words, groups: groups, chosen: chosen, choose: chooser())
        drawing.emit(look)
    }

    private func chooser() -> (AnyHashable) -> Void {
        let selection = selection
        return { tag in
            if let value = tag.base as? SelectionValue { selection.wrappedValue = value }
        }
    }
}

extension Picker where Label == Text {
    /// A picker with a name.
    public init(_ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content)
    {
        self.init(selection: selection, label: Text(titleKey), content: content)
    }
    /// A picker with a name.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content)
    {
        self.init(selection: selection, label: Text(title), content: content)
    }
}

extension Picker where Label == SwiftUI.Label<Text, Image> {
    /// A picker with a symbol and a name.
    public init(
        _ titleKey: LocalizedStringKey,
        systemImage: String,
        selection: Binding<SelectionValue>,
        @ViewBuilder content: () -> Content
    ) {
        self.init(selection: selection, label: SwiftUI.Label(titleKey, systemImage: systemImage), content: content)
    }
    /// A picker with a symbol and a name.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S,
        systemImage: String,
        selection: Binding<SelectionValue>,
        @ViewBuilder content: () -> Content
    ) {
        self.init(selection: selection, label: SwiftUI.Label(title, systemImage: systemImage), content: content)
    }
}

/// Values of a picker under one title.
struct PickerGroup {
    /// A value, and what stands for it.
    struct Option {
        let tag: AnyHashable
        let node: Node
    }
    var title: String?
    var options: [Option]

    /// The views that have a tag of the selection's type; a tag of `Int` also stands for an optional `Int`.
    static func groups<V: Hashable>(_ fragments: [Fragment], _ type: V.Type) -> [PickerGroup] {
        var groups: [PickerGroup] = []
        for fragment in fragments where !fragment.marks.isDivider {
            if let parts = fragment.marks.section {
                let title = parts.header.nodes.map(\.words).joined(separator: " ")
                groups.append(PickerGroup(title: title, options: parts.rows.compactMap { option($0, type) }))
            } else if let option = option(fragment, type) {
                if let last = groups.indices.last, groups[last].title == nil {
                    groups[last].options.append(option)
                } else {
                    groups.append(PickerGroup(title: nil, options: [option]))
                }
            }
        }
        return groups
    }

    private static func option<V: Hashable>(_ fragment: Fragment, _ type: V.Type) -> Option? {
        let value = (fragment.marks.tag?.base as? V) ?? (fragment.marks.identity?.base as? V)
        return value.map { Option(tag: AnyHashable($0), node: fragment.finished()) }
    }
}

enum PickerLook: Sendable { case menu, segmented, inline, links }

@MainActor
struct PickerDrawing {
    let context: _RenderContext
    let label: [Fragment]
    let groups: [PickerGroup]
    let chosen: AnyHashable
    let choose: (AnyHashable) -> Void

    private var id: String { context.id() }
    private var isEnabled: Bool { context.environment.isEnabled }
    private var options: [PickerGroup.Option] { groups.flatMap(\.options) }

    func emit(_ look: PickerLook) {
        switch look {
        case .menu, .links: emitMenu()
        case .segmented: emitRadios(segmented: true)
        case .inline: emitRadios(segmented: false)
        }
    }

    private func name(_ id: String, _ classes: String) -> Node {
        let hidden = context.environment.labelsAreHidden ? "\(classes) visually-hidden" : classes
        return Node(
            id: id,
            element: .span,
            attributes: [.class: hidden],
            content: .children(label.nodes.map(\.phrasing))
        )
    }

    private func emitMenu() {
        let all = options
        var select = Node(id: id, element: .select, events: .input)
        var place = 0
        func option(_ option: PickerGroup.Option) -> Node {
            defer { place += 1 }
            if option.tag == chosen { select.properties.value = String(place) }
            let words = context.spokenWords(of: option.node)
            return Node(
                id: id + "-o\(place)",
                element: .option,
                attributes: [.value: String(place)],
                content: .text(words)
            )
        }
        var children: [Node] = []
        // A value that none of the options has is shown as nothing chosen, not as the first one.
        if !all.contains(where: { $0.tag == chosen }) {
            children.append(Node(id: id + "-none", element: .option, attributes: [.value: "none"], content: .text("")))
            select.properties.value = "none"
        }
        for (number, group) in groups.enumerated() {
            let nodes = group.options.map(option)
            if let title = group.title, !title.isEmpty {
                var holder = Node(id: id + "-g\(number)", element: .optgroup, content: .children(nodes))
                holder.attributes[.ariaLabel] = title
                holder.attributes[.title] = title
                children.append(holder)
            } else {
                children += nodes
            }
        }
        select.content = .children(children)
        if !isEnabled { select.attributes[.disabled] = "" }
        let isEnabled = isEnabled
        context.on(id) { action in
            if case .input(let text) = action, isEnabled, let place = Int(text), all.indices.contains(place) {
                choose(all[place].tag)
            }
        }
        let node = Node(id: id + "w", element: .label, content: .children([name(id + "n", "row-label"), select]))
        context.emit(Fragment(node, classes: ["picker"], isControl: true))
    }

    private func emitRadios(segmented: Bool) {
        var legend = Node(id: id + "n", element: .legend, content: .children(label.nodes.map(\.phrasing)))
        if segmented || context.environment.labelsAreHidden { legend.attributes[.class] = "visually-hidden" }
        var children = [legend]
        for (place, option) in options.enumerated() {
            children.append(radio(option.tag, option.node, place, segmented))
        }
        var node = Node(id: id, element: .fieldset, content: .children(children))
        if !isEnabled { node.attributes[.disabled] = "" }
        context.emit(Fragment(node, classes: [segmented ? "segmented" : "choices"], isControl: true))
    }

    private func radio(_ tag: AnyHashable, _ content: Node, _ place: Int, _ segmented: Bool) -> Node {
        let radioID = id + "-r\(place)"
        var input = Node(id: radioID, element: .input, attributes: [.type: "radio", .name: id, .value: String(place)])
        input.events = .toggle
        input.properties.isChecked = tag == chosen
        let isEnabled = isEnabled
        context.on(radioID) { if case .toggle(true) = $0, isEnabled { choose(tag) } }
        let name = context.withoutControls(content, in: "an option of a picker").phrasing
        let words = Node(id: radioID + "t", element: .span, content: .children([name]))
        let children = segmented ? [input, words] : [words, input]
        return Node(
            id: radioID + "l",
            element: .label,
            attributes: [.class: segmented ? "segment" : "choice"],
            content: .children(children)
        )
    }
}

private struct PickerLookKey: EnvironmentKey { static var defaultValue: PickerLook { .menu } }

extension EnvironmentValues {
    var pickerLook: PickerLook {
        get { self[PickerLookKey.self] }
        set { self[PickerLookKey.self] = newValue }
    }
}

/// How pickers look.
///
/// Source: Apple's `PickerStyle`.
public protocol PickerStyle {
    /// The kind of picker. Not for use outside of the framework.
    var _kind: String { get }
}
/// As usual at its place.
///
/// Source: Apple's `DefaultPickerStyle`.
public struct DefaultPickerStyle: PickerStyle {
    /// As usual.
    public init() {}
    public var _kind: String { "menu" }
}
/// A menu.
///
/// Source: Apple's `MenuPickerStyle`.
public struct MenuPickerStyle: PickerStyle {
    /// A menu.
    public init() {}
    public var _kind: String { "menu" }
}
/// Parts of a bar.
///
/// Source: Apple's `SegmentedPickerStyle`.
public struct SegmentedPickerStyle: PickerStyle {
    /// Parts of a bar.
    public init() {}
    public var _kind: String { "segmented" }
}
/// Rows.
///
/// Source: Apple's `InlinePickerStyle`.
public struct InlinePickerStyle: PickerStyle {
    /// Rows.
    public init() {}
    public var _kind: String { "inline" }
}
/// A wheel; here a menu.
///
/// Source: Apple's `WheelPickerStyle`.
public struct WheelPickerStyle: PickerStyle {
    /// A wheel.
    public init() {}
    public var _kind: String { "menu" }
}
/// A screen of its own; here a menu.
///
/// Source: Apple's `NavigationLinkPickerStyle`.
public struct NavigationLinkPickerStyle: PickerStyle {
    /// A screen of its own.
    public init() {}
    public var _kind: String { "menu" }
}
/// Colours or symbols beside each other.
///
/// Source: Apple's `PalettePickerStyle`.
public struct PalettePickerStyle: PickerStyle {
    /// Beside each other.
    public init() {}
    public var _kind: String { "segmented" }
}
extension PickerStyle where Self == DefaultPickerStyle {
    /// As usual at its place.
    public static var automatic: DefaultPickerStyle { DefaultPickerStyle() }
}
extension PickerStyle where Self == MenuPickerStyle {
    /// A menu.
    public static var menu: MenuPickerStyle { MenuPickerStyle() }
}
extension PickerStyle where Self == SegmentedPickerStyle {
    /// Parts of a bar.
    public static var segmented: SegmentedPickerStyle { SegmentedPickerStyle() }
}
extension PickerStyle where Self == InlinePickerStyle {
    /// Rows.
    public static var inline: InlinePickerStyle { InlinePickerStyle() }
}
extension PickerStyle where Self == WheelPickerStyle {
    /// A wheel; here a menu.
    public static var wheel: WheelPickerStyle { WheelPickerStyle() }
}
extension PickerStyle where Self == NavigationLinkPickerStyle {
    /// A screen of its own; here a menu.
    public static var navigationLink: NavigationLinkPickerStyle { NavigationLinkPickerStyle() }
}
extension PickerStyle where Self == PalettePickerStyle {
    /// Beside each other.
    public static var palette: PalettePickerStyle { PalettePickerStyle() }
}

extension View {
    /// How pickers inside look.
    public func pickerStyle<S: PickerStyle>(_ style: S) -> some View {
        let look: PickerLook = style._kind == "segmented" ? .segmented : style._kind == "inline" ? .inline : .menu
        return alterEnvironment { $0.pickerLook = look }
    }
}
