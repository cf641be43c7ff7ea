import Foundation
import WebHost

/// Where a search field stands.
///
/// Source: Apple's `SearchFieldPlacement`. Without effect: it stands below the bar.
public struct SearchFieldPlacement: Sendable {
    /// As usual.
    public static let automatic = SearchFieldPlacement()
    /// In the toolbar.
    public static let toolbar = SearchFieldPlacement()
    /// In the list at the side.
    public static let sidebar = SearchFieldPlacement()
    /// Below the bar.
    public static let navigationBarDrawer = SearchFieldPlacement()
    /// Below the bar.
    public static func navigationBarDrawer(displayMode: NavigationBarDrawerDisplayMode) -> SearchFieldPlacement {
        SearchFieldPlacement()
    }
    /// When the field is seen.
    ///
    /// Source: Apple's `SearchFieldPlacement.NavigationBarDrawerDisplayMode`.
    public struct NavigationBarDrawerDisplayMode: Sendable {
        /// As usual.
        public static let automatic = NavigationBarDrawerDisplayMode()
        /// Always.
        public static let always = NavigationBarDrawerDisplayMode()
    }
}

/// Ends a search when it is called.
///
/// Source: Apple's `DismissSearchAction`.
@MainActor
public struct DismissSearchAction {
    let end: Dismissal?
    nonisolated init(end: Dismissal?) { self.end = end }
    /// Ends the search: the text goes.
    public func callAsFunction() { end?.action() }
}

private struct SearchStateKey: EnvironmentKey { static var defaultValue: SearchState { SearchState() } }

/// A search as the views inside know it.
struct SearchState: Equatable {
    var isSearching = false
    var end: Dismissal?
}

/// Writes into a search what a proposal stands for.
@MainActor
struct SearchCompletion: Equatable {
    let id: String
    let write: (String) -> Void
    nonisolated static func == (left: SearchCompletion, right: SearchCompletion) -> Bool { left.id == right.id }
}

private struct CompletionKey: EnvironmentKey { static var defaultValue: SearchCompletion? { nil } }

extension EnvironmentValues {
    /// The search that proposals here complete.
    var searchCompletion: SearchCompletion? {
        get { self[CompletionKey.self] }
        set { self[CompletionKey.self] = newValue }
    }
    var searchState: SearchState {
        get { self[SearchStateKey.self] }
        set { self[SearchStateKey.self] = newValue }
    }
    /// Whether the reader is searching.
    public var isSearching: Bool { searchState.isSearching }
    /// Ends the search.
    public var dismissSearch: DismissSearchAction { DismissSearchAction(end: searchState.end) }
}

extension _RenderContext {
    /// The field of a search.
    func searchField(_ text: Binding<String>, _ isPresented: Binding<Bool>?, _ prompt: Text?) -> Node {
        let id = id("search")
        let words = prompt?.plain(in: environment) ?? OwnWord.search.text(environment)
        var input = Node(id: id, element: .input, events: [.input, .submit, .focus])
        input.attributes = [.type: "search", .placeholder: words, .ariaLabel: words, .enterkeyhint: "search"]
        input.properties.value = read { text.wrappedValue }
        let submit = environment.searchActions.actions
        let link =
            isPresented.map { shown in
                FocusLink {
                    shown.wrappedValue
                } gained: { _ in
                    if !shown.wrappedValue { shown.wrappedValue = true }
                } lost: { _ in
                    if shown.wrappedValue, text.wrappedValue.isEmpty { shown.wrappedValue = false }
                }
            } ?? environment.focusLink
        on(id) { action in
            switch action {
            case .input(let written): text.wrappedValue = written
            case .submit: submit.forEach { $0() }
            case .focus: link?.gained(id)
            case .blur: link?.lost(id)
            default: break
            }
        }
        follow(link, id: id)
        let icon = Node(
            id: id + "i",
            element: .span,
            attributes: [.class: "icon", .ariaHidden: "true"],
            content: .icon("magnifyingglass")
        )
        return Node(
            id: id + "o",
            element: .search,
            attributes: [.class: "searchbar"],
            content: .children([icon, input])
        )
    }
}

extension _RenderContext {
    /// What is proposed, as a group below the field.
    fileprivate func proposals<V: View>(_ view: V, _ complete: SearchCompletion) -> [Node] {
        var found: [Node] = []
        withEnvironment {
            $0.searchCompletion = complete
        } _: {
            found = nodes(view, "sg")
        }
        guard !found.isEmpty else { return [] }
        let name = OwnWord.suggestions.text(environment)
        return [
            Node(
                id: id("sg"),
                element: .div,
                attributes: [.class: "vstack a-start", .role: "group", .ariaLabel: name],
                content: .children(found)
            )
        ]
    }
}

extension View {
    private func searching(
        _ text: Binding<String>,
        _ isPresented: Binding<Bool>?,
        _ prompt: Text?,
        suggestions: AnyView? = nil
    ) -> some View {
        altered { context, content in
            guard !context.isProbing else { return context.render(content) }
            let isActive = context.read { !text.wrappedValue.isEmpty || isPresented?.wrappedValue == true }
            let end = Dismissal(id: context.id("search")) {
                text.wrappedValue = ""
                isPresented?.wrappedValue = false
            }
            context.withEnvironment {
                $0.searchState = SearchState(isSearching: isActive, end: end)
            } _: {
                context.step("m") { context.render(content) }
            }
            let complete = SearchCompletion(id: context.id("search")) { text.wrappedValue = $0 }
            let proposals = isActive ? suggestions.map { context.proposals($0, complete) } ?? [] : []
            context.preferences.search = SearchField(
                node: context.searchField(text, isPresented, prompt),
                suggestions: proposals,
                scopes: context.preferences.search?.scopes,
                complete: complete
            )
        }
    }

    /// Lets the reader search.
    public func searchable(
        text: Binding<String>,
        placement: SearchFieldPlacement = .automatic,
        prompt: Text? = nil
    ) -> some View {
        searching(text, nil, prompt)
    }
    /// Lets the reader search.
    public func searchable(
        text: Binding<String>,
        placement: SearchFieldPlacement = .automatic,
        prompt: LocalizedStringKey
    ) -> some View {
        searching(text, nil, Text(prompt))
    }
    /// Lets the reader search.
    @_disfavoredOverload
    public func searchable<S: StringProtocol>(
        text: Binding<String>,
        placement: SearchFieldPlacement = .automatic,
        prompt: S
    ) -> some View {
        searching(text, nil, Text(prompt))
    }
    /// Lets the reader search; the app knows whether the field has the focus.
    public func searchable(
        text: Binding<String>,
        isPresented: Binding<Bool>,
        placement: SearchFieldPlacement = .automatic,
        prompt: Text? = nil
    ) -> some View { searching(text, isPresented, prompt) }
    /// Lets the reader search; the app knows whether the field has the focus.
    public func searchable(
        text: Binding<String>,
        isPresented: Binding<Bool>,
        placement: SearchFieldPlacement = .automatic,
        prompt: LocalizedStringKey
    ) -> some View { searching(text, isPresented, Text(prompt)) }
    /// Lets the reader search; the app knows whether the field has the focus.
    @_disfavoredOverload
    public func searchable<S: StringProtocol>(
        text: Binding<String>,
        isPresented: Binding<Bool>,
        placement: SearchFieldPlacement = .automatic,
        prompt: S
    ) -> some View { searching(text, isPresented, Text(prompt)) }
    /// Lets the reader search, with proposals.
    public func searchable<S: View>(
        text: Binding<String>,
        placement: SearchFieldPlacement = .automatic,
        prompt: Text? = nil,
        @ViewBuilder suggestions: () -> S
    ) -> some View { searching(text, nil, prompt, suggestions: AnyView(suggestions())) }

    /// What is proposed while the reader searches.
    public func searchSuggestions<S: View>(@ViewBuilder _ suggestions: () -> S) -> some View {
        let proposals = suggestions()
        return altered { context, content in
            context.step("m") { context.render(content) }
            guard !context.isProbing, let search = context.preferences.search else { return }
            context.preferences.search = SearchField(
                node: search.node,
                suggestions: context.proposals(proposals, search.complete),
                scopes: search.scopes,
                complete: search.complete
            )
        }
    }
    /// What choosing a proposal writes: a button that does it.
    public func searchCompletion(_ completion: String) -> some View {
        alterFragments { context, fragment in
            guard let search = context.environment.searchCompletion else { return }
            fragment.makePressable(context) { search.write(completion) }
        }
    }
    /// Where is searched: parts of a bar below the field.
    public func searchScopes<V: Hashable, S: View>(_ scope: Binding<V>, @ViewBuilder scopes: () -> S) -> some View {
        let picker = Picker(selection: scope, content: scopes) {
            Text(.scope)
        }.pickerStyle(.segmented)
        return altered { context, content in
            context.step("m") { context.render(content) }
            guard !context.isProbing, let search = context.preferences.search else { return }
            let nodes = context.nodes(picker, "sc")
            context.preferences.search = SearchField(
                node: search.node,
                suggestions: search.suggestions,
                scopes: nodes.first,
                complete: search.complete
            )
        }
    }
    /// Which words of a search are marks; they are text here.
    public func searchPresentationToolbarBehavior(_ behavior: SearchPresentationToolbarBehavior) -> some View {
        unaltered()
    }
}

/// What bars do during a search.
///
/// Source: Apple's `SearchPresentationToolbarBehavior`. Without effect.
public struct SearchPresentationToolbarBehavior: Sendable {
    /// As usual.
    public static let automatic = SearchPresentationToolbarBehavior()
    /// They stay.
    public static let avoidHidingContent = SearchPresentationToolbarBehavior()
}
