import Foundation
import TestSupport
import Testing

/// Texts of every kind, as arguments and in files: taken in whole or refused by name, and never a crash.
@Suite("Hostile input on the command line")
struct HostileInputTests {
    private static let family = "👩‍👩‍👧"
    /// One character of many marks.
    private static let stacked = "e" + String(repeating: "\u{301}", count: 200)

    @Test("Emoji, combining marks and right-to-left text come back as they went in")
    func roundTrip() throws {
        let box = try CommandBox()
        let titles = [
            Self.family, Self.stacked, "é", "e\u{301}", "🇹🇼🏳️‍🌈👍🏽", "שלום عالم", "\u{202e}reversed", "ﬁ Ａ ß İ ı",
            "a\u{200d}b\u{feff}",
            "\u{10ffff}", String(repeating: Self.family, count: 200), String(repeating: "𝒳", count: 256),
        ]
        for title in titles {
            #expect(try box.run("add", title, "--details", title).status == 0, "\(title.debugDescription)")
        }
        let exported = try box.run("export", "--format", "json")
        let found = try #require(
            try JSONSerialization.jsonObject(with: Data(exported.out.utf8)) as? [[String: Any]],
            "\(exported)"
        )
        let texts = Set(found.compactMap { ($0["title"] as? String).map { Array($0.unicodeScalars) } })
        #expect(texts == Set(titles.map { Array($0.unicodeScalars) }))
        #expect(found.allSatisfy { ($0["title"] as? String) == ($0["details"] as? String) })
    }

    @Test("Details at, over and far over their limits, by argument and by file")
    func details() throws {
        let box = try CommandBox()
        #expect(try box.run("add", "at", "--details", String(repeating: "靈", count: 4_096)).status == 0)
        #expect(
            try box.run("add", "over", "--details", String(repeating: "靈", count: 4_097)).messages
                == "Error: the details have 4097 characters; at most 4096 are allowed\n"
        )
        let bytes = String(repeating: Self.family, count: 4_000)
        #expect(
            try box.run("add", "over", "--details", bytes).messages
                == "Error: the details take \(bytes.utf8.count) bytes; at most 65536 are allowed\n"
        )
        let rows = [
            ("at", 4_096), ("over", 4_097), ("far over", 5_000_000),
        ].map { "{\"title\":\"\($0.0)\",\"description\":\"\(String(repeating: "x", count: $0.1))\"}" }
        try box.write("[\(rows.joined(separator: ",\n"))]", to: "ideas.json")
        let answer = try box.run("import", "ideas.json")
        #expect(answer.status == 1)
        #expect(answer.out == "1 idea added\n2 rows refused\n", "\(answer)")
        #expect(answer.messages.split(separator: "\n").count == 2, "\(answer)")
    }

    @Test(
        "Bytes that are no text, and NUL, in files of every format",
        arguments: ["json", "csv", "markdown", "todotxt"]
    )
    func badBytes(format: String) throws {
        let box = try CommandBox()
        func row(_ title: [UInt8]) -> [UInt8] {
            switch format {
            case "json": Array("{\"title\":\"".utf8) + title + Array("\"}".utf8)
            case "markdown": Array("- [ ] ".utf8) + title
            default: title
            }
        }
        let bad: [[UInt8]] = [
            [0x63, 0xE9], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x61, 0x00, 0x62], [0xE9, 0x9D],
        ]
        let titles: [[UInt8]] = [Array("before".utf8)] + bad + [Array("after 靈感".utf8)]
        let separator = Array((format == "json" ? ",\n" : "\n").utf8)
        var file = Array((format == "json" ? "[" : format == "csv" ? "title\n" : "").utf8)
        file += Array(titles.map(row).joined(separator: separator))
        file += Array((format == "json" ? "]\n" : "\n").utf8)
        try Data(file).write(to: box.home.appending(path: "bad.txt"))
        let answer = try box.run("import", "bad.txt", "--format", format)
        #expect(answer.status == 1, "\(answer)")
        #expect(answer.out == "2 ideas added\n6 rows refused\n", "\(answer)")
        #expect(answer.messages.split(separator: "\n").count == 6, "\(answer)")
        let list = try box.run("list", "--json").out
        #expect(list.contains("\"title\":\"before\"") && list.contains("\"title\":\"after 靈感\""), "\(list)")
    }

    @Test("Arguments that are no text are refused wherever they stand")
    func badArguments() throws {
        let box = try CommandBox()
        let id = try box.add("a")
        for line in [
            "add \"$(printf '\\355\\240\\200')\"", "add x --details \"$(printf 'a\\377b')\"",
            "edit \(id) --title \"$(printf '\\300\\200')\"", "search \"$(printf '\\351')\"",
            "import \"$(printf 'no\\351.json')\"", "list --store \"$(printf 'fold\\351r')\"",
        ] {
            let answer = try box.shell("\"$IDEABOX\" \(line)")
            #expect(answer.status == 2, "\(line): \(answer)")
            #expect(answer.out.isEmpty && answer.messages.hasSuffix("is not text in UTF-8\n"), "\(line): \(answer)")
        }
        #expect(try box.run("list", "--json").out.contains("\"title\":\"a\""))
    }

    @Test("The greatest version number of a file is not counted up beyond all numbers")
    func versions() throws {
        let box = try CommandBox()
        let rows = ["9223372036854775807", "9007199254740991", "-1", "1e30"].enumerated().map {
            "{\"title\":\"v\($0.offset)\",\"version\":\($0.element)}"
        }
        try box.write("[\(rows.joined(separator: ",\n"))]", to: "ideas.json")
        let answer = try box.run("import", "ideas.json")
        #expect(answer.out == "1 idea added\n3 rows refused\n", "\(answer)")
        let list = try box.run("list", "--json").out
        let id = try #require(list.firstMatch(of: /"id":"([0-9a-f-]+)"/)).1
        #expect(try box.run("done", String(id)).status == 0)
        #expect(try box.run("list", "--completed", "--json").out.contains("\"version\":9007199254740991"))
    }
}
