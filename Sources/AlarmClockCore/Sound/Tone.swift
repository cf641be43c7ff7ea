/// A tone that AlarmClock can make.
///
/// Tones are computed, not recorded: see ``ToneSynthesis``.
public enum Tone: String, CaseIterable, Sendable {
    /// Three notes upwards, as of small bells.
    case chime
    /// A short beep, twice.
    case beep
    /// A struck bowl that fades slowly.
    case bowl
    /// Notes that climb like a morning.
    case sunrise
    /// A bell that is struck fast.
    case bell

    /// The tone of alarms for which nobody chose one.
    public static let standard = Tone.chime

    /// The names under which the old app knew the default tone.
    private static let standardNames: Set<String> = ["", "默认", "預設", "default"]

    /// The tone of a name; nil where there is none of that name.
    public init?(_ name: String) {
        let name = name.lowercased()
        if Self.standardNames.contains(name) {
            self = .standard
        } else {
            self.init(rawValue: name)
        }
    }
}
