import Foundation
import WebHost

/// A page: the views of a window, drawn for one browser tab.
@MainActor
public final class _PageScene<Content: View>: LiveScene {
    /// Called when a new picture would differ.
    public var needsDisplay: (@MainActor () -> Void)?

    let graph = ViewGraph()
    private let content: () -> Content
    private var made: Content?
    private let configure: (inout EnvironmentValues) -> Void
    private var client: ClientEnvironment
    /// Light or dark, where the app decides it.
    private var preferred: ColorScheme?
    let storage: SceneStorageStore
    /// What the browser's Back does at each step, the outermost first.
    private var backs: [@MainActor () -> Void] = []

    init(
        client: ClientEnvironment,
        savedState: String?,
        configure: @escaping (inout EnvironmentValues) -> Void = { _ in },
        content: @escaping () -> Content
    ) {
        self.content = content
        self.configure = configure
        self.client = client
        storage = SceneStorageStore(savedState)
        graph.needsDraw = { [weak self] in self?.needsDisplay?() }
    }

    /// The page as it is now.
    public func draw() -> Picture {
        let view = made ?? content()
        made = view
        var environment = environment()
        var output = graph.update(view, environment: environment)
        if output.preferences.colorScheme != preferred {
            // The views decide it, and are told of it.
            preferred = output.preferences.colorScheme
            environment = self.environment()
            output = graph.update(view, environment: environment)
        }
        backs = output.preferences.backs
        return PageAssembly(graph: graph, environment: environment, storage: storage).picture(of: output)
    }

    private func environment() -> EnvironmentValues {
        var values = EnvironmentValues()
        values.take(client)
        if let preferred { values.colorScheme = preferred }
        values.sceneStorage = storage
        configure(&values)
        return values
    }

    /// The person did something.
    public func handle(_ event: SceneEvent) {
        guard case .back(let depth) = event.action else { return graph.handle(event) }
        for step in backs.dropFirst(max(0, depth)).reversed() { step() }
        needsDisplay?()
    }

    /// The page changed its size, colours or place.
    public func environmentChanged(to environment: ClientEnvironment) {
        guard environment != client else { return }
        client = environment
        needsDisplay?()
    }

    /// The page is gone.
    public func close() { graph.close() }
}

extension EnvironmentValues {
    /// What the page says of itself.
    mutating func take(_ client: ClientEnvironment) {
        locale = Locale(identifier: client.languages.first?.replacingOccurrences(of: "-", with: "_") ?? "en")
        languages = client.languages
        if let zone = client.timeZone.flatMap(TimeZone.init(identifier:)) { timeZone = zone }
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = locale
        calendar.timeZone = timeZone
        self.calendar = calendar
        colorScheme = client.isDark ? .dark : .light
        contrast = client.increasesContrast ? .increased : .standard
        reducesMotion = client.reducesMotion
        dynamicTypeSize = DynamicTypeSize(scale: client.textScale)
        pageWidth = client.width
        horizontalSizeClass = client.width >= PageAssembly.wideWidth ? .regular : .compact
        scenePhase = client.isVisible ? .active : .background
        let direction = Locale.Language(identifier: client.languages.first ?? "en").characterDirection
        layoutDirection = direction == .rightToLeft ? .rightToLeft : .leftToRight
    }
}

extension ColorScheme {
    /// What sets the scheme of the page.
    fileprivate var className: String { self == .dark ? "scheme-dark" : "scheme-light" }
}

/// Puts what was drawn into the frame of a page.
@MainActor
struct PageAssembly {
    /// From this width in CSS pixels on a page counts as wide.
    nonisolated static let wideWidth: Double = 768

    let graph: ViewGraph
    let environment: EnvironmentValues
    let storage: SceneStorageStore

    func picture(of output: Output) -> Picture {
        let preferences = output.preferences
        let wishes = graph.takeWishes()
        var picture = Picture(
            title: preferences.title ?? ProcessInfo.processInfo.processName,
            language: environment.languages.first ?? "en",
            isRightToLeft: environment.layoutDirection == .rightToLeft,
            root: root(of: output)
        )
        picture.overlays = preferences.overlays
        let symbols = SymbolNaming(environment: environment)
        symbols.name(&picture.root)
        for index in picture.overlays.indices { symbols.name(&picture.overlays[index]) }
        if let scheme = preferences.colorScheme { picture.root.add(class: scheme.className) }
        picture.shortcuts = preferences.shortcuts
        picture.focus = wishes.focus == ViewGraph.nowhere ? titleID(in: picture) : wishes.focus
        picture.announcements = wishes.announcements
        picture.depth = preferences.backs.count
        picture.savedState = storage.text
        return picture
    }

    /// A page is one screen, a stack of screens, or several tabs; whichever it is, there is one `main`.
    private func root(of output: Output) -> Node {
        let nodes = output.fragments.nodes
        if nodes.count == 1, var only = nodes.first, only.isPageFrame {
            if !only.holdsMain { only.element = .main }
            return only
        }
        let screen = Screen(id: "n0-page", output: output, environment: environment, isMain: true)
        return screen.node
    }

    private func titleID(in picture: Picture) -> String? {
        ([picture.root] + picture.overlays).reversed().lazy.compactMap(\.firstTitle).first
    }
}

extension Node {
    /// The name of the first title of a screen in the element.
    var firstTitle: String? {
        if element == .h1, attributes[.tabindex] != nil { return id }
        return childNodes.lazy.compactMap(\.firstTitle).first
    }

    /// Whether it is the page's main part, or holds it.
    var holdsMain: Bool { element == .main || childNodes.contains(where: \.holdsMain) }

    /// Whether the element fills a page or a tab by itself: a screen, tabs, columns, or one of them with layers.
    var isPageFrame: Bool {
        let frames: Set<Substring> = ["screen", "tabs", "split", "layers"]
        return (attributes[.class] ?? "").split(separator: " ").contains(where: frames.contains)
    }
}

/// One screen: a bar with title and buttons, what scrolls, a bar below.
@MainActor
struct Screen {
    let id: String
    let output: Output
    let environment: EnvironmentValues
    var isMain = false
    var back: Node?
    /// The title stands in the bar also where the views give none.
    var fallbackTitle: String?

    var node: Node {
        let preferences = output.preferences
        var children: [Node] = []
        if let bar = navbar(preferences) { children.append(bar) }
        children += preferences.insets.filter { $0.edge == .top }.flatMap(\.nodes)
        if let search = preferences.search {
            children.append(search.node)
            if let scopes = search.scopes { children.append(scopes) }
            children += search.suggestions
        }
        let isFlush = output.fragments.count == 1 && output.fragments[0].classes.first == "list"
        let content = Node(
            id: id + "c",
            element: .div,
            attributes: [.class: isFlush ? "content flush" : "content"],
            content: .children(output.fragments.nodes)
        )
        children.append(content)
        children += preferences.insets.filter { $0.edge == .bottom }.flatMap(\.nodes)
        let bottom = items(.bottomBar, preferences)
        if !bottom.isEmpty, !preferences.hiddenBars.contains("bottomBar") {
            children.append(
                Node(id: id + "b", element: .div, attributes: [.class: "bottombar"], content: .children(bottom))
            )
        }
        return Node(
            id: id,
            element: isMain ? .main : .div,
            attributes: [.class: "screen"],
            content: .children(children)
        )
    }

    private func items(_ place: ToolbarItemPlacement.Place, _ preferences: Preferences) -> [Node] {
        preferences.toolbar.filter { $0.placement.place == place }.flatMap(\.fragments).nodes
    }

    private func navbar(_ preferences: Preferences) -> Node? {
        let leading = (back.map { [$0] } ?? []) + items(.leading, preferences)
        let trailing = items(.trailing, preferences) + refresh(preferences)
        let principal = items(.principal, preferences)
        let title = preferences.title ?? fallbackTitle
        guard title != nil || !leading.isEmpty || !trailing.isEmpty || !principal.isEmpty else { return nil }
        // Without a bar content can be loaded anew all the same: on a phone by drawing it down.
        if preferences.hiddenBars.contains("navigationBar") { return bar(refresh(preferences)) }
        var parts: [Node] = []
        func part(_ suffix: String, _ name: String, _ nodes: [Node]) {
            guard !nodes.isEmpty else { return }
            var node = Node(id: id + suffix, element: .div, attributes: [.class: name], content: .children(nodes))
            if nodes.count > 1 {
                node.attributes[.role] = "group"
                node.attributes[.ariaLabel] = OwnWord.toolbar.text(environment)
            }
            parts.append(node)
        }
        part("nl", "nav-leading", leading)
        part("np", "nav-principal", principal)
        if let title, !title.isEmpty {
            let isSeen = principal.isEmpty && !preferences.hidesTitle
            let name = isSeen ? "nav-title" : "nav-title visually-hidden"
            parts.append(
                Node(id: id + "t", element: .h1, attributes: [.class: name, .tabindex: "-1"], content: .text(title))
            )
        }
        part("nt", "nav-trailing", trailing)
        let isInline = preferences.isTitleInline == true
        return Node(
            id: id + "n",
            element: .header,
            attributes: [.class: isInline ? "navbar inline" : "navbar"],
            content: .children(parts)
        )
    }

    private func refresh(_ preferences: Preferences) -> [Node] { preferences.refreshes.map(\.button) }

    /// A bar of buttons alone.
    private func bar(_ buttons: [Node]) -> Node? {
        guard !buttons.isEmpty else { return nil }
        let trailing = Node(
            id: id + "nt",
            element: .div,
            attributes: [.class: "nav-trailing"],
            content: .children(buttons)
        )
        return Node(
            id: id + "n",
            element: .header,
            attributes: [.class: "navbar inline"],
            content: .children([trailing])
        )
    }
}
