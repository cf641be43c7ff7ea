import WebHost

/// Where a view stands among its neighbours.
enum IdentityKey: Hashable {
    /// A place in the structure, and the type of what stands there.
    case place(String, ObjectIdentifier)
    /// A value that the app gives, at a place in the structure.
    case value(String, AnyHashable)
}

/// One view that is alive: it owns the state of the view, its tasks, and what was drawn of it last.
@MainActor
final class IdentityNode {
    /// The number by which events find the node; never used again.
    let serial: Int
    unowned let graph: ViewGraph
    private(set) weak var parent: IdentityNode?
    private(set) var children: [IdentityKey: IdentityNode] = [:]
    private var generation = 0
    private var visitedGeneration = 0

    /// The state of property wrappers, by their place in the view.
    var boxes: [Int: AnyObject] = [:]
    /// What modifiers keep, by their place in the structure.
    private var attachments: [String: Attachment] = [:]
    /// What to do when an event comes in, by the rest of the element's name.
    var handlers: [String: @MainActor (SceneEvent.Action) -> Void] = [:]

    /// What else to do when an event comes in for an element here or below, by the element's name.
    var companions: [String: [@MainActor (SceneEvent.Action) -> Void]] = [:]

    /// What to do when the page has an element in its window, by the element's name.
    var arrivals: [String: [@MainActor () -> Void]] = [:]

    // MARK: Memory of the last drawing

    var record: AnyObject?
    var output: Output?
    var environment: EnvironmentValues?
    /// Whether values that the body read from the environment are still the same.
    var environmentReads: [(EnvironmentValues) -> Bool] = []
    var needsBody = true
    var needsRender = true
    var hasDirtyDescendant = false
    private(set) var isSuspended = false

    init(serial: Int, graph: ViewGraph, parent: IdentityNode?) {
        self.serial = serial
        self.graph = graph
        self.parent = parent
    }

    // MARK: Growing and withering

    /// The child at a place, made if need be.
    func child(_ key: IdentityKey) -> IdentityNode {
        if let child = children[key] {
            child.visitedGeneration = generation
            return child
        }
        let child = graph.makeNode(parent: self)
        child.visitedGeneration = generation
        children[key] = child
        return child
    }

    func existingChild(_ key: IdentityKey) -> IdentityNode? { children[key] }

    /// Whether the child was drawn already since ``beginRendering()``.
    func hasVisited(_ key: IdentityKey) -> Bool {
        children[key].map { $0.visitedGeneration == generation } ?? false
    }

    /// Retains a child that is not rendered now.
    func retain(_ child: IdentityNode) {
        child.visitedGeneration = generation
        child.suspend()
    }

    func attachment<A: Attachment>(_ path: String, _ make: () -> A) -> A {
        let key = "\(A.self)@\(path)"
        let found = (attachments[key] as? A) ?? make()
        if attachments[key] !== found { attachments[key] = found }
        found.generation = generation
        return found
    }

    func beginRendering() {
        generation += 1
        handlers = [:]
        companions = [:]
        arrivals = [:]
        hasDirtyDescendant = false
        needsRender = false
        resume()
    }

    /// Drops what was not drawn again.
    func endRendering() {
        for (key, child) in children where child.visitedGeneration != generation {
            children[key] = nil
            child.wither()
        }
        for (key, attachment) in attachments where attachment.generation != generation {
            attachments[key] = nil
            attachment.disappear()
            attachment.discard()
        }
    }

    /// The view is gone: tasks end, actions of disappearance run, state is dropped.
    func wither() {
        for child in children.values { child.wither() }
        children = [:]
        for attachment in attachments.values {
            if !isSuspended { attachment.disappear() }
            attachment.discard()
        }
        attachments = [:]
        handlers = [:]
        arrivals = [:]
        record = nil
        graph.remove(self)
    }

    // MARK: Covered by another screen

    func suspend() {
        guard !isSuspended else { return }
        isSuspended = true
        for attachment in attachments.values { attachment.disappear() }
        for child in children.values { child.suspend() }
    }

    func resume() {
        guard isSuspended else { return }
        isSuspended = false
        for attachment in attachments.values { attachment.appear() }
        for child in children.values { child.resume() }
    }

    // MARK: Out of the page

    /// Lets go of a child that may come again: its state is kept, and nothing of what was drawn of it.
    func release(_ key: IdentityKey) -> IdentityNode? {
        guard let child = children.removeValue(forKey: key) else { return nil }
        child.suspend()
        child.discardDrawing()
        // What changes in it from now on is seen when it comes again.
        child.parent = nil
        return child
    }

    /// Takes a child back that was let go.
    func adopt(_ child: IdentityNode, at key: IdentityKey) {
        child.parent = self
        children[key] = child
    }

    private func discardDrawing() {
        (record, output, environment) = (nil, nil, nil)
        (handlers, companions, arrivals) = ([:], [:], [:])
        environmentReads = []
        (needsBody, needsRender, hasDirtyDescendant) = (true, true, false)
        for child in children.values { child.discardDrawing() }
    }

    // MARK: Dirt

    func mark(body: Bool) {
        if body { needsBody = true }
        needsRender = true
        var above = parent
        while let node = above, !node.hasDirtyDescendant {
            node.hasDirtyDescendant = true
            above = node.parent
        }
    }
}

/// What a modifier keeps between drawings.
///
/// It appears when it is made and goes with its view.
@MainActor
class Attachment {
    var generation = 0
    /// The view is shown again after it was covered.
    func appear() {}
    /// The view is gone or covered.
    func disappear() {}
    /// The view is gone, and what was kept for it goes as well.
    func discard() {}
}

/// A value that a modifier keeps.
final class Kept<Value>: Attachment {
    var value: Value
    init(_ value: Value) { self.value = value }
}
