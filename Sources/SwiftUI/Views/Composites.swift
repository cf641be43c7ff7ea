import Foundation
import WebHost

/// A value with its name.
///
/// Source: Apple's `LabeledContent`.
public struct LabeledContent<Label, Content> {
    let label: Label
    let content: Content
}

extension LabeledContent: View, Primitive where Label: View, Content: View {
    /// A view with a label.
    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.init(label: label(), content: content())
    }
    public func _render(_ context: _RenderContext) {
        let id = context.id()
        var name = context.controlName(label, id + "n")
        var value: [Fragment] = []
        context.withEnvironment {
            $0.enterLabel()
        } _: {
            value = context.collected(content, "c")
        }
        let holder = Node(
            id: id + "v",
            element: .div,
            attributes: [.class: "row-value"],
            content: .children(value.nodes)
        )
        // Readers hear the name of the control inside; the same words beside it would say it twice.
        if !name.words.isEmpty, holder.tells(name.words) { name.attributes[.ariaHidden] = "true" }
        let node = Node(id: id, element: .div, content: .children([name, holder]))
        context.emit(Fragment(node, classes: ["labeled"]))
    }
}

extension Node {
    /// Whether it or a node inside is named so for readers alone.
    fileprivate func tells(_ name: String) -> Bool {
        if attributes[.ariaLabel] == name { return true }
        let isForReaders = (attributes[.class] ?? "").split(separator: " ").contains("visually-hidden")
        if isForReaders, words == name { return true }
        guard case .children(let nodes) = content else { return false }
        return nodes.contains { $0.tells(name) }
    }
}

extension LabeledContent where Label == Text, Content: View {
    /// A view with a name.
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(label: Text(titleKey), content: content())
    }
    /// A view with a name.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
        self.init(label: Text(title), content: content())
    }
}

extension LabeledContent where Label == Text, Content == Text {
    /// A text with a name.
    public init<S: StringProtocol>(_ titleKey: LocalizedStringKey, value: S) {
        self.init(label: Text(titleKey), content: Text(value))
    }
    /// A text with a name.
    @_disfavoredOverload
    public init<S1: StringProtocol, S2: StringProtocol>(_ title: S1, value: S2) {
        self.init(label: Text(title), content: Text(value))
    }
    /// A value with a name, in a format.
    public init<F: FormatStyle>(_ titleKey: LocalizedStringKey, value: F.FormatInput, format: F)
    where F.FormatInput: Equatable, F.FormatOutput == String {
        self.init(label: Text(titleKey), content: Text(value, format: format))
    }
    /// A value with a name, in a format.
    @_disfavoredOverload
    public init<S: StringProtocol, F: FormatStyle>(_ title: S, value: F.FormatInput, format: F)
    where F.FormatInput: Equatable, F.FormatOutput == String {
        self.init(label: Text(title), content: Text(value, format: format))
    }
}

/// What can be unfolded.
///
/// Source: Apple's `DisclosureGroup`.
public struct DisclosureGroup<Label: View, Content: View>: View, Primitive {
    private let label: Label
    private let content: () -> Content
    private let isExpanded: Binding<Bool>?

    /// A group with a label.
    public init(@ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label) {
        self.label = label()
        self.content = content
        isExpanded = nil
    }
    /// A group with a label of which the app knows whether it is open.
    public init(
        isExpanded: Binding<Bool>,
        @ViewBuilder content: @escaping () -> Content,
        @ViewBuilder label: () -> Label
    ) {
        self.label = label()
        self.content = content
        self.isExpanded = isExpanded
    }

    public func _render(_ context: _RenderContext) {
        let id = context.id()
        let own = context.node.attachment(context.path) { Kept(StateBox(false)) }.value
        let binding = isExpanded ?? Binding(location: own)
        let isOpen = context.read { binding.wrappedValue }
        var words: [Fragment] = []
        context.withEnvironment {
            $0.enterLabel()
        } _: {
            words = context.collected(label, "l")
        }
        let isOneControl = !words.nodes.contains(where: \.holdsControl)
        let name = words.nodes.map(\.phrasing)
        var children = [Node(id: id + "s", element: isOneControl ? .summary : .button, content: .children(name))]
        if isOpen {
            let inside = context.collected(content(), "c")
            children.append(
                Node(
                    id: id + "c",
                    element: .div,
                    attributes: [.class: "vstack a-stretch"],
                    content: .children(inside.nodes)
                )
            )
        }
        guard isOneControl else { return emitButton(children, isOpen, binding, context) }
        var node = Node(id: id, element: .details, content: .children(children), events: .toggle)
        node.properties.isOpen = isOpen
        context.on(id) { if case .toggle(let value) = $0 { binding.wrappedValue = value } }
        context.emit(Fragment(node, classes: ["disclosure"], isControl: true))
    }

    /// A label with controls of its own is a button: readers would not come to controls in a summary.
    @MainActor
    private func emitButton(_ parts: [Node], _ isOpen: Bool, _ binding: Binding<Bool>, _ context: _RenderContext) {
        var children = parts
        children[0].attributes = [.class: "summary", .type: "button", .ariaExpanded: isOpen ? "true" : "false"]
        children[0].events = .click
        if isOpen, children.count > 1 { children[0].attributes[.ariaControls] = children[1].id }
        context.on(children[0].id) { if $0 == .click { binding.wrappedValue.toggle() } }
        let node = Node(id: context.id(), element: .div, content: .children(children))
        context.emit(Fragment(node, classes: ["disclosure"], isControl: true))
    }
}

extension DisclosureGroup where Label == Text {
    /// A group with a name.
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: @escaping () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }
    /// A group with a name.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: @escaping () -> Content) {
        self.init(content: content) { Text(title) }
    }
    /// A group with a name of which the app knows whether it is open.
    public init(
        _ titleKey: LocalizedStringKey,
        isExpanded: Binding<Bool>,
        @ViewBuilder content: @escaping () -> Content
    ) {
        self.init(isExpanded: isExpanded, content: content) { Text(titleKey) }
    }
    /// A group with a name of which the app knows whether it is open.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content)
    {
        self.init(isExpanded: isExpanded, content: content) { Text(title) }
    }
}

/// A card with a title.
///
/// Source: Apple's `GroupBox`.
public struct GroupBox<Label: View, Content: View>: View, Primitive {
    private let label: Label
    private let content: Content
    /// A card with a label.
    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.label = label()
        self.content = content()
    }
    public func _render(_ context: _RenderContext) {
        let title = context.nodes(label, "l")
        let children =
            (title.isEmpty
                ? []
                : [
                    Node(
                        id: context.id("t"),
                        element: .div,
                        attributes: [.class: "t-headline"],
                        content: .children(title)
                    )
                ])
            + context.nodes(content, "c")
        let node = Node(id: context.id(), element: .div, content: .children(children))
        context.emit(Fragment(node, classes: ["card", "vstack", "a-start"]))
    }
}

extension GroupBox where Label == Text {
    /// A card with a title.
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }
    /// A card with a title.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(title) }
    }
}

extension GroupBox where Label == EmptyView {
    /// A card.
    public init(@ViewBuilder content: () -> Content) { self.init(content: content) { EmptyView() } }
}

/// Controls that belong together.
///
/// Source: Apple's `ControlGroup`.
public struct ControlGroup<Content: View>: View, Primitive {
    private let content: Content
    /// Controls that belong together.
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
    public func _render(_ context: _RenderContext) {
        context.emitStack(content, ["hstack", "a-center"], gap: nil) { $0.stackAxis = .horizontal }
    }
}

/// That there is nothing to be seen, and why.
///
/// Source: Apple's `ContentUnavailableView`.
public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: View, Primitive {
    private let label: Label
    private let details: Description
    private let actions: Actions

    /// A label, an explanation and what can be done.
    public init(
        @ViewBuilder label: () -> Label,
        @ViewBuilder description: () -> Description = { EmptyView() },
        @ViewBuilder actions: () -> Actions = { EmptyView() }
    ) {
        self.label = label()
        details = description()
        self.actions = actions()
    }

    public func _render(_ context: _RenderContext) {
        let id = context.id()
        var words: [Node] = []
        context.withEnvironment {
            $0.enterLabel()
        } _: {
            words = context.nodes(label, "l").map(\.phrasing)
        }
        // The symbol stands above, the words are a heading.
        var icons: [Node] = []
        if words.count == 1, words[0].attributes[.class]?.hasPrefix("label") == true {
            let parts = words[0].childNodes
            icons = parts.filter(\.isIcon)
            words = parts.filter { !$0.isIcon }
        }
        icons = icons.map { icon in
            var icon = icon
            icon.attributes[.class] = "icon huge"
            return icon
        }
        var children = icons
        children.append(Node(id: id + "h", element: .h2, content: .children(words)))
        let text = context.nodes(details, "d")
        if !text.isEmpty { children.append(Node(id: id + "p", element: .p, content: .children(text.map(\.phrasing)))) }
        children += context.nodes(actions, "a")
        context.emit(Fragment(Node(id: id, element: .div, content: .children(children)), classes: ["empty"]))
    }
}

extension Node {
    fileprivate var isIcon: Bool { if case .icon = content { true } else { false } }
}

extension ContentUnavailableView where Label == SwiftUI.Label<Text, Image>, Description == Text?, Actions == EmptyView {
    /// A title, a symbol and an explanation.
    public init(_ title: LocalizedStringKey, systemImage name: String, description: Text? = nil) {
        self.init {
            SwiftUI.Label(title, systemImage: name)
        } description: {
            description
        } actions: {
            EmptyView()
        }
    }
    /// A title, a symbol and an explanation.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, systemImage name: String, description: Text? = nil) {
        self.init {
            SwiftUI.Label(title, systemImage: name)
        } description: {
            description
        } actions: {
            EmptyView()
        }
    }
}

/// What is said where a search finds nothing.
///
/// Source: Apple's `SearchUnavailableContent`.
public struct SearchUnavailableContent {
    /// The title.
    public struct Label: View {
        let text: String?
        /// The title.
        public var body: some View {
            SwiftUI.Label {
                text.map { Text(.noResultsFor, .text($0)) } ?? Text(.noResults)
            } icon: {
                Image(systemName: "magnifyingglass")
            }
        }
    }
    /// The explanation.
    public struct Description: View {
        /// The explanation.
        public var body: some View { Text(.tryAnother) }
    }
    /// What can be done.
    public struct Actions: View {
        /// Nothing.
        public var body: some View { EmptyView() }
    }
}

extension ContentUnavailableView
where
    Label == SearchUnavailableContent.Label, Description == SearchUnavailableContent.Description,
    Actions == SearchUnavailableContent.Actions
{
    /// Nothing was found.
    public static var search: ContentUnavailableView {
        ContentUnavailableView {
            SearchUnavailableContent.Label(text: nil)
        } description: {
            SearchUnavailableContent.Description()
        } actions: {
            SearchUnavailableContent.Actions()
        }
    }
    /// Nothing was found for a text.
    public static func search(text: String) -> ContentUnavailableView {
        ContentUnavailableView {
            SearchUnavailableContent.Label(text: text)
        } description: {
            SearchUnavailableContent.Description()
        } actions: {
            SearchUnavailableContent.Actions()
        }
    }
}

/// An address that can be opened.
///
/// Source: Apple's `Link`.
public struct Link<Label: View>: View, Primitive {
    private let destination: URL
    private let label: Label
    /// An address with a label.
    public init(destination: URL, @ViewBuilder label: () -> Label) {
        self.destination = destination
        self.label = label()
    }
    public func _render(_ context: _RenderContext) { context.emitLink(destination, label, download: nil) }
}

extension Link where Label == Text {
    /// An address with a text.
    public init(_ titleKey: LocalizedStringKey, destination: URL) {
        self.init(destination: destination) { Text(titleKey) }
    }
    /// An address with a text.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, destination: URL) { self.init(destination: destination) { Text(title) } }
}

extension _RenderContext {
    func emitLink<L: View>(_ destination: URL, _ label: L, download: String?) {
        let id = id()
        var words: [Fragment] = []
        withEnvironment {
            $0.enterLabel()
        } _: {
            words = collected(label, "0")
        }
        var node = Node(id: id, element: .a, content: .children(words.nodes.map(\.phrasing)))
        node.attributes[.href] = destination.absoluteString
        node.attributes[.rel] = "noopener"
        node.attributes[.target] = "_blank"
        shortcut(for: id)
        emit(Fragment(node, classes: ["btn"], isControl: true))
    }
}
