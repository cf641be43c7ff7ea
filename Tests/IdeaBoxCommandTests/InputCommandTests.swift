import Foundation
import TestSupport
import Testing

@Suite("Ideas on standard input")
struct InputCommandTests {
    typealias Answer = CommandBox.Answer

    private func ideas(_ box: CommandBox) throws -> [[String: String]] {
        let json = try JSONSerialization.jsonObject(with: Data(try box.run("list", "--json").out.utf8))
        return (json as? [[String: Any]] ?? []).map { idea in
            ["title": idea["title"] as? String ?? "", "details": idea["details"] as? String ?? ""]
        }
    }

    @Test(
        "The first line is the idea, the lines below are its details",
        arguments: [
            ("Paper boat\\n", "Paper boat", ""),
            ("Paper boat", "Paper boat", ""),
            ("\\n \\nPaper boat\\n\\non the pond\\n  at noon\\n\\n", "Paper boat", "on the pond\n  at noon"),
            ("Paper boat\\r\\non the pond\\r\\nat noon\\r\\n", "Paper boat", "on the pond\r\nat noon"),
            ("\\357\\273\\277紙船\\n池塘", "紙船", "池塘"),
        ],
        ["add", "add -"]
    )
    func lines(_ input: (text: String, title: String, details: String), command: String) throws {
        let box = try CommandBox()
        let answer = try box.shell("printf '\(input.text)' | \"$IDEABOX\" \(command)")
        #expect(answer.normalized(box) == Answer(0, "Added <short 1>  \(input.title)\n"))
        #expect(try ideas(box) == [["title": input.title, "details": input.details]])
    }

    @Test("Details come from one place")
    func details() throws {
        let box = try CommandBox()
        #expect(try box.shell("echo Kite | \"$IDEABOX\" add --details red").status == 0)
        #expect(try ideas(box) == [["title": "Kite", "details": "red"]])
        #expect(
            try box.shell("printf 'Kite\\nblue\\n' | \"$IDEABOX\" add - --details red")
                == Answer(2, "", "Error: the details come from --details or from standard input, not from both\n")
        )
        #expect(try box.shell("echo Boat | \"$IDEABOX\" add - --json").out.contains("\"title\":\"Boat\""))
        #expect(try ideas(box).count == 2)
    }

    @Test("A hyphen among other words is a word")
    func hyphen() throws {
        let box = try CommandBox()
        #expect(try box.shell("echo no | \"$IDEABOX\" add - boat").normalized(box).out == "Added <short 1>  - boat\n")
        #expect(try box.shell("echo no | \"$IDEABOX\" add boat").normalized(box).out == "Added <short 1>  boat\n")
    }

    @Test("Input without an idea in it, and what leaves no trace", arguments: ["", "\\n \\n\\t\\n"])
    func empty(_ text: String) throws {
        let box = try CommandBox()
        let message =
            "Error: say what the idea is: ideabox add \"Paper boat regatta\". Or give it on standard input, with the "
            + "title in the first line: ideabox add - < idea.txt\n"
        for command in ["add", "add -"] {
            #expect(try box.shell("printf '\(text)' | \"$IDEABOX\" \(command)") == Answer(2, "", message))
        }
        #expect(!FileManager.default.fileExists(atPath: box.dataFolder.path))
    }

    @Test("Input that is no text, or too much of it")
    func unusable() throws {
        let box = try CommandBox()
        #expect(
            try box.shell("printf 'caf\\351' | \"$IDEABOX\" add")
                == Answer(1, "", "Error: standard input is not text in UTF-8\n")
        )
        let limit = "Error: standard input holds more than 131072 bytes, which is more than an idea takes\n"
        #expect(try box.shell("head -c 131073 /dev/zero | tr '\\0' x | \"$IDEABOX\" add") == Answer(1, "", limit))
        #expect(
            try box.shell("head -c 257 /dev/zero | tr '\\0' x | \"$IDEABOX\" add")
                == Answer(1, "", "Error: the title has 257 characters; at most 256 are allowed\n")
        )
    }

    /// A terminal that says nothing must not keep anybody waiting; `script` makes one.
    @Test("At a terminal, add without words says what to do")
    func terminal() throws {
        let box = try CommandBox()
        try #require(try box.shell("command -v script").status == 0)
        // Standard input of the command is the terminal that `script` makes, whose other end stays open and silent.
        let script = "mkfifo silence; exec 3<>silence; script -qec '\"$IDEABOX\" add' /dev/null <&3"
        let answer = try box.shell(script)
        #expect(answer.status == 2 && answer.out.contains("Error: say what the idea is"), "\(answer)")
    }
}
