import IdeaBoxCore
import SwiftUI

/// A window of IdeaBox: the tabs, and what may lie above them.
public struct IdeaBoxRoot: View {
    @State private var model: IdeaBoxModel
    @Environment(\.locale) private var locale
    @Environment(\.scenePhase) private var scenePhase

    /// A window over the ideas of a process.
    public init(home: IdeaBoxHome) {
        _model = State(initialValue: IdeaBoxModel(home))
    }

    /// The tabs of the window, in the reader's language.
    public var body: some View {
        Tabs(model: model)
            .environment(\.phrases, Phrases(locale))
            .onChange(of: model.home.revision) { model.reload() }
            .onChange(of: model.home.sync) { model.syncChanged() }
            .onChange(of: scenePhase) { _, phase in
                if phase == .active { model.home.cameForward() }
            }
    }
}

/// The tabs, the panels above them, and what is said.
private struct Tabs: View {
    @Bindable var model: IdeaBoxModel
    @AppStorage("hidesCompleted") private var hidesCompleted = false
    @Environment(\.horizontalSizeClass) private var width
    @Environment(\.phrases) private var phrases

    var body: some View {
        TabView(selection: $model.tab) {
            IdeaListScreen(model: model, tab: .all)
                .tabItem { Label(phrases(.allIdeas), systemImage: "lightbulb") }
                .badge(counted(model.home.counts?.all))
                .tag(IdeaBoxModel.Tab.all)
            IdeaListScreen(model: model, tab: .completed)
                .tabItem { Label(phrases(.completed), systemImage: "checkmark.circle") }
                .badge(counted(model.home.counts?.completed))
                .tag(IdeaBoxModel.Tab.completed)
            IdeaListScreen(model: model, tab: .search)
                .tabItem { Label(phrases(.search), systemImage: "magnifyingglass") }
                .tag(IdeaBoxModel.Tab.search)
        }
        .tabViewStyle(.sidebarAdaptable)
        .tabViewSidebarFooter { SidebarPlaces(model: model) }
        .background { KeyboardCommands(model: model) }
        .modifier(Announcing(announcement: model.announcement))
        .modifier(Remembering(model: model))
        .sheet(item: $model.panel) { PanelContent(panel: $0, model: model) }
        .alert(phrases(.error), isPresented: hasProblem) {
            Button(phrases(.okay), role: .cancel) {}
        } message: {
            Text(verbatim: model.problem.map { phrases.text(for: $0) } ?? "")
        }
        .onChange(of: hidesCompleted, initial: true) { model.hidesCompleted = hidesCompleted }
    }

    /// A count for the sidebar; in a bar of tabs it would look like something unread.
    private func counted(_ count: Int?) -> Text? {
        guard width == .regular, let count, count > 0 else { return nil }
        return Text(verbatim: phrases.number(count))
    }

    private var hasProblem: Binding<Bool> {
        Binding {
            model.problem != nil
        } set: { isShown in
            if !isShown { model.problem = nil }
        }
    }
}

/// What lies above the tabs, within reach where there is a sidebar.
private struct SidebarPlaces: View {
    let model: IdeaBoxModel
    @Environment(\.phrases) private var phrases

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            Button(phrases(.trash), systemImage: "trash") { model.panel = .trash }
            Button(phrases(.history), systemImage: "clock") { model.panel = .history(nil) }
            Button(phrases(.sync), systemImage: "arrow.triangle.2.circlepath") { model.panel = .sync }
        }
        .buttonStyle(.borderless)
    }
}

/// What lies above the tabs.
private struct PanelContent: View {
    let panel: IdeaBoxModel.Panel
    let model: IdeaBoxModel

    var body: some View {
        switch panel {
        case .add: AddIdeaSheet(model: model)
        case .trash: TrashPanel(model: model)
        case .history: HistoryPanel(model: model, history: model.history)
        case .sync: SyncPanel(model: model)
        case .exchange: ExchangePanel(model: model)
        case .keyboard: KeyboardPanel()
        }
    }
}
