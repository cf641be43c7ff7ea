import Observation
import WebHost

/// Draws views: knows where it is in the structure, what the surroundings say, and collects elements.
///
/// Not for use outside of the framework.
@MainActor
public final class _RenderContext {
    let graph: ViewGraph
    private(set) var node: IdentityNode
    private(set) var path = ""
    var environment: EnvironmentValues
    var fragments: [Fragment] = []
    var preferences = Preferences()
    /// Only marks are looked for; content is not drawn.
    private(set) var isProbing = false
    /// Which of several views is wanted, and how many were met.
    private(set) var choice: Int?
    private var met = 0
    /// The views are the same as when they were drawn last, so what they would give is known.
    private(set) var isReplay = false
    private var comparison = EnvironmentComparison()

    init(graph: ViewGraph, node: IdentityNode, environment: EnvironmentValues) {
        self.graph = graph
        self.node = node
        self.environment = environment
    }

    // MARK: Walking

    func render<V: View>(_ view: V) {
        if isProbing || choice != nil, !(V.self is any Transparent.Type) {
            return part { view._render(self) }
        }
        view._render(self)
    }

    /// One of several views, of which one is wanted: a tab.
    ///
    /// Where marks are looked for, a placeholder stands for it; where one is wanted, it alone is drawn, and what was
    /// drawn of the others before is kept.
    func part(_ work: () -> Void) {
        if isProbing { return emit(Fragment(Node(id: id("probe"), element: .span))) }
        guard let wanted = choice else { return work() }
        let key = IdentityKey.value(path, "tab")
        defer { met += 1 }
        if met == wanted {
            choice = nil
            inside(key, work)
            choice = wanted
        } else if let known = node.existingChild(key) {
            node.retain(known)
        }
    }

    /// Draws one of several views alone.
    func choose(_ index: Int, _ work: () -> Void) {
        let outer = (choice, met)
        (choice, met) = (index, 0)
        work()
        (choice, met) = outer
    }

    /// Draws as usual inside of a place where marks were looked for.
    func unprobed(_ work: () -> Void) {
        let outer = (isProbing, choice)
        (isProbing, choice) = (false, nil)
        work()
        (isProbing, choice) = outer
    }

    func renderAny(_ view: any View) { render(view) }

    /// Goes one step into the structure.
    func step(_ name: String, _ work: () -> Void) {
        let outer = path
        path = path.isEmpty ? name : "\(path).\(name)"
        work()
        path = outer
    }

    func step(_ index: Int, _ work: () -> Void) { step(String(index), work) }

    /// Draws into a list of its own.
    func collect(_ work: () -> Void) -> [Fragment] {
        let outer = fragments
        fragments = []
        work()
        defer { fragments = outer }
        return fragments
    }

    /// Draws into a list of its own, and keeps what is told to the screen apart, too.
    func collectAll(_ work: () -> Void) -> Output {
        let outer = preferences
        preferences = Preferences()
        let fragments = collect(work)
        defer { preferences = outer }
        return Output(fragments: fragments, preferences: preferences)
    }

    /// The elements of a view at a step of their own.
    func nodes<V: View>(_ view: V, _ name: String) -> [Node] { collected(view, name).nodes }

    func collected<V: View>(_ view: V, _ name: String) -> [Fragment] {
        collect { step(name) { render(view) } }
    }

    func withEnvironment(_ change: (inout EnvironmentValues) -> Void, _ work: () -> Void) {
        let outer = environment
        change(&environment)
        work()
        environment = outer
    }

    /// Looks for marks only.
    func probe(_ work: () -> Void) -> [Fragment] {
        let outer = isProbing
        isProbing = true
        defer { isProbing = outer }
        return collectAll(work).fragments
    }

    // MARK: Elements

    /// The name of an element here.
    func id(_ part: String = "") -> String {
        part.isEmpty ? "n\(node.serial)-\(path)" : "n\(node.serial)-\(path)-\(part)"
    }

    func emit(_ fragment: Fragment) { fragments.append(fragment) }

    func emit(_ element: Element, _ classes: [String] = [], part: String = "", content: Node.Content = .children([])) {
        emit(Fragment(Node(id: id(part), element: element, content: content), classes: classes))
    }

    /// Lets events of an element reach an action.
    func on(_ id: String, _ handler: @escaping @MainActor (SceneEvent.Action) -> Void) {
        guard let place = ElementName(id), let owner = graph.node(place.serial) else { return }
        owner.handlers[place.rest] = handler
    }

    // MARK: Observing

    /// Reads what a control shows; the control is drawn again when it changes.
    func read<Value>(_ value: () -> Value) -> Value {
        let marks = graph.marks
        let serial = node.serial
        return ReadLog.observe(value) { marks.mark(serial, body: false) }
    }

    // MARK: Identity

    /// Draws what has state of its own at a value that the app gives.
    ///
    /// The content is asked for only where it may differ.
    func identified<Content: View>(_ key: IdentityKey, mayReuse: Bool = true, _ content: () -> Content) {
        let child = node.child(key)
        let record = child.record as? RowRecord<Content>
        let isKnown = isReplay && mayReuse && record != nil && !child.needsBody
        if isKnown, let record, isCurrent(child) {
            append(child.output ?? Output())
            _ = record
            return
        }
        var row = record ?? RowRecord<Content>()
        if !isKnown {
            row = RowRecord()
            let marks = graph.marks
            let serial = child.serial
            row.content = ReadLog.observe(content) { marks.mark(serial, body: true) }
            child.record = row
        }
        draw(child, isReplay: isKnown) { context in
            if let content = row.content { context.render(content) }
        }
    }

    /// Draws inside of an identity that has no content of its own to remember.
    func inside(_ key: IdentityKey, _ work: () -> Void) {
        let child = node.child(key)
        draw(child, isReplay: isReplay) { _ in work() }
    }

    func isCurrent(_ child: IdentityNode) -> Bool {
        !child.needsRender && !child.hasDirtyDescendant && child.output != nil && isSurroundedAsBefore(child)
    }

    /// Whether a child would inherit what it inherited when it was drawn last.
    func isSurroundedAsBefore(_ child: IdentityNode) -> Bool {
        child.environment.map { comparison.areSame($0, environment) } ?? false
    }

    func setReplay(_ value: Bool) { isReplay = value }

    func append(_ output: Output) {
        fragments += output.fragments
        preferences.merge(output.preferences)
    }

    /// Draws a child and remembers what came of it.
    func draw(_ child: IdentityNode, isReplay replay: Bool, _ work: (_RenderContext) -> Void) {
        let outer = (node, path, isReplay)
        (node, path, isReplay) = (child, "", replay)
        child.beginRendering()
        child.needsBody = false
        child.environment = environment
        let output = collectAll { work(self) }
        child.endRendering()
        (node, path, isReplay) = outer
        child.output = output
        append(output)
    }
}

/// The content of a row as it was last.
private final class RowRecord<Content> {
    var content: Content?
}
