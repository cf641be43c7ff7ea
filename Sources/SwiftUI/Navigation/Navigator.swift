import Foundation
import WebHost

/// The screens above the first one of a stack.
@MainActor
final class Navigator: Attachment {
    /// A screen that a link with a view of its own pushed.
    struct Pushed: Hashable { let link: String }

    /// Where the app keeps the values; nil where the stack keeps them itself.
    var readPath: (() -> [AnyHashable])?
    var writePath: (([AnyHashable]) -> Void)?
    private let own = StateBox<[AnyHashable]>([])
    private let links = StateBox<[Pushed]>([])
    /// The views of links, as they were drawn last.
    var views: [String: AnyView] = [:]

    var values: [AnyHashable] { readPath?() ?? own.value }
    /// All screens, in order.
    var entries: [AnyHashable] { values + links.value.map { AnyHashable($0) } }

    func push(_ value: AnyHashable) {
        if let writePath { writePath(values + [value]) } else { own.value = own.peek + [value] }
    }

    func push(link: String) { links.value = links.peek + [Pushed(link: link)] }

    func holds(link: String) -> Bool { links.value.contains { $0.link == link } }

    /// Goes back until so many screens are left.
    func pop(to count: Int) {
        let extra = max(0, count - values.count)
        if links.peek.count > extra { links.value = Array(links.peek.prefix(extra)) }
        if values.count > count {
            let rest = Array(values.prefix(max(0, count)))
            if let writePath { writePath(rest) } else { own.value = rest }
        }
    }
}

private struct NavigatorKey: EnvironmentKey { static var defaultValue: Navigator? { nil } }
private struct MainPlaceKey: EnvironmentKey { static var defaultValue: Bool { true } }
private struct CoveredKey: EnvironmentKey { static var defaultValue: Bool { false } }
private struct SelectsKey: EnvironmentKey { static var defaultValue: ListChoice? { nil } }

/// The selection of the list around, for links that select.
struct ListChoice: Equatable {
    let id: String
    let place: SelectionPlace?
    let selection: RowSelection
    let accepts: @MainActor (AnyHashable) -> Bool
    static func == (left: ListChoice, right: ListChoice) -> Bool {
        left.id == right.id && left.place != nil && left.place == right.place
    }
}

extension EnvironmentValues {
    var navigator: Navigator? {
        get { self[NavigatorKey.self] }
        set { self[NavigatorKey.self] = newValue }
    }
    /// Whether a screen drawn here is the page's main one.
    var isMainPlace: Bool {
        get { self[MainPlaceKey.self] }
        set { self[MainPlaceKey.self] = newValue }
    }
    /// Whether another screen lies above.
    var isCovered: Bool {
        get { self[CoveredKey.self] }
        set { self[CoveredKey.self] = newValue }
    }
    var listChoice: ListChoice? {
        get { self[SelectsKey.self] }
        set { self[SelectsKey.self] = newValue }
    }
}

/// Screens one above the other, of which the last one is seen.
///
/// Source: Apple's `NavigationStack`.
public struct NavigationStack<Data, Root: View>: View, Primitive {
    private let root: Root
    private let read: (() -> [AnyHashable])?
    private let write: (([AnyHashable]) -> Void)?

    /// A stack that keeps its screens itself.
    public init(@ViewBuilder root: () -> Root) where Data == NavigationPath {
        self.root = root()
        (read, write) = (nil, nil)
    }

    /// A stack whose screens the app keeps.
    public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root) where Data == NavigationPath {
        self.root = root()
        read = { path.wrappedValue.values }
        write = { values in
            var new = NavigationPath()
            new.values = values
            path.wrappedValue = new
        }
    }

    /// A stack whose screens the app keeps, all of one type.
    public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
    where
        Data: MutableCollection, Data: RandomAccessCollection, Data: RangeReplaceableCollection, Data.Element: Hashable
    {
        self.root = root()
        read = { path.wrappedValue.map { AnyHashable($0) } }
        write = { path.wrappedValue = Data($0.compactMap { $0.base as? Data.Element }) }
    }

    public func _render(_ context: _RenderContext) {
        let navigator = context.node.attachment(context.path) { Navigator() }
        navigator.readPath = read
        navigator.writePath = write
        context.editingApart { context.emitScreens(root, navigator) }
    }
}

extension _RenderContext {
    /// The screens of a stack: all are alive, the last one is seen.
    func emitScreens<Root: View>(_ root: Root, _ navigator: Navigator) {
        let entries = read { navigator.entries }
        var below = Preferences()
        var shown = screen(AnyHashable(""), level: 0, of: entries.count, navigator) { $0.render(root) }
        var titles = [shown.preferences.title]
        below.merge(shown.preferences.fromBelow)
        var level = 0
        for entry in entries {
            level += 1
            guard let view = view(of: entry, below, navigator) else {
                Diagnostics.shared.report(
                    "NavigationStack: nothing shows a \(type(of: entry.base)); use navigationDestination."
                )
                continue
            }
            shown = screen(entry, level: level, of: entries.count, navigator) { $0.render(view) }
            titles.append(shown.preferences.title)
            below.merge(shown.preferences.fromBelow)
        }
        // Screens that bindings push lie above those of the path.
        var pushed = below.pushed
        below.pushed = []
        while let next = pushed.first {
            shown = inner(next, navigator)
            titles.append(shown.preferences.title)
            pushed = Array(pushed.dropFirst()) + shown.preferences.pushed
            below.merge(shown.preferences.fromBelow)
            below.backs.append(next.close)
            level += 1
        }
        finish(shown, below, level, titles, entries, navigator)
    }

    private func finish(
        _ shown: Output,
        _ below: Preferences,
        _ level: Int,
        _ titles: [String?],
        _ entries: [AnyHashable],
        _ navigator: Navigator
    ) {
        var screen = Screen(
            id: id("v\(level)"),
            output: shown,
            environment: environment,
            isMain: environment.isMainPlace
        )
        let backs = entries.indices.map { index in { @MainActor in navigator.pop(to: index) } } + below.backs
        if level > 0, let last = backs.last, !shown.preferences.hidesBackButton {
            screen.back = backButton(titles.dropLast().last.flatMap { $0 }, last)
        }
        screen.fallbackTitle = level > 0 ? "" : nil
        var up = below.beyondScreen
        up.shortcuts = shown.preferences.shortcuts
        up.backs = backs + shown.preferences.innerBacks
        up.title = shown.preferences.title ?? titles.compactMap(\.self).last
        up.titleIsSettled = true
        preferences.merge(up)
        // The focus goes to the new screen's title, as readers expect.
        let depth = node.attachment(path + "depth") { Kept(level) }
        if depth.value != level { graph.moveFocus(to: nil) }
        depth.value = level
        emit(Fragment(screen.node, isControl: true))
    }

    private func screen(
        _ entry: AnyHashable,
        level: Int,
        of count: Int,
        _ navigator: Navigator,
        _ work: @escaping (_RenderContext) -> Void
    ) -> Output {
        collectAll {
            withEnvironment { values in
                values.enterScreen()
                values.navigator = navigator
                values.isCovered = values.isCovered || level < count
                if level > 0 { values.dismissal = Dismissal(id: "\(id())v\(level)") { navigator.pop(to: level - 1) } }
            } _: {
                inside(.value("\(path)v\(level)", entry)) { work(self) }
            }
        }
    }

    private func inner(_ pushed: PushedScreen, _ navigator: Navigator) -> Output {
        collectAll {
            withEnvironment { values in
                values.enterScreen()
                values.navigator = navigator
                values.dismissal = Dismissal(id: pushed.id, pushed.close)
            } _: {
                inside(.value("\(path)p", AnyHashable(pushed.id))) { render(pushed.view) }
            }
        }
    }

    private func view(of entry: AnyHashable, _ below: Preferences, _ navigator: Navigator) -> AnyView? {
        if let pushed = entry.base as? Navigator.Pushed { return navigator.views[pushed.link] }
        return below.destinations[ObjectIdentifier(type(of: entry.base))]?.make(entry)
    }

    func backButton(_ title: String?, _ action: @escaping @MainActor () -> Void) -> Node {
        let id = id("back")
        let words = title ?? OwnWord.back.text(environment)
        let said = title.map { OwnWord.backTo.text(environment, .text($0)) } ?? words
        let icon = Node(
            id: id + "i",
            element: .span,
            attributes: [.class: "icon", .ariaHidden: "true"],
            content: .icon("chevron.backward")
        )
        let text = Node(id: id + "t", element: .span, content: .text(words))
        var node = Node(id: id, element: .button, content: .children([icon, text]), events: .click)
        node.attributes = [.class: "nav-back", .type: "button", .ariaLabel: said]
        on(id) { _ in action() }
        return node
    }
}

extension EnvironmentValues {
    /// The inside of a screen knows nothing of the list or form around the outside.
    mutating func enterScreen() {
        surrounding = .plain
        stackAxis = .vertical
        windowsRows = false
        isDrawnAhead = false
        listChoice = nil
        buttonLook = .automatic
        labelLook = .automatic
        pendingShortcut = nil
    }
}
