import AppCommons

/// The words for scenarios, categories, times of day and days of a week in one language.
struct TemplateWords {
    private let language: Language

    init(_ language: Language) {
        self.language = language
    }

    /// The place of the language among the columns of the catalogue.
    var column: Int {
        switch language {
        case .english: 0
        case .traditionalChinese: 1
        case .simplifiedChinese: 2
        }
    }

    func scenario(_ key: String) -> String { word(Self.scenarios, key) }
    func category(_ key: String) -> String { word(Self.categories, key) }

    /// The time of day: «morning», «noon» and so on.
    func timeOfDay(_ time: ClockTime) -> String {
        switch time.hour {
        case 5..<11: word(Self.times, "morning")
        case 11..<14: word(Self.times, "noon")
        case 14..<18: word(Self.times, "afternoon")
        case 18..<22: word(Self.times, "evening")
        default: word(Self.times, "night")
        }
    }

    /// How often: «every day», «Mon, Wed» and so on.
    func days(_ days: WeekdaySet) -> String {
        if let group = Self.groups[days.text] { return group[column] }
        let names = Self.weekdays[column]
        return days.days.map { names[$0 - 1] }.joined(separator: language == .english ? ", " : "、")
    }

    /// The short name of a day, 1 to 7 for Sunday to Saturday.
    func weekday(_ day: Int) -> String { Self.weekdays[column][(day - 1) % 7] }

    private func word(_ table: [String: [String]], _ key: String) -> String { table[key]?[column] ?? key }

    private static let scenarios = [
        "work": ["Work", "工作", "工作"], "study": ["Study", "學習", "学习"], "health": ["Health", "健康", "健康"],
        "home": ["Home", "居家", "居家"], "travel": ["Travel", "旅行", "旅行"], "festival": ["Festivals", "節日", "节日"],
        "leisure": ["Leisure", "休閒", "休闲"],
    ]

    private static let categories = [
        "routine": ["Routine", "日常", "日常"], "meeting": ["Meetings", "會議", "会议"], "break": ["Breaks", "休息", "休息"],
        "class": ["Lessons", "課程", "课程"], "exam": ["Exams", "考試", "考试"], "homework": ["Homework", "作業", "作业"],
        "language": ["Languages", "語言", "语言"], "medicine": ["Medicine", "用藥", "用药"], "water": ["Water", "飲水", "饮水"],
        "exercise": ["Exercise", "運動", "运动"], "rest": ["Rest", "放鬆", "放松"], "sleep": ["Sleep", "睡眠", "睡眠"],
        "kitchen": ["Kitchen", "廚房", "厨房"], "chores": ["Chores", "家務", "家务"], "family": ["Family", "家人", "家人"],
        "departure": ["Departure", "出發", "出发"], "preparation": ["Preparation", "準備", "准备"],
        "stay": ["Stay", "住宿", "住宿"], "eve": ["Eve", "前夕", "前夕"], "day": ["The day", "當天", "当天"],
        "morning": ["Morning", "早晨", "早晨"], "evening": ["Evening", "晚間", "晚间"], "nap": ["Naps", "午睡", "午睡"],
        "garden": ["Garden", "花園", "花园"],
    ]

    private static let times = [
        "morning": ["morning", "早上", "早上"], "noon": ["noon", "中午", "中午"],
        "afternoon": ["afternoon", "下午", "下午"], "evening": ["evening", "晚上", "晚上"],
        "night": ["night", "深夜", "深夜"],
    ]

    private static let groups = [
        "once": ["once", "一次", "一次"], "daily": ["every day", "每天", "每天"],
        "weekdays": ["Monday to Friday", "週一至週五", "周一至周五"], "weekends": ["weekends", "週末", "周末"],
    ]

    private static let weekdays = [
        ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"],
        ["週日", "週一", "週二", "週三", "週四", "週五", "週六"],
        ["周日", "周一", "周二", "周三", "周四", "周五", "周六"],
    ]
}
