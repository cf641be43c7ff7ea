import WebHost

/// How tabs look.
///
/// Source: Apple's `TabViewStyle`.
public protocol TabViewStyle {}
/// As usual.
///
/// Source: Apple's `DefaultTabViewStyle`.
public struct DefaultTabViewStyle: TabViewStyle {
    /// As usual.
    public init() {}
}
/// Pages; here they are tabs, too, so that each can be reached.
///
/// Source: Apple's `PageTabViewStyle`.
public struct PageTabViewStyle: TabViewStyle {
    /// Whether dots are shown.
    ///
    /// Source: Apple's `PageTabViewStyle.IndexDisplayMode`.
    public struct IndexDisplayMode: Sendable {
        /// As usual.
        public static let automatic = IndexDisplayMode()
        /// Always.
        public static let always = IndexDisplayMode()
        /// Never.
        public static let never = IndexDisplayMode()
    }
    /// Pages.
    public init(indexDisplayMode: IndexDisplayMode = .automatic) {}
}
/// A bar at the side; the page decides by its width.
///
/// Source: Apple's `SidebarAdaptableTabViewStyle`.
public struct SidebarAdaptableTabViewStyle: TabViewStyle {
    /// A bar at the side.
    public init() {}
}
extension TabViewStyle where Self == DefaultTabViewStyle {
    /// As usual.
    public static var automatic: DefaultTabViewStyle { DefaultTabViewStyle() }
}
extension TabViewStyle where Self == PageTabViewStyle {
    /// Pages.
    public static var page: PageTabViewStyle { PageTabViewStyle() }
    /// Pages.
    public static func page(indexDisplayMode: PageTabViewStyle.IndexDisplayMode) -> PageTabViewStyle {
        PageTabViewStyle()
    }
}
extension TabViewStyle where Self == SidebarAdaptableTabViewStyle {
    /// A bar at the side.
    public static var sidebarAdaptable: SidebarAdaptableTabViewStyle { SidebarAdaptableTabViewStyle() }
}

extension View {
    /// How tabs inside look; the page decides.
    public func tabViewStyle<S: TabViewStyle>(_ style: S) -> some View { unaltered() }
    /// What stands at the end of the sidebar; a page shows it where it is wide enough for a sidebar.
    ///
    /// It stands at the tab view itself, before what puts anything around that.
    public func tabViewSidebarFooter<Content: View>(@ViewBuilder content: () -> Content) -> some View {
        let footer = content()
        return altered { context, tabs in
            let fragments = context.collect { context.step("m") { context.render(tabs) } }
            guard !context.isProbing else { return fragments.forEach(context.emit) }
            var nodes: [Node] = []
            context.withEnvironment {
                $0.enterScreen()
            } _: {
                nodes = context.nodes(footer, "sf")
            }
            for var fragment in fragments {
                fragment.addSidebarFooter(nodes, id: context.id("sf"))
                context.emit(fragment)
            }
        }
    }
    /// How the dots of pages look; there are none.
    public func indexViewStyle(_ style: PageIndexViewStyle) -> some View { unaltered() }
}

extension Fragment {
    /// Puts views below the tabs of a tab view.
    fileprivate mutating func addSidebarFooter(_ nodes: [Node], id: String) {
        var parts = node.childNodes
        guard !nodes.isEmpty, classes.contains("tabs"), let bar = parts.lastIndex(where: { $0.element == .nav }) else {
            return
        }
        let foot = Node(id: id, element: .div, attributes: [.class: "tabbar-foot"], content: .children(nodes))
        parts[bar].content = .children(parts[bar].childNodes + [foot])
        node.content = .children(parts)
    }
}

/// How the dots of pages look.
///
/// Source: Apple's `PageIndexViewStyle`. Without effect.
public struct PageIndexViewStyle: Sendable {
    /// Whether there is something behind the dots.
    public struct BackgroundDisplayMode: Sendable {
        /// As usual.
        public static let automatic = BackgroundDisplayMode()
        /// Always.
        public static let always = BackgroundDisplayMode()
        /// Never.
        public static let never = BackgroundDisplayMode()
    }
    /// As usual.
    public static let page = PageIndexViewStyle()
    /// As usual.
    public static func page(backgroundDisplayMode: BackgroundDisplayMode) -> PageIndexViewStyle { PageIndexViewStyle() }
}
