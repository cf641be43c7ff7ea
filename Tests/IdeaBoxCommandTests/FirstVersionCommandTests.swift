import Foundation
import TestSupport
import Testing

@Suite("Ideas of the first version on the command line")
struct FirstVersionCommandTests {
    typealias Answer = CommandBox.Answer

    private let place = ".local/share/ideabox/ideas.json"

    @Test("They are taken over at the first look, and the person hears of it once")
    func taken() throws {
        let box = try CommandBox()
        try box.write(#"[{"title":"a"},{"title":"b"},{"description":"no title"}]"#, to: place)
        let file = box.home.path + "/" + place
        #expect(
            try box.run("status").messages == """
                2 ideas were taken over from \(file)
                \(file), entry 3 was not taken over: the field "title" is missing

                """
        )
        #expect(try box.run("list").out.split(separator: "\n").count == 2)
        #expect(try box.run("list").messages.isEmpty)
        #expect(FileManager.default.fileExists(atPath: file + ".migrated"))
    }

    @Test(
        "A file that breaks off is kept, and the words say why",
        arguments: [
            (
                "C",
                "The ideas in FILE could not be taken over: ideas.json ends in the middle of line 2. "
                    + "They are kept, and the next start tries again.\n"
            ),
            ("zh_TW.UTF-8", "無法移轉 FILE 裡的靈感：ideas.json 在第 2 行中斷。檔案已保留，下次啟動時會再試一次。\n"),
            ("zh_CN.UTF-8", "无法迁移 FILE 里的灵感：ideas.json 在第 2 行中断。文件已保留，下次启动时会再试一次。\n"),
        ]
    )
    func broken(language: String, message: String) throws {
        let box = try CommandBox()
        let text = "[{\"title\":\"a\"},\n{\"title\":"
        let file = try box.write(text, to: place)
        let answer = try box.run("status", language: language)
        #expect(answer.status == 0)
        #expect(answer.messages == message.replacing("FILE", with: file.path))
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test("Of several first starts at once one takes the ideas over, and no other says that it failed")
    func together() throws {
        let box = try CommandBox()
        let rows = (0..<300).map { "{\"title\":\"idea \($0)\"}" }.joined(separator: ",")
        for round in 1...4 {
            try box.write("[\(rows)]", to: "home\(round)/ideas.json")
            let script = """
                start() { "$IDEABOX" status --store home\(round) >/dev/null 2>messages-\(round)-$1; touch end-\(round)-$1; }
                start 1 & start 2 & start 3
                while [ ! -e end-\(round)-1 ] || [ ! -e end-\(round)-2 ]; do :; done
                cat messages-\(round)-*
                """
            let file = "\(box.home.path)/home\(round)/ideas.json"
            #expect(try box.shell(script) == Answer(0, "300 ideas were taken over from \(file)\n"))
            let log = try box.run("log", "--store", "home\(round)", "--type", "migration_success")
            #expect(log.out.split(separator: "\n").count == 1)
            #expect(
                try box.run("log", "--store", "home\(round)", "--type", "migration_failure")
                    == Answer(0, "", "No entries.\n")
            )
        }
    }
}
