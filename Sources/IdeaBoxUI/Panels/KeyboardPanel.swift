import SwiftUI

/// The keys, and whether single ones are heard.
struct KeyboardPanel: View {
    @AppStorage("singleKeys") private var singleKeys = true
    @Environment(\.phrases) private var phrases

    var body: some View {
        PanelFrame(title: phrases(.keyboard)) {
            Form {
                Section {
                    ForEach(KeyName.always) { key in
                        LabeledContent(phrases(key.phrase), value: key.keys)
                    }
                }
                Section {
                    Toggle(phrases(.singleKeys), isOn: $singleKeys)
                    if singleKeys {
                        ForEach(KeyName.single) { key in
                            LabeledContent(phrases(key.phrase), value: key.keys)
                        }
                    }
                } footer: {
                    Text(verbatim: phrases(.keyboardNote))
                }
            }
        }
    }
}

/// A key as the list shows it.
private struct KeyName: Identifiable {
    let keys: String
    let phrase: Phrase

    var id: String { keys }

    static let always = [
        KeyName(keys: "Alt N", phrase: .keyNew), KeyName(keys: "Ctrl K · ⌘ K", phrase: .keySearch),
        KeyName(keys: "Ctrl Z · ⌘ Z", phrase: .keyUndo), KeyName(keys: "Esc", phrase: .keyClose),
    ]

    static let single = [
        KeyName(keys: "/", phrase: .keySearch), KeyName(keys: "1 2 3", phrase: .keyTabs),
        KeyName(keys: "J", phrase: .keyNext), KeyName(keys: "K", phrase: .keyPrevious),
        KeyName(keys: "X", phrase: .keyToggle), KeyName(keys: "E", phrase: .keyEdit),
        KeyName(keys: "Delete · ⌫", phrase: .keyDelete), KeyName(keys: "R", phrase: .keyRetry),
        KeyName(keys: "?", phrase: .keyHelp),
    ]
}
