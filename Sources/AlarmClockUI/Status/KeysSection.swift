import SwiftUI

/// The keys, and whether single ones are heard.
struct KeysSection: View {
    @AppStorage("singleKeys") private var singleKeys = true
    @Environment(\.phrases) private var phrases

    var body: some View {
        Section {
            ForEach(KeyName.always) { key in
                LabeledContent(phrases(key.phrase), value: key.keys)
            }
            Toggle(phrases(.singleKeys), isOn: $singleKeys)
            if singleKeys {
                ForEach(KeyName.single) { key in
                    LabeledContent(phrases(key.phrase), value: key.keys)
                }
            }
        } header: {
            Text(verbatim: phrases(.keyboard))
        }
    }
}

/// A key as the list shows it.
private struct KeyName: Identifiable {
    let keys: String
    let phrase: Phrase

    var id: String { keys }

    static let always = [
        KeyName(keys: "Alt N", phrase: .newAlarm), KeyName(keys: "Ctrl S · ⌘ S", phrase: .save),
        KeyName(keys: "Ctrl Z · ⌘ Z", phrase: .undo), KeyName(keys: "Esc", phrase: .close),
    ]

    static let single = [
        KeyName(keys: "1", phrase: .alarms), KeyName(keys: "2", phrase: .templates),
        KeyName(keys: "3", phrase: .status),
    ]
}
