import Foundation
import Synchronization
import WebHost

/// The views of one page, alive.
@MainActor
final class ViewGraph {
    /// Called once a turn when something that is shown may have changed.
    var needsDraw: (@MainActor () -> Void)?
    let marks = DirtyMarks()
    private(set) lazy var root = makeNode(parent: nil)
    private var nodes: [Int: Weak] = [:]
    private var lastSerial = -1
    private var typeNumbers: [ObjectIdentifier: Int] = [:]
    private var effects: [() -> Void] = []
    /// How many bodies were evaluated so far.
    private(set) var evaluations = 0

    private struct Weak { weak var node: IdentityNode? }

    init() {
        Announcer.register(self)
        marks.onFirst = { [weak self] in
            Task { @MainActor in self?.needsDraw?() }
        }
    }

    // MARK: Nodes

    func makeNode(parent: IdentityNode?) -> IdentityNode {
        lastSerial += 1
        let node = IdentityNode(serial: lastSerial, graph: self, parent: parent)
        nodes[lastSerial] = Weak(node: node)
        return node
    }

    func remove(_ node: IdentityNode) { nodes[node.serial] = nil }

    func node(_ serial: Int) -> IdentityNode? { nodes[serial]?.node }

    /// How many views are alive.
    var nodeCount: Int { nodes.count }

    /// A short name of a type, the same as long as the graph lives.
    func number(of type: Any.Type) -> String {
        let key = ObjectIdentifier(type)
        if let known = typeNumbers[key] { return String(known) }
        typeNumbers[key] = typeNumbers.count
        return String(typeNumbers.count - 1)
    }

    // MARK: Drawing

    /// Drawings in one turn after which what still changes waits for the next turn.
    static let roundLimit = 10

    /// Draws what changed, and lets actions run that belong to it, until nothing changes any more.
    func update<Content: View>(_ content: Content, environment: EnvironmentValues) -> Output {
        var output = Output()
        for _ in 0..<Self.roundLimit {
            takeMarks()
            output = renderRoot(content, environment: environment)
            runEffects()
            if marks.isEmpty { break }
        }
        if let place = places.takeSought(in: self) { focusWish = place }
        return output
    }

    private func takeMarks() {
        for (serial, body) in marks.take() { node(serial)?.mark(body: body) }
    }

    private func renderRoot<Content: View>(_ content: Content, environment: EnvironmentValues) -> Output {
        let context = _RenderContext(graph: self, node: root, environment: environment)
        root.beginRendering()
        context.render(content)
        root.endRendering()
        return Output(fragments: context.fragments, preferences: context.preferences)
    }

    func countEvaluation() { evaluations += 1 }

    // MARK: The page

    /// Which element has the focus, as far as the page has told.
    private(set) var focused: String?
    /// Where the focus is to go with the next picture.
    private(set) var focusWish: String?
    private var announcements: [Announcement] = []
    /// Elements by the value that the app gave them, for scrolling.
    var places = ScrollPlaces()

    func moveFocus(to id: String?) {
        focusWish = id
        focused = id
        if id == nil { focusWish = Self.nowhere }
    }

    /// The element that has the focus where no control has it: the title of the screen.
    static let nowhere = "title"

    /// Brings the element of a value into view with the next picture: the focus goes there, which moves the page.
    ///
    /// A list that holds it among the rows which are not drawn draws those around it.
    func scroll(to value: AnyHashable) {
        places.sought = value
        if places.element(of: value, in: self) == nil { places.reveal(value) }
        needsDraw?()
    }

    func announce(_ announcement: Announcement) {
        announcements.append(announcement)
        needsDraw?()
    }

    /// What is given to the page once.
    func takeWishes() -> (focus: String?, announcements: [Announcement]) {
        defer { (focusWish, announcements) = (nil, []) }
        return (focusWish, announcements)
    }

    // MARK: Effects

    /// Runs an action after the drawing.
    func after(_ action: @escaping () -> Void) { effects.append(action) }

    private lazy var reference = PageReference(self)

    private func runEffects() {
        Announcer.$current.withValue(reference) {
            while !effects.isEmpty {
                let now = effects
                effects = []
                now.forEach { $0() }
            }
        }
    }

    // MARK: Events

    /// Hands an event to the element it is meant for; one that is gone ignores it.
    func handle(_ event: SceneEvent) {
        guard let place = ElementName(event.node), let owner = node(place.serial) else { return }
        if event.action == .appear { return arrive(event.node, from: owner) }
        guard let handler = owner.handlers[place.rest] else { return }
        if event.action == .focus { focused = event.node }
        if event.action == .blur, focused == event.node { focused = nil }
        Announcer.$current.withValue(reference) {
            handler(event.action)
            accompany(event, from: owner)
        }
        runEffects()
    }

    /// Does what waits for an element to be seen.
    ///
    /// What waits stands at the view whose modifier it is, which may lie above the element's own.
    private func arrive(_ element: String, from node: IdentityNode) {
        var waiting: [@MainActor () -> Void] = []
        var next: IdentityNode? = node
        while let node = next {
            waiting += node.arrivals[element] ?? []
            next = node.parent
        }
        Announcer.$current.withValue(reference) { waiting.forEach { $0() } }
        runEffects()
    }

    private func accompany(_ event: SceneEvent, from node: IdentityNode?) {
        var next = node
        while let node = next {
            node.companions[event.node]?.forEach { $0(event.action) }
            next = node.parent
        }
    }

    /// Ends everything: tasks, observations, actions of disappearance.
    func close() {
        root.wither()
        runEffects()
        nodes = [:]
        needsDraw = nil
    }
}

/// The name of an element: the view it belongs to, and its place there.
struct ElementName {
    let serial: Int
    let rest: String

    init?(_ id: String) {
        guard id.first == "n", let dash = id.firstIndex(of: "-"), let serial = Int(id[..<dash].dropFirst()) else {
            return nil
        }
        self.serial = serial
        rest = String(id[id.index(after: dash)...])
    }
}

/// Which views changed since the last drawing; told from any thread.
final class DirtyMarks: Sendable {
    private struct State {
        var marks: [Int: Bool] = [:]
        var isTold = false
        var onFirst: (@Sendable () -> Void)?
    }
    private let state = Mutex(State())

    /// Called at the first change after ``take()``.
    var onFirst: (@Sendable () -> Void)? {
        get { state.withLock { $0.onFirst } }
        set { state.withLock { $0.onFirst = newValue } }
    }

    var isEmpty: Bool { state.withLock { $0.marks.isEmpty } }

    /// - Parameters:
    ///   - serial: The view.
    ///   - body: Whether the body is to be evaluated again, or only its controls to be drawn.
    func mark(_ serial: Int, body: Bool) {
        let tell = state.withLock { state -> (@Sendable () -> Void)? in
            state.marks[serial] = (state.marks[serial] ?? false) || body
            guard !state.isTold else { return nil }
            state.isTold = true
            return state.onFirst
        }
        tell?()
    }

    func take() -> [Int: Bool] {
        state.withLock { state in
            defer { state.marks = [:] }
            state.isTold = false
            return state.marks
        }
    }
}
