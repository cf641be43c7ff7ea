import WebHost

/// What views tell the screen around them.
struct Preferences {
    var title: String?
    /// The title comes from a stack of screens inside, which has settled which one counts.
    var titleIsSettled = false
    /// What the browser's Back does at each step, the outermost first.
    var backs: [@MainActor () -> Void] = []
    var isTitleInline: Bool?
    /// Readers know the title, and nobody sees it.
    var hidesTitle = false
    var toolbar: [ToolbarEntry] = []
    var search: SearchField?
    var hidesBackButton = false
    var hiddenBars: Set<String> = []
    /// Dialogs and menus, in the order in which they were met.
    var overlays: [Node] = []
    /// Keys that press a button.
    var shortcuts: [String: String] = [:]
    /// Who makes the screen of a value that a link pushes.
    var destinations: [ObjectIdentifier: Destination] = [:]
    /// Screens that a binding pushes.
    var pushed: [PushedScreen] = []
    /// What loads content anew, of each view that can.
    var refreshes: [RefreshAction] = []
    var colorScheme: ColorScheme?
    /// Lists of which one row may be chosen, in the order in which they were met.
    var choices: [SplitColumn.Choice] = []
    var insets: [(edge: VerticalEdge, nodes: [Node])] = []
    /// Values of the app's own preference keys.
    var values: [ObjectIdentifier: Any] = [:]
    var reducers: [ObjectIdentifier: (Any, Any) -> Any] = [:]

    mutating func merge(_ other: Preferences) {
        title = other.title ?? title
        titleIsSettled = titleIsSettled || other.titleIsSettled
        backs += other.backs
        isTitleInline = other.isTitleInline ?? isTitleInline
        hidesTitle = hidesTitle || other.hidesTitle
        toolbar += other.toolbar
        search = other.search ?? search
        hidesBackButton = hidesBackButton || other.hidesBackButton
        hiddenBars.formUnion(other.hiddenBars)
        overlays += other.overlays
        shortcuts.merge(other.shortcuts) { first, _ in first }
        destinations.merge(other.destinations) { _, new in new }
        pushed += other.pushed
        refreshes += other.refreshes
        colorScheme = other.colorScheme ?? colorScheme
        choices += other.choices
        insets += other.insets
        for (key, value) in other.values {
            let reduce = other.reducers[key]
            values[key] = values[key].flatMap { known in reduce.map { $0(known, value) } } ?? value
            reducers[key] = reduce
        }
    }

    /// What the screens above one take over from it.
    var fromBelow: Preferences {
        var rest = beyondScreen
        rest.shortcuts = [:]
        rest.destinations = destinations
        rest.pushed = pushed
        return rest
    }

    /// The steps back of stacks inside of the screen.
    var innerBacks: [@MainActor () -> Void] { backs }

    /// What goes further up than the screen: dialogs, keys, the app's own values.
    var beyondScreen: Preferences {
        var rest = Preferences()
        rest.overlays = overlays
        rest.shortcuts = shortcuts
        rest.choices = choices
        rest.colorScheme = colorScheme
        rest.values = values
        rest.reducers = reducers
        return rest
    }
}
