import Foundation
import TestSupport
import Testing

@Suite("Files on the command line")
struct FileCommandTests {
    typealias Answer = CommandBox.Answer

    @Test("Import reports each refused row and takes the rest; a dry run changes nothing")
    func importing() throws {
        let box = try CommandBox()
        try box.write("title,isCompleted\nPaper boat,no\n,no\nKite,perhaps\nLantern,yes\n", to: "ideas.csv")
        let messages = """
            line 3 refused: the title is empty
            line 4 refused: the field "isCompleted" cannot be read

            """
        #expect(
            try box.run("import", "ideas.csv", "--dry-run")
                == Answer(
                    1,
                    "Dry run: nothing was changed.\n2 ideas would be added\n2 rows would be refused\n",
                    messages
                )
        )
        #expect(!FileManager.default.fileExists(atPath: box.dataFolder.path))
        #expect(try box.run("import", "ideas.csv") == Answer(1, "2 ideas added\n2 rows refused\n", messages))
        #expect(
            try box.run("import", "ideas.csv")
                == Answer(1, "0 ideas added\n2 ideas were already here\n2 rows refused\n", messages)
        )
    }

    @Test("What goes out in JSON or CSV comes back the same in another home", arguments: ["json", "csv"])
    func roundTrip(format: String) throws {
        let (first, second) = (try CommandBox(), try CommandBox())
        _ = try first.add("Paper \"boat\", 靈感", details: "a\r\nb\t\u{1}")
        _ = try first.run("rm", try first.add("gone"))
        let file = second.home.path + "/out.\(format)"
        #expect(try first.run("export", file) == Answer(0, "", "2 ideas written to \(file)\n"))
        #expect(try second.run("import", file) == Answer(0, "2 ideas added\n"))
        #expect(try second.run("export", "--format", format) == first.run("export", "--format", format))
        #expect(
            try first.run("export", file)
                == Answer(1, "", "Error: \(file) exists already; to replace it, add --overwrite\n")
        )
        #expect(try first.run("export", file, "--overwrite").status == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: second.home.path)
        #expect(!names.contains { $0.hasPrefix(".out.") })
    }

    @Test("Markdown and todo.txt on standard output, and back through standard input")
    func pipes() throws {
        let box = try CommandBox()
        _ = try box.add("Paper boat", details: "fold\nsail")
        #expect(try box.run("export", "--format", "markdown") == Answer(0, "- [ ] Paper boat\n  fold\n  sail\n"))
        #expect(
            try box.shell("\"$IDEABOX\" export --format todotxt | \"$IDEABOX\" import - --format todotxt --store other")
                == Answer(0, "1 idea added\n")
        )
        let other = try box.run("export", "--format", "markdown", "--store", "other")
        #expect(other.out == "- [ ] Paper boat\n  fold\n  sail\n")
    }

    @Test("Files that are missing, of an unknown kind or broken")
    func badFiles() throws {
        let box = try CommandBox()
        #expect(try box.run("import", "none.json") == Answer(3, "", "Error: there is no file none.json\n"))
        try box.write("x", to: "picture.png")
        #expect(
            try box.run("import", "picture.png")
                == Answer(
                    2,
                    "",
                    "Error: picture.png has no ending that tells its format; "
                        + "add --format json, csv, markdown or todotxt\n"
                )
        )
        #expect(
            try box.run("import", "picture.png", "--format", "json")
                == Answer(1, "", "Error: picture.png is no list of ideas in JSON; see line 1\n")
        )
        #expect(
            try box.run("import", "picture.png", "--format", "csv")
                == Answer(1, "", "Error: picture.png has no column \"title\" in its first line\n")
        )
        try box.write("[{\"title\":\"a\"},\n{\"title\":", to: "half.json")
        #expect(
            try box.run("import", "half.json") == Answer(1, "", "Error: half.json ends in the middle of line 2\n")
        )
    }

    private static let formats = ["json", "csv"] + (Effort.isProof ? ["markdown", "todotxt"] : [])

    @Test("A huge file is imported within 96 MB of memory", arguments: formats)
    func hugeFile(format: String) throws {
        let box = try CommandBox()
        let file = try box.write(["json": "[\n", "csv": "title,details\n"][format] ?? "", to: "huge.\(format)")
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        let text = String(repeating: "0123456789", count: 400)
        let rows = Effort.rounds(700, proof: 1_750)
        for number in 0..<rows {
            try handle.write(contentsOf: Self.row("idea \(number)", text, format, number == 0))
            // Rows of the greatest size and rows that are far too large take turns.
            guard number.isMultiple(of: 5) else { continue }
            try handle.write(contentsOf: Self.row(String(repeating: "x", count: 280_000), "", format))
        }
        if format == "json" { try handle.write(contentsOf: Data("\n]\n".utf8)) }
        try handle.close()
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0 > rows * 57_000)
        let answer = try box.shell(
            "ulimit -d 98304; exec \"$IDEABOX\" import huge.\(format) --format \(format) 2>refused.txt"
        )
        #expect(answer == Answer(1, "\(rows) ideas added\n\(rows / 5) rows refused\n"))
    }

    private static func row(_ title: String, _ details: String, _ format: String, _ isFirst: Bool = false) -> Data {
        let text =
            switch format {
            case "json": (isFirst ? "" : ",\n") + "{\"title\":\"\(title)\",\"details\":\"\(details)\"}"
            case "csv": "\(title),\(details)\n"
            case "markdown": "- [ ] \(title)\n  \(details)\n"
            default: "\(title) details:\(details)\n"
            }
        return Data(text.utf8)
    }
}
