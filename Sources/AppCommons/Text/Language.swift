/// A language that the apps speak.
public enum Language: String, CaseIterable, Sendable {
    /// English.
    case english = "en"
    /// 繁體中文
    case traditionalChinese = "zh-Hant"
    /// 简体中文
    case simplifiedChinese = "zh-Hans"

    /// The language of a command: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set decides, as POSIX says.
    public init(variables: [String: String]) {
        let set = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
        self.init(tag: set ?? "")
    }

    /// The language of a locale or language tag such as `zh_TW.UTF-8` or `zh-Hant-HK`.
    ///
    /// English for all others.
    public init(tag: String) {
        let parts = tag.lowercased().split { "_-.@".contains($0) }
        guard parts.first == "zh" || parts.first == "yue" else {
            self = .english
            return
        }
        let saysTraditional = parts.contains { ["hant", "tw", "hk", "mo"].contains($0) }
        let saysSimplified = parts.contains("hans")
        self = saysTraditional && !saysSimplified ? .traditionalChinese : .simplifiedChinese
    }
}
