import Foundation
import WebHost

/// A list beside what is chosen in it.
///
/// On a narrow page one of them is seen: what is chosen, as soon as something is. Source: Apple's `NavigationSplitView`.
public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: View, Primitive {
    private let sidebar: Sidebar
    private let content: Content
    private let detail: Detail
    private let hasContent: Bool

    /// Three columns.
    public init(
        @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder content: () -> Content,
        @ViewBuilder detail: () -> Detail
    ) {
        self.sidebar = sidebar()
        self.content = content()
        self.detail = detail()
        hasContent = true
    }

    /// Three columns.
    public init(
        columnVisibility: Binding<NavigationSplitViewVisibility>,
        @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder content: () -> Content,
        @ViewBuilder detail: () -> Detail
    ) {
        self.init(sidebar: sidebar, content: content, detail: detail)
    }

    fileprivate init(_ sidebar: Sidebar, _ detail: Detail) where Content == EmptyView {
        self.sidebar = sidebar
        content = EmptyView()
        self.detail = detail
        hasContent = false
    }

    public func _render(_ context: _RenderContext) { context.editingApart { draw(context) } }

    private func draw(_ context: _RenderContext) {
        let column = context.node.attachment(context.path) { SplitColumn() }
        let isNarrow = context.environment.pageWidth < PageAssembly.wideWidth
        let look: ListLook = isNarrow ? .inset : .sidebar
        var side = context.column(sidebar, "s", column, look)
        if hasContent {
            let middle = context.column(content, "c", column, look)
            side.fragments += middle.fragments
            side.preferences.merge(middle.preferences)
        }
        // Told with everything else that a column tells, so that it is known also where the list was not drawn anew.
        column.choice = side.preferences.choices.last
        let entries = context.read { column.navigator.entries }
        let shows = context.read { column.isChosen() } || !entries.isEmpty
        var shown = detailOutput(context, column, side.preferences, entries)
        if isNarrow, !shows { shown.preferences.shortcuts = [:] }
        emit(side, shown, context, column, shows: shows, isNarrow: isNarrow, depth: entries.count)
    }

    /// What is chosen, or what a link of the list pushed above it.
    private func detailOutput(
        _ context: _RenderContext,
        _ column: SplitColumn,
        _ side: Preferences,
        _ entries: [AnyHashable]
    ) -> Output {
        let navigator = column.navigator
        let close = Dismissal(id: context.id("d")) { column.leave() }
        return context.collectAll {
            context.withEnvironment { values in
                values.enterScreen()
                values.isMainPlace = false
                values.navigator = navigator
                values.dismissal = close
            } _: {
                if let last = entries.last, let view = view(of: last, side, navigator) {
                    context.inside(.value("\(context.path)d\(entries.count)", last)) { context.render(view) }
                } else {
                    context.inside(.value(context.path, "detail")) { context.render(detail) }
                }
            }
        }
    }

    private func view(of entry: AnyHashable, _ side: Preferences, _ navigator: Navigator) -> AnyView? {
        if let pushed = entry.base as? Navigator.Pushed { return navigator.views[pushed.link] }
        return side.destinations[ObjectIdentifier(type(of: entry.base))]?.make(entry)
    }

    private func emit(
        _ side: Output,
        _ shown: Output,
        _ context: _RenderContext,
        _ column: SplitColumn,
        shows: Bool,
        isNarrow: Bool,
        depth: Int
    ) {
        let sideNode = context.framed(side, id: context.id("side"), back: nil)
        let hasBack = isNarrow && shows && !shown.preferences.hidesBackButton
        let back = hasBack ? context.backButton(side.preferences.title) { column.leave() } : nil
        let detailNode = context.framed(shown, id: context.id("detail"), back: back)
        let children = [
            Node(
                id: context.id("sb"),
                element: .div,
                attributes: [.class: "split-side"],
                content: .children([sideNode])
            ),
            Node(
                id: context.id("db"),
                element: .div,
                attributes: [.class: "split-detail"],
                content: .children([detailNode])
            ),
        ]
        let node = Node(id: context.id(), element: .div, content: .children(children))
        let looks = [shows ? "show-detail" : nil, detailNode.isEmptyScreen ? "undivided" : nil].compactMap(\.self)
        context.emit(Fragment(node, classes: ["split"] + looks, isControl: true))
        var up = side.preferences.beyondScreen
        up.merge(shown.preferences.beyondScreen)
        up.backs = (isNarrow && shows ? [{ column.leave() }] : []) + side.preferences.backs + shown.preferences.backs
        up.title = (shows ? shown.preferences.title : nil) ?? side.preferences.title ?? shown.preferences.title
        up.titleIsSettled = true
        context.preferences.merge(up)
    }
}

extension NavigationSplitView where Content == EmptyView {
    /// Two columns.
    public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail) {
        self.init(sidebar(), detail())
    }
    /// Two columns.
    public init(
        columnVisibility: Binding<NavigationSplitViewVisibility>,
        @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder detail: () -> Detail
    ) {
        self.init(sidebar(), detail())
    }
    /// Two columns.
    public init(
        preferredCompactColumn: Binding<NavigationSplitViewColumn>,
        @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder detail: () -> Detail
    ) {
        self.init(sidebar(), detail())
    }
    /// Two columns.
    public init(
        columnVisibility: Binding<NavigationSplitViewVisibility>,
        preferredCompactColumn: Binding<NavigationSplitViewColumn>,
        @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder detail: () -> Detail
    ) {
        self.init(sidebar(), detail())
    }
}

/// The list's side of a split view: what is chosen in it, and the way back.
@MainActor
final class SplitColumn: Attachment {
    let navigator = Navigator()
    /// Whether something is chosen in a list, and how to choose nothing.
    typealias Choice = (isChosen: () -> Bool, clear: () -> Void)

    /// The list of the side in which one row may be chosen.
    var choice: Choice?

    func isChosen() -> Bool { choice?.isChosen() ?? false }
    func leave() {
        if navigator.entries.isEmpty { choice?.clear() } else { navigator.pop(to: navigator.entries.count - 1) }
    }
}

extension _RenderContext {
    fileprivate func column<V: View>(_ view: V, _ name: String, _ column: SplitColumn, _ look: ListLook) -> Output {
        collectAll {
            withEnvironment { values in
                values.enterScreen()
                values.isMainPlace = false
                values.navigator = column.navigator
                values.listLook = look
            } _: {
                step(name) { render(view) }
            }
        }
    }

    /// A screen of a column, unless what was drawn is one.
    ///
    /// Readers find it as a part of the page that is called as its title.
    fileprivate func framed(_ output: Output, id: String, back: Node?) -> Node {
        var column = plainFrame(output, id: id, back: back)
        column.element = .section
        column.attributes[.ariaLabelledby] = column.firstTitle
        return column
    }

    private func plainFrame(_ output: Output, id: String, back: Node?) -> Node {
        let nodes = output.fragments.nodes
        if nodes.count == 1, let only = nodes.first,
            (only.attributes[.class] ?? "").split(separator: " ").contains("screen")
        {
            guard let back else { return only }
            return only.withBack(back, id: id)
        }
        var screen = Screen(id: id, output: output, environment: environment)
        screen.back = back
        return screen.node
    }
}

extension Node {
    /// A screen with a way back that its own stack does not know of.
    fileprivate func withBack(_ back: Node, id: String) -> Node {
        var screen = self
        var children = childNodes
        if let index = children.firstIndex(where: { $0.element == .header }) {
            // A stack that is deep has a way back of its own.
            if children[index].holdsBack { return self }
            let leading = Node(
                id: id + "nl",
                element: .div,
                attributes: [.class: "nav-leading"],
                content: .children([back])
            )
            children[index].content = .children([leading] + children[index].childNodes)
        } else {
            let leading = Node(
                id: id + "nl",
                element: .div,
                attributes: [.class: "nav-leading"],
                content: .children([back])
            )
            children.insert(
                Node(id: id + "n", element: .header, attributes: [.class: "navbar"], content: .children([leading])),
                at: 0
            )
        }
        screen.content = .children(children)
        return screen
    }

    /// Whether it is a screen without a bar on which nothing stands.
    ///
    /// The style sheet could find that out, but would have the browser look at every element of the page whenever one of
    /// them changes.
    fileprivate var isEmptyScreen: Bool {
        childNodes.count == 1 && childNodes[0].childNodes.isEmpty
            && childNodes[0].attributes[.class]?.hasPrefix("content") == true
    }

    private var holdsBack: Bool {
        attributes[.class] == "nav-back" || childNodes.contains(where: \.holdsBack)
    }
}

/// Which columns are seen.
///
/// Source: Apple's `NavigationSplitViewVisibility`. Without effect: the page decides by its width.
public struct NavigationSplitViewVisibility: Hashable, Sendable, Codable {
    private let name: String
    /// As usual.
    public static let automatic = NavigationSplitViewVisibility(name: "automatic")
    /// All.
    public static let all = NavigationSplitViewVisibility(name: "all")
    /// The last two.
    public static let doubleColumn = NavigationSplitViewVisibility(name: "doubleColumn")
    /// The last.
    public static let detailOnly = NavigationSplitViewVisibility(name: "detailOnly")
}

/// A column.
///
/// Source: Apple's `NavigationSplitViewColumn`.
public struct NavigationSplitViewColumn: Hashable, Sendable {
    private let name: String
    /// The list.
    public static let sidebar = NavigationSplitViewColumn(name: "sidebar")
    /// The middle.
    public static let content = NavigationSplitViewColumn(name: "content")
    /// What is chosen.
    public static let detail = NavigationSplitViewColumn(name: "detail")
}

/// How columns share the page.
///
/// Source: Apple's `NavigationSplitViewStyle`.
public protocol NavigationSplitViewStyle {}
/// As usual.
///
/// Source: Apple's `AutomaticNavigationSplitViewStyle`.
public struct AutomaticNavigationSplitViewStyle: NavigationSplitViewStyle {
    /// As usual.
    public init() {}
}
/// All columns get their share.
///
/// Source: Apple's `BalancedNavigationSplitViewStyle`.
public struct BalancedNavigationSplitViewStyle: NavigationSplitViewStyle {
    /// All columns get their share.
    public init() {}
}
/// What is chosen keeps its width.
///
/// Source: Apple's `ProminentDetailNavigationSplitViewStyle`.
public struct ProminentDetailNavigationSplitViewStyle: NavigationSplitViewStyle {
    /// What is chosen keeps its width.
    public init() {}
}
extension NavigationSplitViewStyle where Self == AutomaticNavigationSplitViewStyle {
    /// As usual.
    public static var automatic: AutomaticNavigationSplitViewStyle { AutomaticNavigationSplitViewStyle() }
}
extension NavigationSplitViewStyle where Self == BalancedNavigationSplitViewStyle {
    /// All columns get their share.
    public static var balanced: BalancedNavigationSplitViewStyle { BalancedNavigationSplitViewStyle() }
}
extension NavigationSplitViewStyle where Self == ProminentDetailNavigationSplitViewStyle {
    /// What is chosen keeps its width.
    public static var prominentDetail: ProminentDetailNavigationSplitViewStyle {
        ProminentDetailNavigationSplitViewStyle()
    }
}

extension View {
    /// How columns share the page; the page decides.
    public func navigationSplitViewStyle<S: NavigationSplitViewStyle>(_ style: S) -> some View { unaltered() }
    /// How wide a column is; the page decides.
    public func navigationSplitViewColumnWidth(_ width: CGFloat) -> some View { unaltered() }
    /// How wide a column is; the page decides.
    public func navigationSplitViewColumnWidth(min: CGFloat? = nil, ideal: CGFloat, max: CGFloat? = nil) -> some View {
        unaltered()
    }
    /// How an older navigation view looks; the page decides.
    public func navigationViewStyle<S: NavigationViewStyle>(_ style: S) -> some View { unaltered() }
}

/// The older stack of screens.
///
/// Source: Apple's `NavigationView`.
public struct NavigationView<Content: View>: View, Primitive {
    private let content: Content
    /// The older stack of screens.
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
    public func _render(_ context: _RenderContext) {
        context.emitScreens(content, context.node.attachment(context.path) { Navigator() })
    }
}

/// How an older navigation view looks.
///
/// Source: Apple's `NavigationViewStyle`.
public protocol NavigationViewStyle {}
/// As usual.
///
/// Source: Apple's `DefaultNavigationViewStyle`.
public struct DefaultNavigationViewStyle: NavigationViewStyle {
    /// As usual.
    public init() {}
}
/// One screen above the other.
///
/// Source: Apple's `StackNavigationViewStyle`.
public struct StackNavigationViewStyle: NavigationViewStyle {
    /// One screen above the other.
    public init() {}
}
extension NavigationViewStyle where Self == DefaultNavigationViewStyle {
    /// As usual.
    public static var automatic: DefaultNavigationViewStyle { DefaultNavigationViewStyle() }
}
extension NavigationViewStyle where Self == StackNavigationViewStyle {
    /// One screen above the other.
    public static var stack: StackNavigationViewStyle { StackNavigationViewStyle() }
}
