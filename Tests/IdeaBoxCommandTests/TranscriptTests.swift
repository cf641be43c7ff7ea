import Foundation
import TestSupport
import Testing

/// What the command says, to the byte, in every language.
@Suite("Transcripts")
struct TranscriptTests {
    private static let wrongUsage = [
        "frobnicate", "--frobnicate", "help frobnicate", "help account frobnicate", "add", "add a --detials x",
        "add a --details", "list --limit many", "list --limit 0", "list --page 0", "list --open --trash",
        "list --done=1",
        "list a", "list a b", "show", "show zz", "edit", "edit 1", "done", "done zz", "reopen", "rm", "restore",
        "empty-trash a", "search", "import", "import -", "import picture.png", "import ideas.md --format xml",
        "export --format xml", "export picture.png", "log --type nothing", "log --since yesterday",
        "log --until 2026-02-30", "log --idea zz", "sync --nonsense", "status a", "account nonsense",
        "account sign-in a", "account sign-in", "account sign-in --server x --user a",
        "account sign-in --server x --user a --password-stdin", "sync --accept-deletions --refuse-deletions", "recover",
        "serve --port eighty", "--store",
    ]

    private static let failures = [
        "show 0", "edit 0 --title x", "done 0", "reopen 0", "rm 0", "restore 0", "log --idea 0", "import none.json",
        "import folder --format json", "import empty.json", "import empty.csv", "import text.json",
        "import columns.csv", "import half.json", "export folder --format json", "export folder/none/x.json",
        "export text.json", "recover none.sqlite", "recover folder", "recover pipe", "recover text.json",
        "list --store text.json", "add a --store text.json", "add a --store text.json/below", "sync", "sync --watch",
        "sync --json", "sync --accept-deletions", "account", "account show", "account show --json",
        "account sign-out", "serve --store text.json", "serve --listen 0.0.0.0",
    ]

    @Test("Wrong usage of every command", arguments: TestedLanguage.all)
    func wrongUsage(_ language: TestedLanguage) throws {
        let box = try CommandBox()
        var transcript = Transcript()
        for line in Self.wrongUsage {
            let answer = try box.run(line: line, language: language.locale)
            #expect(answer.status == 2 && answer.out.isEmpty, "\(line)")
            transcript.add(line, answer)
        }
        #expect(!FileManager.default.fileExists(atPath: box.dataFolder.path))
        try Golden(name: "\(language.name)/wrong-usage.txt").check(transcript.normalized(box))
    }

    @Test("What cannot be done", arguments: TestedLanguage.all)
    func failures(_ language: TestedLanguage) throws {
        let box = try CommandBox()
        let folder = box.home.appending(path: "folder")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["empty.json", "empty.csv"] { try box.write("", to: name) }
        try box.write("hello", to: "text.json")
        try box.write("a,b\n1,2\n", to: "columns.csv")
        try box.write("[{\"title\":\"a\"},\n{\"title\":", to: "half.json")
        #expect(try box.shell("mkfifo pipe").status == 0)
        var transcript = Transcript()
        for line in Self.failures {
            let answer = try box.run(line: line, language: language.locale)
            #expect(answer.status != 0 && answer.out.isEmpty, "\(line)")
            transcript.add(line, answer)
        }
        try Golden(name: "\(language.name)/failures.txt").check(transcript.normalized(box))
    }

    @Test("A day with the command", arguments: TestedLanguage.all)
    func day(_ language: TestedLanguage) throws {
        let box = try CommandBox()
        try box.write("title,isCompleted,createdAt\nA,no,\n,no,\nB,perhaps,\nC,yes,2999-01-01\n", to: "ideas.csv")
        var transcript = Transcript()
        func run(_ line: String) throws {
            transcript.add(line, try box.run(line: line, language: language.locale))
        }
        for line in ["", "status", "list", "list --open", "list --done", "list --trash", "search x", "log"] {
            try run(line)
        }
        try run("add Paper boat regatta --details on-the-pond")
        let id = try #require(try box.run("list").out.split(separator: " ").first.map(String.init))
        let changes = [
            "", "list", "list --page 2", "show ID", "edit ID --title Kite", "edit ID --title Kite", "done ID",
            "done ID",
            "list --completed", "show ID", "reopen ID", "reopen ID", "restore ID", "rm ID", "rm ID", "list --trash",
            "show ID", "edit ID --title x", "done ID", "empty-trash", "restore ID", "search kite --hide-completed",
            "import ideas.csv --dry-run", "import ideas.csv", "import ideas.csv", "list --limit 2", "rm ID",
            "empty-trash --yes", "empty-trash --yes", "export ideas.md", "export ideas.md",
            "export ideas.md --overwrite",
            "export --format markdown", "status", "log --type purge", "log --type sync_failure",
        ]
        for line in changes { try run(line.replacing("ID", with: id)) }
        // The two rows of the file came in at one moment, in whatever order.
        try Golden(name: "\(language.name)/day.txt").check(transcript.normalized(box))
    }

    @Test("Two ids that begin alike are shown with their titles", arguments: TestedLanguage.all)
    func ambiguous(_ language: TestedLanguage) throws {
        let box = try CommandBox()
        let rows = (1...6).map { "{\"id\":\"11111111-0000-4000-8000-00000000000\($0)\",\"title\":\"idea \($0)\"}" }
        try box.write(rows.joined(separator: "\n"), to: "six.json")
        #expect(try box.run("import", "six.json").status == 0)
        var transcript = Transcript()
        transcript.add("show 1111", try box.run("show", "1111", language: language.locale))
        // These ids are part of what is tested, so nothing is replaced.
        try Golden(name: "\(language.name)/ambiguous.txt").check(transcript.text)
    }

    /// Rows that break each rule of an import, one after the other.
    private func writeBrokenRows(into box: CommandBox) throws {
        let id = "22222222-0000-4000-8000-000000000001"
        let early = "\"createdAt\":\"2026-01-02T00:00:00Z\",\"updatedAt\":\"2026-01-01T00:00:00Z\""
        let rows = [
            "1", "{\"details\":\"x\"}", "{\"title\":5}", "{\"title\":\" \"}",
            "{\"title\":\"\(String(repeating: "x", count: 257))\"}",
            "{\"title\":\"a\\u0000b\"}", "{\"title\":\"a\",\"details\":\"a\\u0000b\"}", "{\"title\":\"a\",\(early)}",
            "{\"title\":\"a\",\"details\":\"\(String(repeating: "x", count: 4_097))\"}",
            "{\"title\":\"a\",\"id\":\"b\"}",
            "{\"title\":\"a\",\"isCompleted\":2}", "{\"title\":\"\(String(repeating: "x", count: 300_000))\"}",
            "{\"title\":\"twice\",\"id\":\"\(id)\"}", "{\"title\":\"again\",\"id\":\"\(id)\"}",
        ]
        try box.write("[\n\(rows.joined(separator: ",\n"))\n]", to: "rows.json")
        try box.write("title,details\na,b,c\nplain,text\nopen,\"quote\n", to: "rows.csv")
        try box.write("# Ideas\n\n- [ ] first\nno item\n- [x] second\n", to: "rows.md")
        let idea = "\"id\":\"33333333-0000-4000-8000-000000000001\",\"createdAt\":\"2026-01-01T00:00:00Z\""
        try box.write(
            "[{\(idea),\"title\":\"old\",\"updatedAt\":\"2026-01-01T00:00:00Z\",\"version\":1}]",
            to: "old.json"
        )
        try box.write(
            "[{\(idea),\"title\":\"new\",\"updatedAt\":\"2026-01-02T00:00:00Z\",\"version\":2}]",
            to: "new.json"
        )
    }

    @Test("Rows that are refused, and ideas that are replaced", arguments: TestedLanguage.all)
    func imports(_ language: TestedLanguage) throws {
        let box = try CommandBox()
        try writeBrokenRows(into: box)
        var transcript = Transcript()
        for line in [
            "import rows.json --dry-run", "import rows.json", "import rows.json", "import rows.csv", "import rows.md",
            "import old.json", "import new.json --dry-run", "import new.json", "import old.json", "show 33333333",
        ] {
            transcript.add(line, try box.run(line: line, language: language.locale))
        }
        try Golden(name: "\(language.name)/imports.txt").check(transcript.normalized(box))
    }
}
