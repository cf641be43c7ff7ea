import TestSupport
import Testing

@Suite("The languages of the command line")
struct LanguageCommandTests {
    typealias Answer = CommandBox.Answer

    @Test("繁體中文")
    func traditional() throws {
        let box = try CommandBox()
        let language = "zh_TW.UTF-8"
        #expect(try box.run("list", language: language) == Answer(0, "", "還沒有靈感。新增第一個：ideabox add \"紙船大賽\"\n"))
        #expect(
            try box.run("add", "學習水彩畫", language: language).normalized(box)
                == Answer(0, "已新增 <short 1>  學習水彩畫\n")
        )
        #expect(try box.run("list", language: language).out.contains("(剛剛)"))
        #expect(
            try box.run("show", "zz", language: language) == Answer(2, "", "錯誤：zz 不是識別碼：識別碼只含 0–9 與 a–f\n")
        )
        let help = try box.run("add", "--help", language: language).out
        #expect(help.hasPrefix("說明：新增靈感。\n\n用法：ideabox add [<text> ...] "))
        #expect(
            try box.run("list", "--nonsense", language: language).messages.hasPrefix("錯誤：未知的選項「--nonsense」\n用法：")
        )
    }

    @Test("简体中文")
    func simplified() throws {
        let box = try CommandBox()
        let answer = try box.run("add", "阳台种番茄", language: "zh_CN.UTF-8")
        #expect(answer.normalized(box) == Answer(0, "已新增 <short 1>  阳台种番茄\n"))
        let found = try box.run("search", "番茄", language: "zh_CN.UTF-8")
        #expect(found.normalized(box) == Answer(0, "<short 1>  [ ] 阳台种番茄  (刚刚)\n"))
    }
}
