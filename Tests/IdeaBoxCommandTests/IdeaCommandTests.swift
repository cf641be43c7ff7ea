import Foundation
import TestSupport
import Testing

@Suite("Ideas on the command line")
struct IdeaCommandTests {
    typealias Answer = CommandBox.Answer

    @Test("add, list, show, done, reopen, edit, rm, restore")
    func journey() throws {
        let box = try CommandBox()
        #expect(
            try box.run("add", "Paper", "boat regatta", "--details", "on the pond").normalized(box)
                == Answer(0, "Added <short 1>  Paper boat regatta\n")
        )
        #expect(
            try box.run("list").normalized(box) == Answer(0, "<short 1>  [ ] Paper boat regatta  (just now)\n")
        )
        let id = try #require(try box.run("list").out.split(separator: " ").first.map(String.init))
        #expect(try box.run("done", id).normalized(box) == Answer(0, "Done <short 1>  Paper boat regatta\n"))
        #expect(
            try box.run("done", id).normalized(box) == Answer(0, "Already done <short 1>  Paper boat regatta\n")
        )
        #expect(
            try box.run("list", "--completed").normalized(box)
                == Answer(0, "<short 1>  [x] Paper boat regatta  (just now)\n")
        )
        #expect(try box.run("reopen", id).normalized(box) == Answer(0, "Open again <short 1>  Paper boat regatta\n"))
        #expect(try box.run("edit", id, "--title", "Kite").normalized(box) == Answer(0, "Changed <short 1>  Kite\n"))
        #expect(
            try box.run("rm", id).normalized(box)
                == Answer(0, "Moved to the trash <short 1>  Kite  (undo: ideabox restore <short 1>)\n")
        )
        #expect(try box.run("list", "--trash").normalized(box) == Answer(0, "<short 1>  [ ] Kite  (just now)\n"))
        #expect(
            try box.run("edit", id, "--title", "x").normalized(box)
                == Answer(
                    1,
                    "",
                    "Error: <short 1> is in the trash; take it out first: ideabox restore <short 1>\n"
                )
        )
        #expect(try box.run("restore", id).normalized(box) == Answer(0, "Restored <short 1>  Kite\n"))
        #expect(
            try box.run("show", id).normalized(box).out == """
                Id: <id 1>
                Title: Kite
                State: open
                Created: <date>
                Changed: <date>
                Device: <id 2>
                Version: 5
                Sync: not synced yet

                on the pond

                """
        )
    }

    @Test("JSON has the fields of the data model and nothing else is on standard output")
    func json() throws {
        let box = try CommandBox()
        let id = try box.add("Paper \"boat\"", details: "a\nb")
        let idea = """
            {"id":"<id 1>","title":"Paper \\"boat\\"","details":"a\\nb","isCompleted":false,"createdAt":"<date>",\
            "updatedAt":"<date>","deviceId":"<id 2>","version":0,"lastSyncedAt":null,"deletedAt":null
            """
        #expect(try box.run("list", "--json").normalized(box) == Answer(0, "[\n\(idea)}\n]\n"))
        #expect(try box.run("search", "boat", "--json").normalized(box) == Answer(0, "[\n\(idea)}\n]\n"))
        #expect(try box.run("search", "kite", "--json").normalized(box) == Answer(3, "[]\n"))
        #expect(
            try box.run("show", id, "--json").normalized(box).out == """
                \(idea),"syncState":{"ideaId":"<id 1>","localVersion":0,"remoteVersion":null,"cloudKitRecordName":null,\
                "recordChangeTag":null,"lastSyncedAt":null,"lastConflictAt":null,"lastModifiedAt":"<date>",\
                "isPendingSync":true,"isObsolete":false,"conflictResolutionStrategy":"lastWrite"}}

                """
        )
        #expect(
            try box.run("log", "--json").normalized(box)
                == Answer(
                    0,
                    """
                    [
                    {"id":"<id 1>","ideaId":"<id 2>","eventType":"create","timestamp":"<date>","details":null,\
                    "deviceId":"<id 3>","errorCode":null}
                    ]

                    """
                )
        )
        #expect(
            try box.run("status", "--json").normalized(box)
                == Answer(
                    0,
                    """
                    {"all":1,"open":1,"completed":0,"trash":0,"isSignedIn":false,"user":null,\
                    "server":null,"state":"signedOut","done":0,"total":0,"syncedBy":null,"pending":1,\
                    "offlineQueueCount":1,"isRetrying":false,\
                    "lastSuccess":null,"lastError":null,"nextAttempt":null,"deletionsHeld":0,"clockOffsetMinutes":0,\
                    "dataFolder":"<home>/.local/share/ideabox/","deviceId":"<id 1>","damagedStores":[]}

                    """
                )
        )
    }

    @Test("Pages of 50, and a word about the next one on standard error")
    func pages() throws {
        let box = try CommandBox()
        let rows = (0..<60).map { "- [ ] idea \($0)\n" }.joined()
        try box.write(rows, to: "ideas.md")
        #expect(try box.run("import", "ideas.md") == Answer(0, "60 ideas added\n"))
        let first = try box.run("list")
        #expect(first.out.split(separator: "\n").count == 50)
        #expect(first.messages == "There are more: add --page 2\n")
        let second = try box.run("list", "--page", "2")
        #expect(second.out.split(separator: "\n").count == 10 && second.messages.isEmpty)
        #expect(try box.run("list", "--limit", "3", "--json").out.split(separator: "\n").count == 5)
        #expect(try box.run("list", "--page", "3") == Answer(0, "", "There is no page 3.\n"))
        #expect(try box.run("list", "--page", "3", "--json") == Answer(0, "[]\n", ""))
        #expect(try box.run("search", "idea", "--page", "9") == Answer(3, "", "There is no page 9.\n"))
        #expect(try box.run("log", "--page", "9") == Answer(0, "", "There is no page 9.\n"))
        #expect(try box.run().out.hasSuffix("\nideabox list shows all 60.\n\nAll commands: ideabox help\n"))
        #expect(try box.run("list", "--limit", "0") == Answer(2, "", "Error: --limit must be at least 1\n"))
    }

    @Test("Ids that are unknown, unclear or none, and nothing is changed by halves")
    func ids() throws {
        let box = try CommandBox()
        let id = try box.add("a")
        #expect(
            try box.run("done", id, "00000000")
                == Answer(3, "", "Error: there is no idea whose id begins with 00000000\n")
        )
        #expect(try box.run("list", "--completed") == Answer(0, "", "No idea is done yet. Mark one: ideabox done ID\n"))
        #expect(
            try box.run("show", "hello") == Answer(2, "", "Error: hello is not an id: ids are made of 0–9 and a–f\n")
        )
        try box.write(
            """
            [{"id":"11111111-0000-4000-8000-000000000001","title":"x"},
             {"id":"11111111-0000-4000-8000-000000000002","title":"y"}]
            """,
            to: "two.json"
        )
        #expect(try box.run("import", "two.json").status == 0)
        #expect(
            try box.run("show", "1111")
                == Answer(
                    2,
                    "",
                    "Error: several ids begin with 1111:\n  11111111-0000-4000-8000-000000000001  x\n"
                        + "  11111111-0000-4000-8000-000000000002  y\n"
                )
        )
        #expect(try box.run("edit", id) == Answer(2, "", "Error: say what to change: --title or --details\n"))
    }

    @Test("Emptying the trash asks first")
    func emptyTrash() throws {
        let box = try CommandBox()
        let id = try box.add("a")
        #expect(try box.run("empty-trash") == Answer(0, "", "The trash is empty.\n"))
        _ = try box.run("rm", id)
        #expect(
            try box.run("empty-trash")
                == Answer(1, "", "1 idea would be removed for good. To do it: ideabox empty-trash --yes\n")
        )
        #expect(try box.run("empty-trash", "--yes") == Answer(0, "Removed 1 idea for good.\n"))
        #expect(try box.run("show", id).status == 3)
        #expect(try box.run("log", "--type", "purge").out.contains("purge"))
    }

    @Test("The first start says what it is, where the data is and what to try; later it shows the newest ideas")
    func guide() throws {
        let box = try CommandBox()
        #expect(
            try box.run().normalized(box)
                == Answer(
                    0,
                    """
                    IdeaBox keeps your ideas on this device.
                    Your ideas are in <home>/.local/share/ideabox/

                    Try:
                      ideabox add "Paper boat regatta"
                      ideabox list
                      ideabox search paper

                    All commands: ideabox help

                    """
                )
        )
        #expect(!FileManager.default.fileExists(atPath: box.dataFolder.path))
        _ = try box.add("Kite")
        #expect(
            try box.run().normalized(box).out == """
                IdeaBox keeps your ideas on this device.
                Your ideas are in <home>/.local/share/ideabox/

                Your newest ideas:
                <short 1>  [ ] Kite  (just now)

                All commands: ideabox help

                """
        )
    }

    @Test("The data folder: option, then IDEABOX_HOME, then XDG")
    func folders() throws {
        let box = try CommandBox()
        _ = try box.run("add", "option", "--store", "here", extra: ["IDEABOX_HOME": "/nowhere"])
        _ = try box.run("add", "variable", extra: ["IDEABOX_HOME": box.home.path + "/there"])
        _ = try box.run("add", "xdg", extra: ["XDG_DATA_HOME": box.home.path + "/xdg"])
        for (folder, title) in [("here", "option"), ("there", "variable"), ("xdg/ideabox", "xdg")] {
            let answer = try box.run("list", "--store", folder)
            #expect(answer.out.contains("[ ] \(title)  "), "\(answer)")
        }
    }
}
