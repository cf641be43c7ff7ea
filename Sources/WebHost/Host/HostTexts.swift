/// The few sentences that the host itself says to a person.
public struct HostTexts: Sendable, Equatable {
    /// The language of these sentences, as in BCP 47.
    public var language = "en"
    /// The connection is lost; what is typed is kept.
    public var disconnected = "Connection lost. What you type is kept; trying again…"
    /// The connection is back.
    public var reconnected = "Connected again."
    /// The page is opened without the secret.
    public var needsLink = "Open this page with the link that the program printed when it started."
    /// More pages are open than are served.
    public var tooManyPages = "Too many pages are open. Close one, then load this one again."
    /// A text or a file is larger than what is taken.
    public var tooLarge = "This is too long to be taken. It is kept here, but not saved."
    /// The page cannot do without scripts.
    public var needsScript = "This page needs JavaScript to react."
    /// A row was moved: its new place, and how many there are, for `{0}` and `{1}`.
    public var moved = "Moved to place {0} of {1}."

    /// English.
    public init() {}

    /// The host's own translations: English, German, and Chinese in traditional and in simplified characters.
    @Sendable public static func standard(for languages: [String]) -> HostTexts {
        for language in languages {
            let lower = language.lowercased()
            if lower == "en" || lower.hasPrefix("en-") { return HostTexts() }
            if lower == "de" || lower.hasPrefix("de-") { return german }
            if lower == "zh" || lower.hasPrefix("zh-") { return isTraditional(lower) ? traditional : simplified }
        }
        return HostTexts()
    }

    /// Whether a kind of Chinese, in small letters, is written in traditional characters: it says so, or it is spoken where
    /// people write so.
    private static func isTraditional(_ language: String) -> Bool {
        let parts = language.split(separator: "-")
        if parts.contains("hans") { return false }
        return parts.contains { ["hant", "tw", "hk", "mo"].contains($0) }
    }

    private static let german: HostTexts = {
        var texts = HostTexts()
        texts.language = "de"
        texts.disconnected = "Verbindung verloren. Was du schreibst, bleibt erhalten; neuer Versuch läuft …"
        texts.reconnected = "Wieder verbunden."
        texts.needsLink = "Öffne diese Seite mit dem Link, den das Programm beim Start ausgegeben hat."
        texts.tooManyPages = "Es sind zu viele Seiten offen. Schließe eine und lade diese neu."
        texts.tooLarge = "Das ist zu lang. Es bleibt hier stehen, wird aber nicht gesichert."
        texts.needsScript = "Diese Seite braucht JavaScript."
        texts.moved = "An Stelle {0} von {1} bewegt."
        return texts
    }()

    private static let traditional: HostTexts = {
        var texts = HostTexts()
        texts.language = "zh-Hant"
        texts.disconnected = "連線中斷。你輸入的內容會保留，正在重試……"
        texts.reconnected = "已重新連線。"
        texts.needsLink = "請使用程式啟動時顯示的連結開啟此頁面。"
        texts.tooManyPages = "開啟的頁面太多。請關閉一個，再重新載入此頁面。"
        texts.tooLarge = "內容太長。內容會留在這裡，但不會儲存。"
        texts.needsScript = "此頁面需要 JavaScript。"
        texts.moved = "已移到第 {0} 項，共 {1} 項。"
        return texts
    }()

    private static let simplified: HostTexts = {
        var texts = HostTexts()
        texts.language = "zh-Hans"
        texts.disconnected = "连接中断。你输入的内容会保留，正在重试……"
        texts.reconnected = "已重新连接。"
        texts.needsLink = "请使用程序启动时显示的链接打开此页面。"
        texts.tooManyPages = "打开的页面太多。请关闭一个，再重新加载此页面。"
        texts.tooLarge = "内容太长。内容会留在这里，但不会保存。"
        texts.needsScript = "此页面需要 JavaScript。"
        texts.moved = "已移到第 {0} 项，共 {1} 项。"
        return texts
    }()
}
