import SwiftUI

/// The keys of a window, as buttons that nobody sees.
struct KeyboardCommands: View {
    let model: AlarmClockModel
    @AppStorage("singleKeys") private var singleKeys = true
    @Environment(\.phrases) private var phrases

    var body: some View {
        Group {
            // What lies above the tabs is dealt with first.
            if model.editor == nil, model.home.daemon.ringing.isEmpty {
                Button(phrases(.newAlarm), action: model.addAlarm)
                    .keyboardShortcut("n")
                if singleKeys { single }
            }
            Button(phrases(.undo), action: model.undo)
                .keyboardShortcut("z")
        }
        .hidden()
        .accessibilityHidden(true)
    }

    @ViewBuilder private var single: some View {
        Button(phrases(.alarms)) { model.tab = .alarms }
            .keyboardShortcut("1", modifiers: [])
        Button(phrases(.templates)) { model.tab = .templates }
            .keyboardShortcut("2", modifiers: [])
        Button(phrases(.status)) { model.tab = .status }
            .keyboardShortcut("3", modifiers: [])
    }
}
