import Foundation
import WebHost

/// A button that leads to another screen.
///
/// Source: Apple's `NavigationLink`.
public struct NavigationLink<Label: View, Destination: View>: View, Primitive {
    private enum Goal {
        case value(AnyHashable?)
        case view(Destination)
    }
    private let goal: Goal
    private let label: Label
    private let isActive: Binding<Bool>?

    /// A link to a view.
    public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) {
        goal = .view(destination())
        self.label = label()
        isActive = nil
    }

    /// A link to a view.
    public init(destination: Destination, @ViewBuilder label: () -> Label) {
        goal = .view(destination)
        self.label = label()
        isActive = nil
    }

    fileprivate init(value: AnyHashable?, label: Label) {
        goal = .value(value)
        self.label = label
        isActive = nil
    }

    public func _render(_ context: _RenderContext) {
        let id = context.id()
        let navigator = context.environment.navigator
        var selects: ListChoice?
        var canGo = navigator != nil
        switch goal {
        case .value(let value):
            selects = context.environment.listChoice.flatMap { choice in
                value.flatMap { choice.accepts($0) ? choice : nil }
            }
            canGo = value != nil && (canGo || selects != nil)
        case .view(let view): navigator?.views[id] = AnyView(view)
        }
        var content: [Fragment] = []
        context.withEnvironment {
            $0.enterLabel()
        } _: {
            content = context.collected(label, "0")
        }
        let goal = goal
        let before = context.fragments.count
        context.withEnvironment {
            $0.isEnabled = $0.isEnabled && canGo
            $0.buttonLook = .plain
        } _: {
            context.emitButton(id, role: nil, content: content.nodes) {
                switch goal {
                case .value(let value?): selects.map { $0.selection.choose(value) } ?? navigator?.push(value)
                case .value: break
                case .view: navigator?.push(link: id)
                }
            } change: { node in
                if case .value(let value?) = goal, let selects, selects.selection.holds(value) {
                    node.attributes[.ariaCurrent] = "true"
                }
            }
        }
        guard context.fragments.count > before else { return }
        context.fragments[before].classes.append("nav-link")
        context.fragments[before].marks.isLink = true
        if case .value(let value?) = goal { context.fragments[before].marks.tag = value }
    }
}

extension NavigationLink where Destination == Never {
    /// A link to the screen of a value.
    public init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) {
        self.init(value: value.map { AnyHashable($0) }, label: label())
    }
}

extension NavigationLink where Label == Text, Destination == Never {
    /// A link with a text to the screen of a value.
    public init<P: Hashable>(_ titleKey: LocalizedStringKey, value: P?) {
        self.init(value: value.map { AnyHashable($0) }, label: Text(titleKey))
    }
    /// A link with a text to the screen of a value.
    @_disfavoredOverload
    public init<S: StringProtocol, P: Hashable>(_ title: S, value: P?) {
        self.init(value: value.map { AnyHashable($0) }, label: Text(title))
    }
}

extension NavigationLink where Label == Text {
    /// A link with a text to a view.
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder destination: () -> Destination) {
        self.init(destination: destination) { Text(titleKey) }
    }
    /// A link with a text to a view.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder destination: () -> Destination) {
        self.init(destination: destination) { Text(title) }
    }
    /// A link with a text to a view.
    public init(_ titleKey: LocalizedStringKey, destination: Destination) {
        self.init(destination: destination) { Text(titleKey) }
    }
    /// A link with a text to a view.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, destination: Destination) {
        self.init(destination: destination) { Text(title) }
    }
}

extension View {
    /// Makes the screen of values of a type that links of the stack push.
    public func navigationDestination<D: Hashable, C: View>(
        for data: D.Type,
        @ViewBuilder destination: @escaping (D) -> C
    ) -> some View {
        alterPreferences { _, preferences in
            preferences.destinations[ObjectIdentifier(data)] = Destination { value in
                (value.base as? D).map { AnyView(destination($0)) } ?? AnyView(EmptyView())
            }
        }
    }

    /// Shows a screen above this one as long as a value is true.
    public func navigationDestination<V: View>(
        isPresented: Binding<Bool>,
        @ViewBuilder destination: () -> V
    ) -> some View {
        let view = AnyView(destination())
        return alterPreferences { context, preferences in
            guard context.read({ isPresented.wrappedValue }) else { return }
            preferences.pushed.append(
                PushedScreen(id: context.id("nd"), view: view) { isPresented.wrappedValue = false }
            )
        }
    }

    /// Shows a screen above this one as long as there is an item.
    public func navigationDestination<D: Hashable, C: View>(
        item: Binding<D?>,
        @ViewBuilder destination: @escaping (D) -> C
    ) -> some View {
        alterPreferences { context, preferences in
            guard let value = context.read({ item.wrappedValue }) else { return }
            preferences.pushed.append(
                PushedScreen(id: context.id("ni"), view: AnyView(destination(value).id(value))) {
                    item.wrappedValue = nil
                }
            )
        }
    }

    /// The title of the screen.
    public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { navigationTitle(Text(titleKey)) }
    /// The title of the screen.
    public func navigationTitle(_ title: Text) -> some View {
        alterPreferences { context, preferences in
            if !preferences.titleIsSettled || preferences.title == nil {
                preferences.title = title.plain(in: context.environment)
            }
        }
    }
    /// The title of the screen.
    @_disfavoredOverload
    public func navigationTitle<S: StringProtocol>(_ title: S) -> some View { navigationTitle(Text(title)) }
    /// The title of the screen; it is changed elsewhere.
    public func navigationTitle(_ title: Binding<String>) -> some View {
        alterPreferences { context, preferences in preferences.title = context.read { title.wrappedValue } }
    }
    /// The title of the screen, by the older name.
    public func navigationBarTitle(_ titleKey: LocalizedStringKey) -> some View { navigationTitle(Text(titleKey)) }
    /// The title of the screen, by the older name.
    @_disfavoredOverload
    public func navigationBarTitle<S: StringProtocol>(_ title: S) -> some View { navigationTitle(Text(title)) }
    /// The title of the screen and how it is shown, by the older name.
    public func navigationBarTitle(
        _ titleKey: LocalizedStringKey,
        displayMode: NavigationBarItem.TitleDisplayMode
    ) -> some View {
        navigationTitle(Text(titleKey)).navigationBarTitleDisplayMode(displayMode)
    }
    /// Whether the title is large.
    public func navigationBarTitleDisplayMode(_ displayMode: NavigationBarItem.TitleDisplayMode) -> some View {
        alterPreferences { $1.isTitleInline = displayMode == .inline }
    }
    /// Whether there is no way back in the bar.
    public func navigationBarBackButtonHidden(_ hidesBackButton: Bool = true) -> some View {
        alterPreferences { if hidesBackButton { $1.hidesBackButton = true } }
    }
    /// Whether there is no bar, by the older name.
    public func navigationBarHidden(_ hidden: Bool) -> some View {
        alterPreferences { if hidden { $1.hiddenBars.insert("navigationBar") } }
    }
}

/// The bar of a screen.
///
/// Source: Apple's `NavigationBarItem`.
public struct NavigationBarItem: Sendable {
    /// How the title is shown.
    ///
    /// Source: Apple's `NavigationBarItem.TitleDisplayMode`.
    public enum TitleDisplayMode: Sendable {
        /// As on the screen before.
        case automatic
        /// Small, in the bar.
        case inline
        /// Large.
        case large
    }
}
