import Observation

/// A view with a body, as it was drawn last.
private final class ComponentRecord<V: View> {
    /// As its parent made it, for comparison.
    var original: V
    var body: V.Body

    init(original: V, body: V.Body) {
        self.original = original
        self.body = body
    }
}

extension _RenderContext {
    /// Draws a view by its body; evaluates the body only if something that it depends on has changed.
    func component<V: View>(_ view: V) {
        let child = node.child(.place(path, ObjectIdentifier(V.self)))
        let plan = FieldPlan.of(V.self)
        let known = child.record as? ComponentRecord<V>
        let isSame = known.map { plan.areSame($0.original, view) } ?? false
        if let known, isSame, !child.needsBody, readsTheSame(child) {
            if isCurrent(child) {
                append(child.output ?? Output())
            } else {
                draw(child, isReplay: true) { $0.render(known.body) }
            }
            return
        }
        let body = evaluate(child) { slot in
            var installed = view
            plan.install(&installed, slot)
            return self.track(child) { installed.body }
        }
        child.record = ComponentRecord(original: view, body: body)
        draw(child, isReplay: false) { $0.render(body) }
    }

    /// Whether a body would find what it read of its surroundings.
    private func readsTheSame(_ child: IdentityNode) -> Bool {
        isSurroundedAsBefore(child) || child.environmentReads.allSatisfy { $0(environment) }
    }

    private func evaluate<Body>(_ child: IdentityNode, _ body: (PropertySlot) -> Body) -> Body {
        child.environmentReads = []
        graph.countEvaluation()
        return body(PropertySlot(node: child, key: 0, environment: environment))
    }

    private func track<Body>(_ child: IdentityNode, _ body: () -> Body) -> Body {
        let marks = graph.marks
        let serial = child.serial
        return ReadLog.observe(body) { marks.mark(serial, body: true) }
    }

    /// Draws a modifier by its body around content.
    func component<M: ViewModifier>(_ modifier: M, around content: @escaping @MainActor (_RenderContext) -> Void) {
        let child = node.child(.place(path, ObjectIdentifier(M.self)))
        let plan = FieldPlan.of(M.self)
        let known = child.record as? ModifierRecord<M>
        let isSame = known.map { plan.areSame($0.original, modifier) } ?? false
        if let known, isSame, !child.needsBody, readsTheSame(child) {
            known.renderer.render = content
            known.renderer.isReplay = isReplay
            draw(child, isReplay: true) { $0.render(known.body) }
            return
        }
        let renderer = ContentRenderer(content)
        renderer.isReplay = isReplay
        let body = evaluate(child) { slot in
            var installed = modifier
            plan.install(&installed, slot)
            return self.track(child) { installed.body(content: _ViewModifier_Content(renderer: renderer)) }
        }
        child.record = ModifierRecord(original: modifier, body: body, renderer: renderer)
        draw(child, isReplay: false) { $0.render(body) }
    }

    /// Draws content that comes from outside of the surrounding body.
    func foreign(isReplay replay: Bool, _ work: () -> Void) {
        let outer = isReplay
        setReplay(replay)
        work()
        setReplay(outer)
    }
}

private final class ModifierRecord<M: ViewModifier> {
    let original: M
    let body: M.Body
    let renderer: ContentRenderer

    init(original: M, body: M.Body, renderer: ContentRenderer) {
        self.original = original
        self.body = body
        self.renderer = renderer
    }
}

/// Draws the content of a modifier.
@MainActor
final class ContentRenderer {
    var render: @MainActor (_RenderContext) -> Void
    var isReplay = false

    init(_ render: @escaping @MainActor (_RenderContext) -> Void) { self.render = render }
}

/// A change that can be applied to any view, described by a body around the view.
///
/// Source: Apple's `ViewModifier`.
@MainActor @preconcurrency
public protocol ViewModifier {
    /// The type of the body.
    associatedtype Body: View
    /// The view that is changed.
    typealias Content = _ViewModifier_Content<Self>
    /// The changed view.
    @ViewBuilder @MainActor @preconcurrency func body(content: Self.Content) -> Self.Body
}

/// The view that a modifier changes.
///
/// Source: Apple's `_ViewModifier_Content`.
public struct _ViewModifier_Content<Modifier: ViewModifier>: View, Primitive, Transparent {
    let renderer: ContentRenderer

    public func _render(_ context: _RenderContext) {
        context.foreign(isReplay: renderer.isReplay) { renderer.render(context) }
    }
}

/// A view with a modifier.
///
/// Source: Apple's `ModifiedContent`.
public struct ModifiedContent<Content, Modifier> {
    /// The view.
    public var content: Content
    /// The modifier.
    public var modifier: Modifier

    /// A view with a modifier.
    public init(content: Content, modifier: Modifier) {
        self.content = content
        self.modifier = modifier
    }
}

extension ModifiedContent: View, Primitive, Transparent where Content: View, Modifier: ViewModifier {
    public func _render(_ context: _RenderContext) {
        if context.isProbing { return context.render(content) }
        context.component(modifier) { [content] in $0.render(content) }
    }
}

extension ModifiedContent: ViewModifier where Content: ViewModifier, Modifier: ViewModifier {
    /// Both, the first one inside.
    public func body(content: _ViewModifier_Content<Self>) -> some View {
        content.modifier(self.content).modifier(modifier)
    }
}

extension ViewModifier {
    /// This modifier, and then another.
    public func concat<T>(_ modifier: T) -> ModifiedContent<Self, T> {
        ModifiedContent(content: self, modifier: modifier)
    }
}

/// A modifier that changes nothing.
///
/// Source: Apple's `EmptyModifier`.
public struct EmptyModifier: ViewModifier {
    /// The modifier that changes nothing.
    public static let identity = EmptyModifier()
    /// A modifier that changes nothing.
    public nonisolated init() {}
    /// The content as it is.
    public func body(content: Content) -> some View { content }
}

extension View {
    /// The view changed by a modifier.
    public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
        ModifiedContent(content: self, modifier: modifier)
    }
}
