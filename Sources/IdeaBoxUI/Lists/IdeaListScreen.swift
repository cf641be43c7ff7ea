import IdeaBoxCore
import SwiftUI

/// One tab: its list, and on a wide window the chosen idea beside it.
struct IdeaListScreen: View {
    @Bindable var model: IdeaBoxModel
    let tab: IdeaBoxModel.Tab
    @Environment(\.horizontalSizeClass) private var width
    @Environment(\.phrases) private var phrases

    var body: some View {
        NavigationSplitView {
            list
                .safeAreaInset(edge: .bottom) { ToastPlace(model: model) }
                .navigationTitle(title)
                .toolbar {
                    ToolbarItem(placement: .topBarLeading) { MoreMenu(model: model, tab: tab) }
                    ToolbarItem(placement: .primaryAction) {
                        Button(phrases(.newIdea), systemImage: "plus") { model.panel = .add }
                    }
                }
        } detail: {
            if let editor = model.editor {
                IdeaDetail(model: model, editor: editor)
                    .id(editor.id)
                    .safeAreaInset(edge: .bottom) {
                        if width == .compact { ToastPlace(model: model) }
                    }
            } else if tab == .search || !model.pages.ideas.isEmpty {
                ContentUnavailableView(
                    phrases(.noneChosenTitle),
                    systemImage: "lightbulb",
                    description: Text(verbatim: phrases(.noneChosenText))
                )
            }
        }
    }

    @ViewBuilder private var list: some View {
        switch tab {
        case .all: AllList(model: model)
        case .completed: CompletedList(model: model)
        case .search: SearchList(model: model, search: model.search)
        }
    }

    private var title: String {
        switch tab {
        case .all: phrases(.allIdeas)
        case .completed: phrases(.completed)
        case .search: phrases(.search)
        }
    }
}

/// All ideas, newest first, below what sync has to say.
private struct AllList: View {
    @Bindable var model: IdeaBoxModel
    @Environment(\.phrases) private var phrases

    var body: some View {
        IdeaRows(model: model, pages: model.all, counted: model.home.counts.map(count)) {
            if let file = model.home.damagedStores.first {
                ContentUnavailableView {
                    Label(phrases(.damagedTitle), systemImage: "exclamationmark.triangle")
                } description: {
                    Text(verbatim: phrases(.damagedText))
                } actions: {
                    Button(phrases(.recover)) { model.recover(file) }
                        .buttonStyle(.borderedProminent)
                    Button(phrases(.newIdea)) { model.panel = .add }
                }
            } else if model.hidesCompleted, model.home.counts?.all ?? 0 > 0 {
                ContentUnavailableView {
                    Label(phrases(.noOpenTitle), systemImage: "checkmark.circle")
                } description: {
                    Text(verbatim: phrases(.noOpenText))
                } actions: {
                    Button(phrases(.newIdea)) { model.panel = .add }
                        .buttonStyle(.borderedProminent)
                }
            } else {
                ContentUnavailableView {
                    Label(phrases(.emptyTitle), systemImage: "lightbulb")
                } description: {
                    Text(verbatim: phrases(.emptyText))
                } actions: {
                    Button(phrases(.newIdea)) { model.panel = .add }
                        .buttonStyle(.borderedProminent)
                }
            }
        }
        .safeAreaInset(edge: .top) { Banners(model: model) }
    }

    private func count(_ counts: IdeaCounts) -> String {
        model.hidesCompleted
            ? phrases(.countOpen, count: counts.open)
            : "\(phrases(.countIdeas, count: counts.all)) · \(phrases(.countOpen, count: counts.open))"
    }
}

/// What is done, last changed first.
private struct CompletedList: View {
    let model: IdeaBoxModel
    @Environment(\.phrases) private var phrases

    var body: some View {
        IdeaRows(
            model: model,
            pages: model.completed,
            counted: model.home.counts.map { phrases(.countIdeas, count: $0.completed) }
        ) {
            ContentUnavailableView(
                phrases(.emptyCompletedTitle),
                systemImage: "checkmark.circle",
                description: Text(verbatim: phrases(.emptyCompletedText))
            )
        }
    }
}

/// What was found.
private struct SearchList: View {
    @Bindable var model: IdeaBoxModel
    @Bindable var search: SearchModel
    @State private var isSearching = true
    @Environment(\.phrases) private var phrases

    var body: some View {
        IdeaRows(model: model, pages: search.pages, counted: nil) {
            if search.hasWords, search.found == search.words {
                ContentUnavailableView(
                    phrases(.noMatchesTitle, search.words),
                    systemImage: "magnifyingglass",
                    description: Text(verbatim: phrases(.noMatchesText))
                )
            } else {
                ContentUnavailableView(
                    phrases(.searchTitle),
                    systemImage: "magnifyingglass",
                    description: Text(verbatim: phrases(.searchText))
                )
            }
        }
        .searchable(text: $search.words, isPresented: $isSearching, prompt: Text(verbatim: phrases(.searchPrompt)))
        .onChange(of: model.searchRequests) { isSearching = true }
    }
}
