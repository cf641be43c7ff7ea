/// A word that the framework itself says to a person, in the languages that it knows.
///
/// The app's own table of strings comes first, under the English word: so an app in another language can supply it. A language
/// that neither knows is passed over for the reader's next one; English is the last.
struct OwnWord: Hashable, Sendable {
    let english: String
    let traditional: String
    let simplified: String

    init(_ english: String, _ traditional: String, _ simplified: String) {
        self.english = english
        self.traditional = traditional
        self.simplified = simplified
    }

    /// The word, values put in.
    func text(_ environment: EnvironmentValues, _ arguments: LocalizedStringKey.Argument...) -> String {
        text(environment, filling: arguments)
    }

    func text(_ environment: EnvironmentValues, filling arguments: [LocalizedStringKey.Argument]) -> String {
        let languages = environment.languages
        let own =
            StringTables.shared.form(of: english, arguments: arguments, table: nil, bundle: nil, languages: languages)
        return FormattedText.fill(own ?? form(for: languages), arguments, environment.locale)
    }

    private func form(for languages: [String]) -> String {
        for language in languages.flatMap(LoadedTable.fallbacks) {
            switch language.lowercased() {
            case "en": return english
            case "zh-hant": return traditional
            case "zh-hans": return simplified
            default: continue
            }
        }
        return english
    }
}

// MARK: Dialogs and bars

extension OwnWord {
    static let cancel = OwnWord("Cancel", "取消", "取消")
    static let ok = OwnWord("OK", "好", "好")
    static let done = OwnWord("Done", "完成", "完成")
    static let edit = OwnWord("Edit", "編輯", "编辑")
    static let chooseFile = OwnWord("Choose a File", "選擇檔案", "选择文件")
    static let chooseFiles = OwnWord("Choose Files", "選擇檔案", "选择文件")
    static let useFiles = OwnWord("Use %lld Files", "使用 %lld 個檔案", "使用 %lld 个文件")
    static let useFile = OwnWord("Use 1 File", "使用 1 個檔案", "使用 1 个文件")
    static let toolbar = OwnWord("Toolbar", "工具列", "工具栏")
    static let tabs = OwnWord("Tabs", "標籤頁", "标签页")
    static let back = OwnWord("Back", "返回", "返回")
    static let backTo = OwnWord("Back to %@", "返回“%@”", "返回“%@”")
    static let refresh = OwnWord("Refresh", "重新整理", "刷新")
    static let share = OwnWord("Share…", "分享…", "共享…")
    static let actions = OwnWord("Actions", "動作", "操作")
}

// MARK: Lists and searches

extension OwnWord {
    static let showMore = OwnWord("Show more (%lld remaining)", "顯示更多（還有 %lld 項）", "显示更多（还有 %lld 项）")
    static let showEarlier = OwnWord("Show earlier (%lld)", "顯示之前的（%lld 項）", "显示之前的（%lld 项）")
    static let delete = OwnWord("Delete", "刪除", "删除")
    static let select = OwnWord("Select", "選取", "选择")
    static let moveUp = OwnWord("Move up", "上移", "上移")
    static let moveDown = OwnWord("Move down", "下移", "下移")
    static let search = OwnWord("Search", "搜尋", "搜索")
    static let scope = OwnWord("Scope", "範圍", "范围")
    static let suggestions = OwnWord("Suggestions", "建議", "建议")
    static let noResults = OwnWord("No Results", "沒有結果", "没有结果")
    static let noResultsFor = OwnWord("No Results for “%@”", "找不到“%@”", "没有“%@”的结果")
    static let tryAnother = OwnWord(
        "Check the spelling or try a new search.",
        "請檢查拼字，或嘗試新的搜尋。",
        "请检查拼写，或尝试新的搜索。"
    )
}

// MARK: What readers hear

extension OwnWord {
    static let progress = OwnWord("Progress", "進度", "进度")
    static let text = OwnWord("Text", "文字", "文本")
    static let value = OwnWord("Value", "數值", "数值")
    static let increment = OwnWord("Increment", "增加", "增加")
    static let decrement = OwnWord("Decrement", "減少", "减少")
    static let activate = OwnWord("Activate", "啟用", "激活")
    static let close = OwnWord("Close", "關閉", "关闭")
    static let startOrStop = OwnWord("Start or stop", "開始或停止", "开始或停止")
    static let hold = OwnWord("Hold", "長按", "长按")
    static let symbolAdd = OwnWord("Add %@", "新增%@", "添加%@")
    static let symbolRemove = OwnWord("Remove %@", "移除%@", "移除%@")
    static let symbolOff = OwnWord("%@ Off", "%@已關閉", "%@已关闭")
    static let nameJoint = OwnWord("%@, %@", "%@，%@", "%@，%@")
    static let doubleTap = OwnWord("Double-tap", "點兩下", "轻点两下")
}

// MARK: Spans of time

extension OwnWord {
    static let years = OwnWord("%lld yr", "%lld年", "%lld年")
    static let months = OwnWord("%lld mo", "%lld個月", "%lld个月")
    static let weeks = OwnWord("%lld wk", "%lld週", "%lld周")
    static let day = OwnWord("1 day", "1天", "1天")
    static let days = OwnWord("%lld days", "%lld天", "%lld天")
    static let hours = OwnWord("%lld hr", "%lld小時", "%lld小时")
    static let minutes = OwnWord("%lld min", "%lld分鐘", "%lld分钟")
    static let seconds = OwnWord("%lld sec", "%lld秒", "%lld秒")
    static let spanJoint = OwnWord("%@, %@", "%@%@", "%@%@")
}

extension Text {
    /// A word of the framework's own, in the language of the place where it stands.
    init(_ word: OwnWord, _ arguments: LocalizedStringKey.Argument...) {
        runs = [Run(content: .own(word, arguments))]
    }
}
