import SwiftData
import SwiftUI

struct SettingsView: View {
    private enum Appearance: String, CaseIterable {
        case system, light, dark

        var scheme: ColorScheme? {
            switch self {
            case .system: nil
            case .light: .light
            case .dark: .dark
            }
        }
    }

    @AppStorage("appearance") private var appearance = Appearance.system
    @Query private var plants: [Plant]

    var body: some View {
        NavigationStack {
            Form {
                Section("Appearance") {
                    Picker("Theme", selection: $appearance) {
                        ForEach(Appearance.allCases, id: \.self) { appearance in
                            Text(appearance.rawValue.capitalized)
                        }
                    }
                    .pickerStyle(.segmented)
                }
                Section("About") {
                    LabeledContent("Plants", value: plants.count, format: .number)
                    LabeledContent("Favorites", value: plants.count { $0.isFavorite }, format: .number)
                }
            }
            .navigationTitle("Settings")
            .preferredColorScheme(appearance.scheme)
        }
    }
}
