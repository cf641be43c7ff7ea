import AlarmClockCore
import AppCommons
import SwiftData
import SwiftUI

/// A window of AlarmClock: the tabs, what may lie above them, and above all what rings.
public struct AlarmClockRoot: View {
    @State private var model: AlarmClockModel
    @Environment(\.locale) private var locale
    @Environment(\.scenePhase) private var scenePhase

    /// A window over the alarms of a process.
    public init(home: AlarmClockHome) {
        _model = State(initialValue: AlarmClockModel(home))
    }

    /// The window.
    public var body: some View {
        Tabs(model: model)
            .environment(\.phrases, Phrases(locale))
            .environment(model)
            .modelContainer(model.home.container)
            .onChange(of: model.home.daemon.ringing.map(\.id), initial: true) { _, ids in model.rings(ids) }
            .onChange(of: scenePhase) { _, phase in
                if phase == .active { model.home.cameForward() }
            }
    }
}

/// The tabs, the sheets above them, and what is said.
private struct Tabs: View {
    @Bindable var model: AlarmClockModel
    @Environment(\.phrases) private var phrases

    var body: some View {
        TabView(selection: $model.tab) {
            AlarmListScreen(model: model)
                .tabItem { Label(phrases(.alarms), systemImage: "alarm") }
                .tag(AlarmClockModel.Tab.alarms)
            TemplatesScreen(model: model)
                .tabItem { Label(phrases(.templates), systemImage: "square.grid.2x2") }
                .tag(AlarmClockModel.Tab.templates)
            StatusScreen(model: model)
                .tabItem { Label(phrases(.status), systemImage: "info.circle") }
                .tag(AlarmClockModel.Tab.status)
        }
        .background { KeyboardCommands(model: model) }
        .modifier(Announcing(announcement: model.announcement, home: model.home))
        .sheet(item: $model.editor) { AlarmEditor(model: model, draft: $0) }
        .alert(phrases(.error), isPresented: hasProblem) {
            Button(phrases(.okay), role: .cancel) {}
        } message: {
            Text(verbatim: model.problem.map { phrases.text(for: $0) } ?? "")
        }
        .fullScreenCover(isPresented: isRinging) {
            RingingDialog(model: model)
        }
    }

    private var hasProblem: Binding<Bool> {
        Binding {
            model.problem != nil
        } set: { isShown in
            if !isShown { model.problem = nil }
        }
    }

    /// An alarm is not waved away: it is put off, or stopped.
    private var isRinging: Binding<Bool> {
        Binding {
            !model.home.daemon.ringing.isEmpty
        } set: { _ in
        }
    }
}
