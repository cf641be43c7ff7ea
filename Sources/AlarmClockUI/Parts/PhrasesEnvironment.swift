import AppCommons
import SwiftUI

extension EnvironmentValues {
    /// The words of the screens.
    var phrases: Phrases {
        get { self[PhrasesKey.self] }
        set { self[PhrasesKey.self] = newValue }
    }
}

private struct PhrasesKey: EnvironmentKey {
    static let defaultValue = Phrases(Locale(identifier: "en"))
}
