import Foundation

/// Actions when a view comes and goes.
private final class Appearance: Attachment {
    private let graph: ViewGraph
    var onAppear: (() -> Void)?
    var onDisappear: (() -> Void)?
    private var isShown = false

    init(_ graph: ViewGraph) { self.graph = graph }

    override func appear() {
        guard !isShown else { return }
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
private final class ViewTask: Attachment {
    var action: (@Sendable () async -> Void)?
    var priority: TaskPriority = .userInitiated
    var id: AnyHashable?
    private let graph: ViewGraph
    private var task: Task<Void, Never>?
    private var isShown = false

    init(_ graph: ViewGraph) { self.graph = graph }

    override func appear() {
        guard !isShown else { return }
        isShown = true
        start()
    }

    func restart() {
        task?.cancel()
        task = nil
        start()
    }

    private func start() {
        graph.after { [weak self] in
            guard let self, isShown, let action else { return }
            task = Task(priority: priority) { await action() }
        }
    }

    override func disappear() {
        isShown = false
        task?.cancel()
        task = nil
    }
}

/// A value as it was at the last drawing.
private final class LastValue<Value>: Attachment {
    var value: Value?
}

extension View {
    /// Runs an action when the view is shown, before the page sees it.
    public func onAppear(perform action: (() -> Void)? = nil) -> some View {
        attached {
            Appearance($0.graph)
        } _: { _, appearance in
            appearance.onAppear = action
            appearance.appear()
        }
    }

    /// Runs an action when the view is gone or covered.
    public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        attached {
            Appearance($0.graph)
        } _: { _, appearance in
            appearance.onDisappear = action
            appearance.appear()
        }
    }

    /// Works while the view is shown.
    public func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View {
        attached {
            ViewTask($0.graph)
        } _: { _, task in
            task.action = action
            task.priority = priority
            task.appear()
        }
    }

    /// Works while the view is shown, from the beginning whenever the value changes.
    public func task<T: Equatable>(
        id value: T,
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View {
        attached {
            ValueTask<T>($0.graph)
        } _: { _, kept in
            kept.task.action = action
            kept.task.priority = priority
            let isOther = kept.value.map { $0 != value } ?? false
            kept.value = value
            if isOther { kept.task.restart() } else { kept.task.appear() }
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

private final class ValueTask<Value>: Attachment {
    let task: ViewTask
    var value: Value?
    init(_ graph: ViewGraph) { task = ViewTask(graph) }
    override func appear() { task.appear() }
    override func disappear() { task.disappear() }
}
