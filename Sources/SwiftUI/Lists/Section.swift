import WebHost

/// What a section consists of, for the list around it.
struct SectionParts {
    let id: String
    var header: [Fragment]
    var rows: [Fragment]
    var footer: [Fragment]
    /// Whether the rows are shown; nil for a section that cannot be folded.
    var isExpanded: Binding<Bool>?
}

/// Views that belong together, with a title and words below.
///
/// Source: Apple's `Section`.
public struct Section<Parent, Content, Footer> {
    let header: Parent
    let content: Content
    let footer: Footer
    var isExpanded: Binding<Bool>?
}

extension Section: View, Primitive where Parent: View, Content: View, Footer: View {
    public func _render(_ context: _RenderContext) {
        switch context.environment.surrounding {
        case .list, .form, .picker, .menu: renderPart(context)
        case .plain, .toolbar, .tabs, .table:
            context.step("h") { context.render(header) }
            context.step("c") { context.render(content) }
            context.step("f") { context.render(footer) }
        }
    }

    @MainActor private func renderPart(_ context: _RenderContext) {
        var parts = SectionParts(id: context.id(), header: [], rows: [], footer: [], isExpanded: isExpanded)
        context.withEnvironment {
            $0.surrounding = .plain
            $0.stackAxis = .horizontal
        } _: {
            parts.header = context.collected(header, "h")
            parts.footer = context.collected(footer, "f")
        }
        parts.rows = context.collected(content, "c")
        if let isExpanded, !context.read({ isExpanded.wrappedValue }) { parts.rows = [] }
        var fragment = Fragment(Node(id: context.id(), element: .section))
        fragment.marks.section = parts
        context.emit(fragment)
    }
}

extension Section where Parent: View, Content: View, Footer: View {
    /// A section with a title and words below.
    public init(
        @ViewBuilder content: () -> Content,
        @ViewBuilder header: () -> Parent,
        @ViewBuilder footer: () -> Footer
    ) {
        self.init(header: header(), content: content(), footer: footer())
    }

    /// A section with a title and words below.
    public init(header: Parent, footer: Footer, @ViewBuilder content: () -> Content) {
        self.init(header: header, content: content(), footer: footer)
    }
}

extension Section where Parent == EmptyView, Content: View, Footer: View {
    /// A section with words below.
    public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {
        self.init(header: EmptyView(), content: content(), footer: footer())
    }
    /// A section with words below.
    public init(footer: Footer, @ViewBuilder content: () -> Content) {
        self.init(header: EmptyView(), content: content(), footer: footer)
    }
}

extension Section where Parent: View, Content: View, Footer == EmptyView {
    /// A section with a title.
    public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
        self.init(header: header(), content: content(), footer: EmptyView())
    }
    /// A section with a title.
    public init(header: Parent, @ViewBuilder content: () -> Content) {
        self.init(header: header, content: content(), footer: EmptyView())
    }
    /// A section that can be folded.
    public init(isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
        self.init(header: header(), content: content(), footer: EmptyView(), isExpanded: isExpanded)
    }
}

extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
    /// A section without words.
    public init(@ViewBuilder content: () -> Content) {
        self.init(header: EmptyView(), content: content(), footer: EmptyView())
    }
}

extension Section where Parent == Text, Content: View, Footer == EmptyView {
    /// A section with a title.
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(header: Text(titleKey), content: content(), footer: EmptyView())
    }
    /// A section with a title.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
        self.init(header: Text(title), content: content(), footer: EmptyView())
    }
    /// A section with a title that can be folded.
    public init(_ titleKey: LocalizedStringKey, isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content) {
        self.init(header: Text(titleKey), content: content(), footer: EmptyView(), isExpanded: isExpanded)
    }
    /// A section with a title that can be folded.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content) {
        self.init(header: Text(title), content: content(), footer: EmptyView(), isExpanded: isExpanded)
    }
}
