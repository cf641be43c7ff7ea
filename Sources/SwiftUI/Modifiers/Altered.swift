import WebHost

/// A view whose drawing a modifier of the framework changes.
struct Altered<Content: View>: View, Primitive, Transparent {
    let content: Content
    let alter: @MainActor (_RenderContext, Content) -> Void

    func _render(_ context: _RenderContext) { alter(context, content) }
}

extension View {
    func altered(_ alter: @escaping @MainActor (_RenderContext, Self) -> Void) -> Altered<Self> {
        Altered(content: self, alter: alter)
    }

    /// Changes what the views inside inherit.
    func alterEnvironment(_ change: @escaping (inout EnvironmentValues) -> Void) -> Altered<Self> {
        altered { context, content in
            context.withEnvironment(change) { context.render(content) }
        }
    }

    /// Changes each element.
    func alterFragments(
        _ change: @escaping @MainActor (_RenderContext, inout Fragment) -> Void
    ) -> Altered<Self> {
        altered { context, content in
            for fragment in context.collect({ context.render(content) }) {
                var fragment = fragment
                if !context.isProbing { change(context, &fragment) }
                context.emit(fragment)
            }
        }
    }

    /// Changes the marks of each element, also where only marks are looked for.
    func alterMarks(_ change: @escaping @MainActor (inout Marks) -> Void) -> Altered<Self> {
        altered { context, content in
            for fragment in context.collect({ context.render(content) }) {
                var fragment = fragment
                change(&fragment.marks)
                context.emit(fragment)
            }
        }
    }

    /// Tells something to the screen around.
    func alterPreferences(
        _ change: @escaping @MainActor (_RenderContext, inout Preferences) -> Void
    ) -> Altered<Self> {
        altered { context, content in
            context.render(content)
            if !context.isProbing { change(context, &context.preferences) }
        }
    }

    /// Keeps something beside the view, at a place of its own, and draws the view.
    func attached<A: Attachment>(
        _ make: @escaping @MainActor (_RenderContext) -> A,
        _ work: @escaping @MainActor (_RenderContext, A) -> Void
    ) -> Altered<Self> {
        altered { context, content in
            guard !context.isProbing else { return context.render(content) }
            let before = context.fragments.count
            context.step("m") { context.render(content) }
            // One of several views that is not wanted now.
            if context.choice != nil, context.fragments.count == before { return }
            work(context, context.node.attachment(context.path) { make(context) })
        }
    }

    /// The view as it is: what was asked for has no meaning in a browser.
    func unaltered() -> Self { self }
}
