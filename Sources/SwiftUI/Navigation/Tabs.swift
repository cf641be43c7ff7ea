import Foundation
import WebHost

/// What a tab view consists of.
///
/// Source: Apple's `TabContent`.
@MainActor @preconcurrency
public protocol TabContent<TabValue> {
    /// The type of the values that choose tabs.
    associatedtype TabValue: Hashable
    /// Draws the tabs. Not for use outside of the framework.
    @MainActor func _renderTabs(_ context: _RenderContext)
}

/// A tab.
///
/// Source: Apple's `Tab` of iOS 18.
public struct Tab<Value, Content, Label> {
    let value: AnyHashable?
    let role: TabRole?
    let content: Content
    let label: Label
}

/// What a tab is for.
///
/// Source: Apple's `TabRole`.
public struct TabRole: Hashable, Sendable {
    let title: OwnWord
    let icon: String
    /// A search.
    public static let search = TabRole(title: .search, icon: "magnifyingglass")
}

extension Tab: TabContent where Value: Hashable, Content: View, Label: View {
    /// The type of the values that choose tabs.
    public typealias TabValue = Value
    public func _renderTabs(_ context: _RenderContext) {
        context.tab(label: label, content: content)
        guard let last = context.fragments.indices.last, let value else { return }
        context.fragments[last].marks.tag = value
    }
}

extension Tab where Value: Hashable, Content: View, Label: View {
    /// A tab for a value, with a label.
    public init(
        value: Value,
        role: TabRole? = nil,
        @ViewBuilder content: () -> Content,
        @ViewBuilder label: () -> Label
    ) {
        self.init(value: AnyHashable(value), role: role, content: content(), label: label())
    }
}

extension Tab where Value: Hashable, Content: View, Label == DefaultTabLabel {
    /// A tab for a value, with a text and a symbol.
    public init(
        _ titleKey: LocalizedStringKey,
        systemImage: String,
        value: Value,
        role: TabRole? = nil,
        @ViewBuilder content: () -> Content
    ) {
        let label = DefaultTabLabel(title: Text(titleKey), image: systemImage)
        self.init(value: AnyHashable(value), role: role, content: content(), label: label)
    }
    /// A tab for a value, with a text and a symbol.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S,
        systemImage: String,
        value: Value,
        role: TabRole? = nil,
        @ViewBuilder content: () -> Content
    ) {
        let label = DefaultTabLabel(title: Text(title), image: systemImage)
        self.init(value: AnyHashable(value), role: role, content: content(), label: label)
    }
    /// A tab for a purpose that chooses a value.
    public init(value: Value, role: TabRole, @ViewBuilder content: () -> Content) {
        let label = DefaultTabLabel(title: Text(role.title), image: role.icon)
        self.init(value: AnyHashable(value), role: role, content: content(), label: label)
    }
}

extension Tab where Value == Never, Content: View, Label == DefaultTabLabel {
    /// A tab with a text and a symbol.
    public init(
        _ titleKey: LocalizedStringKey,
        systemImage: String,
        role: TabRole? = nil,
        @ViewBuilder content: () -> Content
    ) {
        let label = DefaultTabLabel(title: Text(titleKey), image: systemImage)
        self.init(value: nil, role: role, content: content(), label: label)
    }
    /// A tab with a text and a symbol.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S,
        systemImage: String,
        role: TabRole? = nil,
        @ViewBuilder content: () -> Content
    ) {
        let label = DefaultTabLabel(title: Text(title), image: systemImage)
        self.init(value: nil, role: role, content: content(), label: label)
    }
    /// A tab for a purpose.
    public init(role: TabRole, @ViewBuilder content: () -> Content) {
        let label = DefaultTabLabel(title: Text(role.title), image: role.icon)
        self.init(value: nil, role: role, content: content(), label: label)
    }
}

/// A text and a symbol on a tab.
///
/// Source: Apple's `DefaultTabLabel`.
public struct DefaultTabLabel: View {
    let title: Text
    let image: String
    /// The text and the symbol.
    public var body: some View {
        Label {
            title
        } icon: {
            Image(systemName: image)
        }
    }
}

/// Tabs that belong together; they stand beside the others here, as in the bar of a phone, which shows no titles of sections.
///
/// Source: Apple's `TabSection` of iOS 18.
public struct TabSection<Header, Content, Footer> {
    fileprivate let content: Content
}

extension TabSection: TabContent where Header: View, Content: TabContent, Footer: View {
    /// The type of the values that choose tabs.
    public typealias TabValue = Content.TabValue
    public func _renderTabs(_ context: _RenderContext) { content._renderTabs(context) }
}

extension TabSection where Header == Text, Content: TabContent, Footer == EmptyView {
    /// Tabs that belong together, with a title.
    public init<Value: Hashable>(
        _ titleKey: LocalizedStringKey,
        @TabContentBuilder<Value> content: () -> Content
    ) where Content.TabValue == Value {
        self.content = content()
    }
    /// Tabs that belong together, with a title.
    @_disfavoredOverload
    public init<S: StringProtocol, Value: Hashable>(_ title: S, @TabContentBuilder<Value> content: () -> Content)
    where Content.TabValue == Value {
        self.content = content()
    }
}

extension TabSection where Header: View, Content: TabContent, Footer == EmptyView {
    /// Tabs that belong together, with a title.
    public init<Value: Hashable>(
        @TabContentBuilder<Value> content: () -> Content,
        @ViewBuilder header: () -> Header
    ) where Content.TabValue == Value {
        self.content = content()
    }
}

extension Optional: TabContent where Wrapped: TabContent {
    /// The type of the values that choose tabs.
    public typealias TabValue = Wrapped.TabValue
    public func _renderTabs(_ context: _RenderContext) {
        if let self { context.step("s") { self._renderTabs(context) } }
    }
}

/// Several tabs, or one of two.
public struct _Tabs<TabValue: Hashable>: TabContent {
    let render: @MainActor (_RenderContext) -> Void
    public func _renderTabs(_ context: _RenderContext) { render(context) }
}

/// Makes tabs of several statements.
///
/// Source: Apple's `TabContentBuilder`.
@resultBuilder
@MainActor
public struct TabContentBuilder<TabValue: Hashable> {
    /// A statement.
    public static func buildExpression<Content: TabContent>(_ content: Content) -> Content
    where Content.TabValue == TabValue {
        content
    }
    /// One statement.
    public static func buildBlock<Content: TabContent>(_ content: Content) -> Content
    where Content.TabValue == TabValue {
        content
    }
    /// Several statements.
    @_disfavoredOverload
    public static func buildBlock<each Content: TabContent>(_ content: repeat each Content) -> _Tabs<TabValue> {
        _Tabs { context in
            var index = 0
            for item in repeat each content {
                context.step(index) { item._renderTabs(context) }
                index += 1
            }
        }
    }
    /// `if` without `else`.
    public static func buildIf<Content: TabContent>(_ content: Content?) -> Content?
    where Content.TabValue == TabValue {
        content
    }
    /// The first branch.
    public static func buildEither<Content: TabContent>(first: Content) -> _Tabs<TabValue>
    where Content.TabValue == TabValue {
        _Tabs { context in context.step("t") { first._renderTabs(context) } }
    }
    /// The other branch.
    public static func buildEither<Content: TabContent>(second: Content) -> _Tabs<TabValue>
    where Content.TabValue == TabValue {
        _Tabs { context in context.step("f") { second._renderTabs(context) } }
    }
    /// `if #available`.
    public static func buildLimitedAvailability<Content: TabContent>(_ content: Content) -> _Tabs<TabValue>
    where Content.TabValue == TabValue {
        _Tabs { context in content._renderTabs(context) }
    }
}

extension TabContent {
    /// A count or words on the tab.
    public func badge(_ count: Int) -> some TabContent<TabValue> {
        badged(count == 0 ? nil : Text(verbatim: String(count)))
    }
    /// Words on the tab.
    public func badge(_ label: Text?) -> some TabContent<TabValue> { badged(label) }

    private func badged(_ text: Text?) -> _Tabs<TabValue> {
        _Tabs { context in
            let before = context.fragments.count
            _renderTabs(context)
            for index in context.fragments.indices.dropFirst(before) { context.fragments[index].marks.badge = text }
        }
    }
}

/// The views of tabs made by a builder of tabs.
public struct _TabContentViews<Content: TabContent>: View, Primitive, Transparent {
    let content: Content
    public func _render(_ context: _RenderContext) { content._renderTabs(context) }
}

extension _RenderContext {
    /// A tab: its label where marks are looked for, its content where it is the chosen one.
    func tab<L: View, C: View>(label: L, content: C) {
        let before = fragments.count
        let wasProbing = isProbing
        part { self.unprobed { self.step("c") { self.render(content) } } }
        guard wasProbing, fragments.count > before, let last = fragments.indices.last else { return }
        var words: [Fragment] = []
        unprobed {
            withEnvironment {
                $0.enterLabel()
                $0.surrounding = .tabs
            } _: {
                words = collected(label, "l")
            }
        }
        fragments[last].marks.tabItem = TabLabel(fragments: words)
    }
}

extension View {
    /// What stands on the view's tab.
    public func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View {
        let label = label()
        return altered { context, content in
            guard context.isProbing || context.choice != nil else { return context.render(content) }
            let marks = context.isProbing ? context.collect { context.render(content) }.last?.marks : nil
            context.tab(label: label, content: content)
            guard let marks, let last = context.fragments.indices.last else { return }
            context.fragments[last].marks.tag = marks.tag
            context.fragments[last].marks.badge = marks.badge
        }
    }
}

/// Several screens of which one is chosen.
///
/// Source: Apple's `TabView`.
public struct TabView<SelectionValue: Hashable, Content: View>: View, Primitive {
    private let selection: Binding<SelectionValue>?
    private let content: Content

    /// Tabs of which the app knows the chosen one.
    public init(selection: Binding<SelectionValue>?, @ViewBuilder content: () -> Content) {
        self.selection = selection
        self.content = content()
    }

    /// Tabs of which the app knows the chosen one.
    public init<C: TabContent>(selection: Binding<SelectionValue>, @TabContentBuilder<SelectionValue> content: () -> C)
    where Content == _TabContentViews<C>, C.TabValue == SelectionValue {
        self.selection = selection
        self.content = _TabContentViews(content: content())
    }

    public func _render(_ context: _RenderContext) {
        let tabs = context.probe { context.step("0") { context.render(content) } }
        let own = context.node.attachment(context.path) { Kept(StateBox(0)) }.value
        let chosen = context.read { index(of: selection?.wrappedValue, tabs) ?? min(own.value, max(0, tabs.count - 1)) }
        var shown = Output()
        context.withEnvironment {
            $0.enterScreen()
            $0.isMainPlace = false
        } _: {
            shown = context.collectAll { context.choose(chosen) { context.step("0") { context.render(content) } } }
        }
        emit(shown, tabs, chosen, context) { place in
            if let selection, let value = value(tabs[place], place) {
                selection.wrappedValue = value
            } else {
                own.value = place
            }
        }
    }

    private func index(of value: SelectionValue?, _ tabs: [Fragment]) -> Int? {
        guard let value else { return nil }
        return tabs.firstIndex { ($0.marks.tag ?? $0.marks.identity) == AnyHashable(value) }
            ?? (value as? Int).flatMap { tabs.indices.contains($0) && tabs[$0].marks.tag == nil ? $0 : nil }
    }

    private func value(_ tab: Fragment, _ place: Int) -> SelectionValue? {
        (tab.marks.tag ?? tab.marks.identity)?.base as? SelectionValue ?? place as? SelectionValue
    }

    private func emit(
        _ shown: Output,
        _ tabs: [Fragment],
        _ chosen: Int,
        _ context: _RenderContext,
        choose: @escaping @MainActor (Int) -> Void
    ) {
        let body = context.tabScreen(shown, id: context.id("s"))
        // The tab as a whole is the main part of the page: what lies above its screen belongs to it, too.
        let holder = Node(
            id: context.id("body"),
            element: context.environment.isMainPlace ? .main : .div,
            attributes: [.class: "tab-body"],
            content: .children([body])
        )
        var bar = Node(
            id: context.id("bar"),
            element: .nav,
            attributes: [.class: "tabbar", .ariaLabel: OwnWord.tabs.text(context.environment)]
        )
        bar.content = .children(
            tabs.enumerated().map { place, tab in
                button(tab, place: place, isChosen: place == chosen, context) { choose(place) }
            }
        )
        let node = Node(id: context.id(), element: .div, content: .children([holder, bar]))
        context.emit(Fragment(node, classes: ["tabs"], isControl: true))
        var up = shown.preferences.beyondScreen
        up.title = shown.preferences.title
        up.titleIsSettled = true
        up.backs = shown.preferences.backs
        context.preferences.merge(up)
    }

    private func button(
        _ tab: Fragment,
        place: Int,
        isChosen: Bool,
        _ context: _RenderContext,
        _ action: @escaping @MainActor () -> Void
    ) -> Node {
        let id = context.id("t\(place)")
        let label = (tab.marks.tabItem?.fragments ?? []).nodes
        var children = label.map { context.withoutControls($0, in: "a tab").phrasing }
        if let badge = tab.marks.badge {
            children.append(
                Node(
                    id: id + "b",
                    element: .span,
                    attributes: [.class: "badge"],
                    content: .text(badge.plain(in: context.environment))
                )
            )
        }
        var node = Node(
            id: id,
            element: .button,
            attributes: [.class: "tab", .type: "button"],
            content: .children(children)
        )
        node.events = .click
        if isChosen { node.attributes[.ariaCurrent] = "page" }
        context.on(id) { _ in action() }
        return node
    }
}

extension TabView where SelectionValue == Int {
    /// Tabs that know the chosen one themselves.
    public init(@ViewBuilder content: () -> Content) {
        selection = nil
        self.content = content()
    }
}

extension TabView {
    /// Tabs that know the chosen one themselves.
    public init<C: TabContent>(@TabContentBuilder<Never> content: () -> C)
    where SelectionValue == Never, Content == _TabContentViews<C>, C.TabValue == Never {
        selection = nil
        self.content = _TabContentViews(content: content())
    }
}

extension _RenderContext {
    /// What was drawn for a tab, in a screen unless it fills the tab by itself.
    func tabScreen(_ output: Output, id: String) -> Node {
        let nodes = output.fragments.nodes
        if nodes.count == 1, let only = nodes.first, only.isPageFrame { return only }
        return Screen(id: id, output: output, environment: environment).node
    }
}
