import Foundation

/// Something that begins when a view comes.
///
/// That is when it is drawn; and where it is drawn ahead, in a row of a list, each time that the page has it in its window.
@MainActor
private class Arrival: Attachment {
    /// Whether the page is to say when the view comes.
    var isAwaited = false

    /// The page has the view in its window.
    func arrive() {}
}

/// Actions when a view comes and goes.
private final class Appearance: Arrival {
    private let graph: ViewGraph
    var onAppear: (() -> Void)?
    var onDisappear: (() -> Void)?
    private var isShown = false

    init(_ graph: ViewGraph) { self.graph = graph }

    override func appear() {
        guard !isShown, !isAwaited else { return }
        arrive()
    }

    override func arrive() {
        isShown = true
        graph.after { [weak self] in self?.onAppear?() }
    }

    override func disappear() {
        guard isShown else { return }
        isShown = false
        if let onDisappear { graph.after(onDisappear) }
    }
}

/// Work that goes on while a view is shown.
private final class ViewTask: Arrival {
    var action: (@Sendable () async -> Void)?
    var priority: TaskPriority = .userInitiated
    private let graph: ViewGraph
    private var task: Task<Void, Never>?
    private var isShown = false
    /// The number of the work that goes on, or of the last one.
    private var turn = 0
    private var isAtWork = false

    init(_ graph: ViewGraph) { self.graph = graph }

    override func appear() {
        guard !isShown, !isAwaited else { return }
        isShown = true
        start()
    }

    /// A view that comes again begins again, unless it is still at work.
    override func arrive() {
        isShown = true
        if !isAtWork { start() }
    }

    func restart() {
        guard isShown else { return }
        end()
        start()
    }

    private func start() {
        isAtWork = true
        graph.after { [weak self] in self?.begin() }
    }

    private func begin() {
        guard isShown, let action else {
            isAtWork = false
            return
        }
        turn += 1
        let mine = turn
        task = Task(priority: priority) { [weak self] in
            await action()
            if let self, turn == mine { isAtWork = false }
        }
    }

    private func end() {
        task?.cancel()
        task = nil
        turn += 1
        isAtWork = false
    }

    override func disappear() {
        isShown = false
        end()
    }
}

/// A value as it was at the last drawing.
private final class LastValue<Value>: Attachment {
    var value: Value?
}

extension View {
    /// Runs an action when the view is shown, before the page sees it.
    ///
    /// In rows of lists, lazy stacks and lazy grids it runs each time that the page has the view in its window, as on Apple's
    /// systems. Difference: what runs ``onDisappear(perform:)`` is that the view is gone or covered, or has left the page with
    /// its row, not that it was just scrolled out of the window.
    public func onAppear(perform action: (() -> Void)? = nil) -> some View {
        arriving(waits: action != nil) {
            Appearance($0.graph)
        } _: { appearance in
            appearance.onAppear = action
        }
    }

    /// Runs an action when the view is gone or covered, or was scrolled so far away that its row has left the page.
    public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        attached {
            Appearance($0.graph)
        } _: { _, appearance in
            appearance.onDisappear = action
            appearance.appear()
        }
    }

    /// Works while the view is shown; in rows of lists, from the time on that the page has the view in its window.
    public func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View {
        arriving(waits: true) {
            ViewTask($0.graph)
        } _: { task in
            task.action = action
            task.priority = priority
        }
    }

    /// Works while the view is shown, from the beginning whenever the value changes.
    public func task<T: Equatable>(
        id value: T,
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View {
        arriving(waits: true) {
            ValueTask<T>($0.graph)
        } _: { kept in
            kept.task.action = action
            kept.task.priority = priority
            kept.task.isAwaited = kept.isAwaited
            let isOther = kept.value.map { $0 != value } ?? false
            kept.value = value
            if isOther { kept.task.restart() }
        }
    }

    /// Keeps something beside the view that begins when the view comes; `waits` says whether it has to do with that at all.
    private func arriving<A: Arrival>(
        waits: Bool,
        _ make: @escaping @MainActor (_RenderContext) -> A,
        _ prepare: @escaping @MainActor (A) -> Void
    ) -> some View {
        altered { context, content in
            guard !context.isProbing else { return context.render(content) }
            let before = context.fragments.count
            context.step("m") { context.render(content) }
            // One of several views that is not wanted now.
            if context.choice != nil, context.fragments.count == before { return }
            // One of many rows of which some ask for more: the others cost nothing.
            if !waits, context.environment.isDrawnAhead { return }
            let arrival = context.node.attachment(context.path) { make(context) }
            let element = waits && context.environment.isDrawnAhead ? context.awaitedElement(from: before) : nil
            arrival.isAwaited = element != nil
            prepare(arrival)
            if let element {
                context.node.arrivals[element, default: []].append { [weak arrival] in arrival?.arrive() }
            } else {
                arrival.appear()
            }
        }
    }

    /// Runs an action after a value changed; it is given the value before and the one now.
    public func onChange<V: Equatable>(
        of value: V,
        initial: Bool = false,
        _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some View {
        attached { _ in
            LastValue<V>()
        } _: { context, last in
            let old = last.value
            last.value = value
            if let old, old != value { context.graph.after { action(old, value) } }
            if old == nil, initial { context.graph.after { action(value, value) } }
        }
    }

    /// Runs an action after a value changed.
    public func onChange<V: Equatable>(
        of value: V,
        initial: Bool = false,
        _ action: @escaping () -> Void
    ) -> some View {
        onChange(of: value, initial: initial) { _, _ in action() }
    }

    /// Runs an action after a value changed; it is given the value now.
    @available(*, deprecated, message: "Use onChange with two parameters, or with none.")
    public func onChange<V: Equatable>(of value: V, perform action: @escaping (_ newValue: V) -> Void) -> some View {
        onChange(of: value) { _, new in action(new) }
    }

    /// Gives the view an identity: with another value it is another view, whose state begins anew.
    public func id<ID: Hashable>(_ id: ID) -> some View {
        altered { context, content in
            guard !context.isProbing else { return context.render(content) }
            let before = context.fragments.count
            context.inside(.value(context.path, AnyHashable(id))) { context.render(content) }
            for index in context.fragments.indices.dropFirst(before) {
                context.fragments[index].marks.identity = AnyHashable(id)
                context.graph.places.note(AnyHashable(id), context.fragments[index].node.id)
            }
        }
    }
}

private final class ValueTask<Value>: Arrival {
    let task: ViewTask
    var value: Value?
    init(_ graph: ViewGraph) { task = ViewTask(graph) }
    override func appear() { task.appear() }
    override func arrive() { task.arrive() }
    override func disappear() { task.disappear() }
}

extension _RenderContext {
    /// Has the page tell when it has what was drawn since then in its window; answers the name of the element that it watches.
    ///
    /// Nil where there is none: nothing was drawn, or what was drawn is a part of the list itself.
    fileprivate func awaitedElement(from place: Int) -> String? {
        guard let index = fragments.indices.dropFirst(place).first(where: { fragments[$0].marks.isAnElement }) else {
            return nil
        }
        fragments[index].node.events.insert(.appear)
        return fragments[index].node.id
    }
}

extension Marks {
    /// Whether what bears the marks becomes the element that it is: sections and rows of tables are taken apart, and the
    /// buttons of a list watch for themselves.
    fileprivate var isAnElement: Bool { section == nil && cells == nil && !isRow }
}
